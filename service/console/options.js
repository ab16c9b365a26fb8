/** Controls for a ruleset's options, made from their JSON Schema. What is left at the default is not sent. */

import { el, field, select } from "./dom.js";
import { plain, say } from "./words.js";

const types = (schema) => [schema.type].flat();

/** A control for every option that one value answers. */
export function optionFields(schema) {
  const simple = Object.entries(schema.properties ?? {}).filter(([, one]) => !types(one).includes("array"));
  return simple.map(([name, one]) => ({ name, ...control(name, one) }));
}

/** The options that somebody chose. */
export function chosenOptions(fields) {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== undefined));
}

function control(name, schema) {
  if (schema.enum) return choice(name, schema.enum.filter((value) => value !== null).map((value) => [value, plain(value)]), String);
  if (types(schema).includes("boolean")) return choice(name, [["true", say("yes")], ["false", say("no")]], (value) => value === "true");
  return number(name, schema);
}

function choice(name, choices, read) {
  const list = select([["", say("by_default")], ...choices], "", { name });
  return { element: field(plain(name), list), value: () => (list.value ? read(list.value) : undefined) };
}

function number(name, { minimum, maximum, default: usual }) {
  const box = el("input", { type: "number", name, min: minimum, max: maximum, placeholder: usual ?? say("by_default") });
  return { element: field(plain(name), box), value: () => (box.value ? Number(box.value) : undefined) };
}
