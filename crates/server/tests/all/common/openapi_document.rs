//! The OpenAPI document of a server, and checks that responses and messages match it.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::{TestServer, TestVisitor};

/// The OpenAPI document of a server.
pub(crate) struct OpenApiDocument(pub Value);

impl OpenApiDocument {
    pub(crate) async fn of(server: &TestServer) -> OpenApiDocument {
        let response = reqwest::get(server.url("/api/v1/openapi.json")).await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/json");
        OpenApiDocument(response.json().await.unwrap())
    }

    /// Returns method, path and description of every operation.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.0["paths"].as_object().unwrap();
        paths.iter().flat_map(|(path, item)| {
            item.as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| (method.as_str(), path.as_str(), operation))
        })
    }

    /// Sends a request to a path of the document, with its parameters filled in, and checks the response.
    pub(crate) async fn call(
        &self,
        visitor: &TestVisitor,
        method: &str,
        path: &str,
        filled_path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let http_method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
        let response = visitor.http(http_method, filled_path, body).await;
        self.check_response(method, path, response).await
    }

    /// Checks that a response is described. Returns its status and body.
    pub(crate) async fn check_response(
        &self,
        method: &str,
        path: &str,
        response: reqwest::Response,
    ) -> (u16, Value) {
        let status = response.status().as_u16();
        let content_type =
            response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
        let text = response.text().await.unwrap();
        let described = &self.0["paths"][path][method]["responses"][status.to_string()];
        assert!(described.is_object(), "{method} {path}: {status} is not described: {text}");
        let Some(content) = described["content"].as_object() else {
            assert_eq!(text, "", "{method} {path} {status}");
            return (status, Value::Null);
        };
        let content_type = content_type.expect("a response with a body has a content type");
        let content_type = content_type.split(';').next().unwrap();
        let described = content.get(content_type);
        let schema =
            &described.unwrap_or_else(|| panic!("{method} {path} {status} is {content_type}"))["schema"];
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        self.check(schema, &body, &format!("{method} {path} {status}"));
        (status, body)
    }

    /// Checks that a message matches the schema with this name.
    pub(crate) fn check_message(&self, schema_name: &str, message: &Value) {
        self.check(&json!({ "$ref": format!("#/components/schemas/{schema_name}") }), message, schema_name);
    }

    fn check(&self, schema: &Value, value: &Value, what: &str) {
        let mut components = self.0["components"].clone();
        let combined = combined_schemas(&components);
        for (name, schema) in components["schemas"].as_object_mut().unwrap() {
            forbid_other_fields(schema, combined.contains(name.as_str()));
        }
        let mut root = schema.as_object().unwrap().clone();
        root.insert("components".to_owned(), components);
        let validator = jsonschema::draft202012::new(&Value::Object(root)).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{what} does not match its schema: {errors:#?}\n{value}");
    }
}

/// Returns the schemas that are combined with others in `allOf`, which may have the fields that they lack.
fn combined_schemas(components: &Value) -> BTreeSet<String> {
    fn collect(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Object(fields) => {
                for part in fields.get("allOf").and_then(Value::as_array).into_iter().flatten() {
                    let name = part["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
                    found.extend(name.map(str::to_owned));
                }
                fields.values().for_each(|field| collect(field, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(components, &mut found);
    found
}

/// Forbids fields that are not described, so that the check finds them.
fn forbid_other_fields(schema: &mut Value, is_combined: bool) {
    let Value::Object(fields) = schema else {
        if let Value::Array(items) = schema {
            items.iter_mut().for_each(|item| forbid_other_fields(item, is_combined));
        }
        return;
    };
    let has =
        |fields: &Map<String, Value>, name: &str| fields.get(name).is_some_and(|value| !value.is_null());
    let keyword = if has(fields, "allOf") {
        Some("unevaluatedProperties")
    } else if has(fields, "properties") && !is_combined {
        Some("additionalProperties")
    } else {
        None
    };
    for (name, field) in fields.iter_mut() {
        forbid_other_fields(field, is_combined || name == "allOf");
    }
    if let Some(keyword) = keyword {
        fields.insert(keyword.to_owned(), json!(false));
    }
}
