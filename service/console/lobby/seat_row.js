/** One seat of a new game: who sits there. */

import { el, field, select } from "../shared/dom.js";
import { AGENT_NAMES } from "../shared/people.js";
import { wished } from "../shared/purse.js";
import { say } from "../words/words.js";

const KINDS = ["human", "ai", "open", "bot"];
const LONGEST_PATIENCE_S = 86_400;

/** The controls of a seat, and the wish that they stand for; `hooks` are the webhooks that the caller has. */
export function seatRow(seat, kind, agents, hooks) {
  const kinds = select(KINDS.map((id) => [id, say(`sits_${id}`)]), kind, { name: `kind-${seat}` });
  const name = el("input", { name: `name-${seat}`, maxlength: 40, autocomplete: "off", value: seat ? "" : wished("name") ?? "" });
  const agent = agentList(seat, agents);
  const bot = botFields(seat, agents, hooks);
  const nameField = field(say("name"), name);
  const arrange = () => {
    agent.element.hidden = kinds.value !== "ai";
    bot.elements.forEach((element) => { element.hidden = kinds.value !== "bot"; });
    nameField.hidden = kinds.value === "open";
    name.placeholder = kinds.value === "ai" ? AGENT_NAMES[seat] : "";
  };
  kinds.addEventListener("change", arrange);
  arrange();
  const wishes = { human: () => ({}), open: () => ({}), ai: agent.wish, bot: bot.wish };
  return {
    element: el("fieldset", { class: "row" }, el("legend", {}, say("seat", { seat: seat + 1 })), field(say("kind"), kinds), nameField, agent.element, bot.elements),
    wish: () => ({
      kind: kinds.value,
      ...wishes[kinds.value](),
      ...named(kinds.value, name.value.trim() || name.placeholder),
    }),
  };
}

function called(agents) {
  return agents.map((one) => [one.id, one.id]);
}

const named = (kind, name) => (name && kind !== "open" ? { name } : {});

/** Every agent by its name, those that have levels at each of them. */
function played(agents) {
  return agents.flatMap((one) => (one.levels?.length ? one.levels.map(({ level }) => [`${one.id}@${level}`, `${one.id} · ${say("level", { level })}`]) : [[one.id, one.id]]));
}

function agentList(seat, agents) {
  const list = select([["", say("strongest_quick")], ...played(agents)], "", { name: `agent-${seat}` });
  const about = el("span", { class: "quiet about" });
  const chosen = () => list.value.split("@");
  const tell = () => {
    const [id, level] = chosen();
    const agent = agents.find((one) => one.id === id);
    about.textContent = (agent?.levels?.find((one) => one.level === Number(level)) ?? agent)?.about ?? "";
  };
  const wish = () => {
    const [agent, level] = chosen();
    return { ...(agent ? { agent } : {}), ...(level ? { level: Number(level) } : {}) };
  };
  list.addEventListener("change", tell);
  return { element: el("div", { class: "with-about" }, field(say("agent"), list), about), wish };
}

/** A bot plays with its token, or by a webhook; the agent stands in for one that is late. */
function botFields(seat, agents, hooks) {
  const webhook = el("input", { name: `webhook-${seat}`, autocomplete: "off", spellcheck: "false", list: `hooks-${seat}`, placeholder: say("no_webhook") });
  const known = el("datalist", { id: `hooks-${seat}` }, hooks.map((hook) => el("option", { value: hook.id }, hook.url)));
  const agent = select([["", say("nobody")], ...called(agents)], "", { name: `stand-in-${seat}` });
  const patience = el("input", { type: "number", name: `patience-${seat}`, min: 1, max: LONGEST_PATIENCE_S, placeholder: 30 });
  const wish = () => ({
    ...(webhook.value.trim() ? { webhook: webhook.value.trim() } : {}),
    ...(agent.value ? { agent: agent.value } : {}),
    ...(patience.value ? { deadline_s: Number(patience.value) } : {}),
  });
  return { elements: [el("div", {}, field(say("webhook"), webhook), known), field(say("stand_in"), agent), field(say("patience"), patience)], wish };
}
