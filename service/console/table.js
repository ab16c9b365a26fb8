/** A table: the picture, who sits there, what can be done, what happened, and every version before. */

import { actionsPanel } from "./actions.js";
import { advicePanel } from "./advice.js";
import { ask, Refusal } from "./api.js";
import { curtainPanel } from "./curtain.js";
import { el, redraw } from "./dom.js";
import { fairPanel } from "./fair.js";
import { feedPanel } from "./feed.js";
import { mapName, nameOf, rulesetOf, wordFor } from "./glossary.js";
import { invitePanel } from "./inviting.js";
import * as paths from "./paths.js";
import { picturePanel } from "./picture.js";
import { attempt, load, showProblem } from "./problems.js";
import { forgetEyes, holding, tokenOf } from "./purse.js";
import { seatsPanel } from "./seats.js";
import { storyPanel } from "./story.js";
import { travelPanel } from "./travel.js";
import { votesPanel } from "./votes.js";
import { say } from "./words.js";

const UNKNOWN_TOKEN = 401;

/** Fill the page with the table of a game; answers how to leave it. */
export async function showTable(main, id) {
  const table = new Table(id);
  table.head = await firstLook(table);
  table.view = table.head;
  table.ruleset = await rulesetOf(table.head.ruleset);
  const { picture, seats, actions, advice, travel, votes, feed, heading, invite, curtain, story, fair } = table.panels;
  main.append(
    heading.element, invite.element, curtain.element, story.element,
    el("div", { class: "table" },
      el("div", { class: "stage" }, picture.element, actions.element, travel.element, feed.element),
      el("div", { class: "side" }, votes.element, seats.element, advice.element, fair.element)),
  );
  await table.draw();
  feed.follow();
  return () => table.leave();
}

/** The game as this tab may see it. A token that the server knows no more is forgotten; without it one watches. */
async function firstLook(table) {
  try {
    return await ask("GET", paths.game(table.id), { token: table.token });
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.problem.status !== UNKNOWN_TOKEN || !table.token) throw fault;
    forgetEyes(table.id);
    const head = await firstLook(table);
    setTimeout(() => showProblem({ title: say("seat_lost"), detail: say("seat_lost_note") }));
    return head;
  }
}

class Table {
  constructor(id) {
    this.id = id;
    this.at = null; // the version looked at; null is the newest
    this.left = false;
    this.asked = 0;
    this.votesChanged = true;
    this.lastLook = 0; // when the page asked last, in ms of the page's own clock
    this.panels = {
      heading: headingPanel(this),
      picture: picturePanel(this),
      seats: seatsPanel(this),
      actions: actionsPanel(this),
      advice: advicePanel(this),
      travel: travelPanel(this),
      votes: votesPanel(this),
      feed: feedPanel(this),
      invite: invitePanel(this),
      story: storyPanel(this),
      fair: fairPanel(this),
      curtain: curtainPanel(this),
    };
  }

  /** The token to ask with; undefined for a spectator. */
  get token() {
    return tokenOf(this.id);
  }

  /** Whether an older version is looked at. */
  get isPast() {
    return this.at !== null;
  }

  /** Look at a version; the newest is followed from then on. */
  async lookAt(version) {
    this.at = version >= this.head.version ? null : version;
    await this.refresh();
  }

  /** Look at the table as somebody else. */
  async changeEyes() {
    this.at = null;
    this.votesChanged = true;
    await this.refresh();
    this.panels.feed.follow();
  }

  /** Fetch the game anew and draw it; of several calls at once the newest counts. */
  async refresh() {
    const mine = ++this.asked;
    this.lastLook = performance.now();
    await load(async () => {
      const head = await ask("GET", paths.game(this.id), { token: this.token });
      const view = this.isPast ? await ask("GET", paths.game(this.id), { token: this.token, query: { version: this.at } }) : head;
      if (this.left || mine !== this.asked) return;
      this.head = head;
      this.view = view;
      await this.draw();
    });
  }

  /** What an id is called at this table. */
  word(group, id) {
    return wordFor(this.ruleset, group, id, this.head.map);
  }

  /** Post something of this game and look again. */
  async act(path, body = {}) {
    this.acting = true; // its own events come on the stream too; they need no second look
    const done = await attempt(() => ask("POST", path, { token: this.token, body })).finally(() => { this.acting = false; });
    if (done) this.at = null;
    await this.refresh();
    return done;
  }

  async draw() {
    const drawn = Object.values(this.panels).map((panel) => panel.draw());
    await Promise.all(drawn);
    document.title = `${isAwaited(this) ? `● ${say("your_move")} · ` : ""}${nameOf(this.ruleset)} · Longroad`;
  }

  leave() {
    this.left = true;
    this.panels.seats.stop();
    this.panels.feed.stop();
    this.panels.picture.drop();
  }
}

/** Whether a seat that this tab plays has to act. */
function isAwaited({ id, head }) {
  const { seats } = holding(id);
  return head.status === "running" && head.awaiting.some((one) => one.must !== false && seats[one.seat]);
}

function headingPanel(table) {
  const element = el("div", { class: "heading" });
  const draw = () => {
    const { head } = table;
    redraw(element,
      el("h1", {}, nameOf(table.ruleset), " ", el("span", { class: `badge ${head.status}` }, say(`status_${head.status}`))),
      el("p", { class: "quiet" }, agreed(table).join(" · "), " · ", el("code", {}, table.id), linked(head)),
    );
  };
  return { element, draw };
}

/** What the table is played with. */
function agreed({ head, ruleset }) {
  const clock = head.clock && say(`clock_told_${head.clock.kind ?? "move"}`, { ...head.clock, then: say(`timeout_${head.clock.on_timeout}`) });
  const delay = head.spectator_delay && say("delay_told", { much: Object.entries(head.spectator_delay).map(([unit, many]) => `${many} ${say(`unit_${unit}`)}`).join() });
  return [
    mapName(ruleset, head.map), ...head.modules.map((id) => wordFor(ruleset, "modules", id)),
    `${say("undo_policy")}: ${say(`undo_${head.undo_policy}`)}`,
    clock, delay, head.private && say("private"), head.sandbox ? say("sandbox") : head.parent ? say("branched") : head.unfair && say("unfair"), head.imported && say("imported"),
  ].filter(Boolean);
}

/** The games that this one came of, or led to. */
function linked(head) {
  const link = (key, id, version) => [" · ", say(key), " ", el("a", { id: `to-${key}`, href: `#/games/${id}` }, version ? `${id} (${version})` : id)];
  return [
    head.parent ? link("branch_of", head.parent.id, head.parent.version) : null,
    head.rematch_of ? link("rematch_of", head.rematch_of) : null,
    head.rematch ? link("rematch_is", head.rematch) : null,
  ];
}
