/** Controls for a ruleset's options, made from their JSON Schema. What is left at the default is not sent. */

import { el, field, select } from "../shared/dom.js";
import { wordFor } from "../shared/glossary.js";
import { say } from "../words/words.js";

const types = (schema) => [schema.type].flat();

/** A control for every option that one value answers. */
export function optionFields(ruleset) {
  const simple = Object.entries(ruleset.options.properties ?? {}).filter(([, one]) => !types(one).includes("array"));
  return simple.map(([name, one]) => ({ name, ...control(ruleset, name, one) }));
}

/** The options that somebody chose. */
export function chosenOptions(fields) {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value()]).filter(([, value]) => value !== undefined));
}

function control(ruleset, name, schema) {
  const label = wordFor(ruleset, "options", name);
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null);
    return choice(name, label, values.map((value) => [value, wordFor(ruleset, "choices", value)]), schema.default, String);
  }
  if (types(schema).includes("boolean")) return choice(name, label, [["true", say("yes")], ["false", say("no")]], schema.default, (value) => value === "true");
  return number(name, label, schema);
}

function choice(name, label, choices, usual, read) {
  const told = choices.find(([value]) => value === String(usual))?.[1];
  const byDefault = told ? say("default_is", { value: told }) : say("by_default");
  const list = select([["", byDefault], ...choices], "", { name });
  return { element: field(label, list), value: () => (list.value ? read(list.value) : undefined) };
}

function number(name, label, { minimum, maximum, default: usual }) {
  const box = el("input", { type: "number", name, min: minimum, max: maximum, placeholder: usual ?? say("by_default") });
  return { element: field(label, box), value: () => (box.value ? Number(box.value) : undefined) };
}
