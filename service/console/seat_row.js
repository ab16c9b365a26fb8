/** One seat of a new game: who sits there. */

import { el, field, select } from "./dom.js";
import { say } from "./words.js";

const KINDS = ["human", "ai", "open", "bot"];

/** The controls of a seat, and the wish that they stand for. */
export function seatRow(seat, kind, agents) {
  const kinds = select(KINDS.map((id) => [id, say(`kind_${id}`)]), kind, { name: `kind-${seat}` });
  const best = agents.reduce((one, other) => (other.level > one.level ? other : one));
  const agent = select(agents.map((one) => [one.id, `${one.id} · ${say("level", { level: one.level })}`]), best.id, { name: `agent-${seat}` });
  const name = el("input", { name: `name-${seat}`, maxlength: 40, autocomplete: "off" });
  const agentField = field(say("agent"), agent);
  const nameField = field(say("name"), name);
  const arrange = () => {
    agentField.hidden = kinds.value !== "ai";
    nameField.hidden = kinds.value === "open";
    agent.title = agents.find((one) => one.id === agent.value).about;
  };
  kinds.addEventListener("change", arrange);
  agent.addEventListener("change", arrange);
  arrange();
  return {
    element: el("fieldset", { class: "row" }, el("legend", {}, say("seat", { seat })), field(say("kind"), kinds), agentField, nameField),
    wish: () => ({
      kind: kinds.value,
      ...(kinds.value === "ai" ? { agent: agent.value } : {}),
      ...(name.value.trim() && kinds.value !== "open" ? { name: name.value.trim() } : {}),
    }),
  };
}
