/** A request as a command of a shell, and as code for both SDKs. Tokens and keys are read from the environment. */

import { site } from "../shared/site.js";
import { operationOf } from "./operations.js";

const POSITIONAL = ["createGame", "postCommands", "tryCommands"]; // their bodies may be more than one kind of object
const STREAM = "application/x-ndjson";
const OF_STREAMS = ["after", "summaries"];

export const SNIPPETS = { curl, python, typescript };

const queryOf = (address) => [...new URLSearchParams(address.split("?")[1] ?? "")];
const isStream = ({ headers }) => headers.some(([name, value]) => name === "Accept" && value === STREAM);

function curl({ method, address, body, hasToken, hasKey, headers }) {
  const told = [
    ...(hasToken ? ['-H "Authorization: Bearer $LONGROAD_TOKEN"'] : []),
    ...(hasKey ? ['-H "X-Api-Key: $LONGROAD_KEY"'] : []),
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`] : []),
  ];
  const flags = isStream({ headers }) ? "-N " : "";
  return [`curl ${flags}-X ${method} '${site}${address}'`, ...told].join(" \\\n  ");
}

function python(entry) {
  const operation = operationOf(entry.method, entry.address);
  if (!operation) return "";
  const given = [entry.hasToken ? 'token=os.environ["LONGROAD_TOKEN"]' : "", entry.hasKey ? 'key=os.environ["LONGROAD_KEY"]' : ""].filter(Boolean);
  const client = `client = Client(${[JSON.stringify(site), ...given].join(", ")})`;
  const head = [...(given.length ? ["import os", ""] : []), "from longroad_client import Client", "", client];
  return [...head, isStream(entry) ? pythonStream(entry, operation) : `print(${pythonCall(entry, operation)})`].join("\n");
}

/** What the SDKs take of a stream's query; what else the page asks for comes between the events, which they leave out. */
const streamed = (address) => queryOf(address).filter(([name]) => OF_STREAMS.includes(name)).map(([name, value]) => [name, typed(value)]);

function pythonStream(entry, { values: [game] }) {
  const query = streamed(entry.address).map(([name, value]) => `${name}=${literal(value)}`);
  return `for event in client.events(${[literal(game), ...query].join(", ")}):\n    print(event)`;
}

function pythonCall({ address, body }, { name, values }) {
  const query = queryOf(address);
  const called = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const content = body ? JSON.parse(body) : {};
  const isWhole = POSITIONAL.includes(name);
  const members = isWhole ? [] : Object.entries(content);
  const named = [...members, ...query.map(([key, value]) => [key, typed(value)])].map(([key, value]) => `${key}=${literal(value)}`);
  return `client.${called}(${[...values.map(path), ...(isWhole ? [literal(content)] : []), ...named].join(", ")})`;
}

const path = (value) => literal(typed(value, /^\d{1,3}$/)); // a seat or a vote is a number, a game is not

function typescript(entry) {
  const operation = operationOf(entry.method, entry.address);
  if (!operation) return "";
  const given = [entry.hasToken ? "token: process.env.LONGROAD_TOKEN" : "", entry.hasKey ? "key: process.env.LONGROAD_KEY" : ""].filter(Boolean);
  const client = `const longroad = new Longroad(${[JSON.stringify(site), ...(given.length ? [`{ ${given.join(", ")} }`] : [])].join(", ")});`;
  const imported = ['import { Longroad } from "longroad-client";', "", client];
  if (isStream(entry)) {
    const wanted = JSON.stringify(Object.fromEntries(streamed(entry.address)));
    return [...imported, `for await (const event of longroad.events(${JSON.stringify(operation.values[0])}, ${wanted})) console.log(event);`].join("\n");
  }
  const parts = Object.fromEntries(operation.names.map((name, at) => [name, typed(operation.values[at], /^\d{1,3}$/)]));
  const query = Object.fromEntries(queryOf(entry.address).map(([name, value]) => [name, typed(value)]));
  const options = { ...(operation.names.length ? { path: parts } : {}), ...(Object.keys(query).length ? { query } : {}), ...(entry.body ? { body: JSON.parse(entry.body) } : {}) };
  const told = Object.keys(options).length ? `, ${JSON.stringify(options, null, 2)}` : "";
  const call = `await longroad.call("${entry.method.toLowerCase()}", "${operation.template}"${told})`;
  return [...imported, `console.log(${call});`].join("\n");
}

/** A value of a query or a path: a number or a truth where it reads as one. */
function typed(text, numbers = /^\d+$/) {
  if (numbers.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

/** A value of JSON as Python writes it. */
function literal(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one)}`).join(", ")}}`;
}
