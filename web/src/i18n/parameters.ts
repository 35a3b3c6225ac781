import type { GetICUArgs } from '@schummar/icu-type-parser';

/** A value of a message: a name, or a number that is written as the language does. */
type Value = string | number;

/** The values that an English message declares. */
type DeclaredBy<Message extends string> = GetICUArgs<Message, { ICUArgument: Value; ICUNumberArgument: number }>;

/** Values that are right for every one of these keys. */
export type ValuesOf<Texts, Key extends keyof Texts> = (
  Key extends keyof Texts ? (Texts[Key] extends string ? (values: DeclaredBy<Texts[Key]>) => void : never) : never
) extends (values: infer Values) => void
  ? Values
  : never;

/** The keys of messages without values. */
export type PlainKeys<Texts> = { [Key in keyof Texts]: Texts[Key] extends `${string}{${string}` ? never : Key }[keyof Texts];

/** What follows the key: nothing, or the values that its message needs. */
export type ValueArguments<Texts, Key extends keyof Texts> = [Key] extends [PlainKeys<Texts>] ? [] : [values: ValuesOf<Texts, Key>];
