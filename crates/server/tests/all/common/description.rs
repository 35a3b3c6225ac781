//! The description of the interface, as a program reads it: what an answer or a message must look like.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{Cafe, Visitor};

/// The OpenAPI document of a café.
pub(crate) struct Description(pub Value);

impl Description {
    pub(crate) async fn of(cafe: &Cafe) -> Description {
        let answer = reqwest::get(cafe.url("/api/v1/openapi.json")).await.unwrap();
        assert_eq!(answer.headers()["content-type"], "application/json");
        Description(answer.json().await.unwrap())
    }

    /// Every operation: method, path, description.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.0["paths"].as_object().unwrap();
        paths.iter().flat_map(|(path, item)| {
            item.as_object().unwrap().iter().map(move |(method, told)| (method.as_str(), path.as_str(), told))
        })
    }

    /// A visitor asks for a path of the document. The answer must be one of those it names, with a body as it says.
    pub(crate) async fn ask(
        &self,
        visitor: &Visitor,
        method: &str,
        path: &str,
        filled: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let known = reqwest::Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
        let answer = visitor.send(known, filled, body).await;
        self.answered(method, path, answer).await
    }

    /// Checks an answer and returns its status and body.
    pub(crate) async fn answered(&self, method: &str, path: &str, answer: reqwest::Response) -> (u16, Value) {
        let status = answer.status().as_u16();
        let kind = answer.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
        let text = answer.text().await.unwrap();
        let told = &self.0["paths"][path][method]["responses"][status.to_string()];
        assert!(told.is_object(), "{method} {path} answers {status}, which is not described: {text}");
        let Some(content) = told["content"].as_object() else {
            assert_eq!(text, "", "{method} {path} {status}");
            return (status, Value::Null);
        };
        let kind = kind.expect("an answer with a body says what it is");
        let kind = kind.split(';').next().unwrap();
        let schema =
            &content.get(kind).unwrap_or_else(|| panic!("{method} {path} {status} is {kind}"))["schema"];
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        self.fits(schema, &body, &format!("{method} {path} {status}"));
        (status, body)
    }

    /// Whether a message is one of those with this name.
    pub(crate) fn is_a(&self, name: &str, message: &Value) {
        self.fits(&json!({ "$ref": format!("#/components/schemas/{name}") }), message, name);
    }

    fn fits(&self, schema: &Value, value: &Value, what: &str) {
        let mut components = self.0["components"].clone();
        let open = joined(&components);
        for (name, schema) in components["schemas"].as_object_mut().unwrap() {
            close(schema, open.contains(name.as_str()));
        }
        let mut whole = schema.as_object().unwrap().clone();
        whole.insert("components".to_owned(), components);
        let validator = jsonschema::draft202012::new(&Value::Object(whole)).unwrap();
        let wrong: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{what} is not as described: {wrong:#?}\n{value}");
    }
}

/// The schemas that are joined with others: what they do not name, the others may.
fn joined(components: &Value) -> BTreeSet<String> {
    fn look(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Object(fields) => {
                for part in fields.get("allOf").and_then(Value::as_array).into_iter().flatten() {
                    let name = part["$ref"].as_str().and_then(|to| to.rsplit('/').next());
                    found.extend(name.map(str::to_owned));
                }
                fields.values().for_each(|field| look(field, found));
            }
            Value::Array(all) => all.iter().for_each(|one| look(one, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    look(components, &mut found);
    found
}

/// Lets an object have only the fields that are described: a field that nobody wrote down is found then.
fn close(schema: &mut Value, open: bool) {
    let Value::Object(fields) = schema else {
        if let Value::Array(all) = schema {
            all.iter_mut().for_each(|one| close(one, open));
        }
        return;
    };
    let named = |fields: &Map<String, Value>, name: &str| fields.get(name).is_some_and(|at| !at.is_null());
    let closes = if named(fields, "allOf") {
        Some("unevaluatedProperties")
    } else if named(fields, "properties") && !open {
        Some("additionalProperties")
    } else {
        None
    };
    for (name, field) in fields.iter_mut() {
        close(field, open || name == "allOf");
    }
    if let Some(closes) = closes {
        fields.insert(closes.to_owned(), json!(false));
    }
}
