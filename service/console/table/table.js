/** A table: the picture, who sits there, what can be done, what happened, and every version before. */

import { picturePanel } from "../board/picture.js";
import { withoutIds } from "../board/plan.js";
import { undoPanel } from "../board/undo.js";
import { friendsPanel } from "../friends/friends_panel.js";
import { curtainPanel } from "../friends/curtain.js";
import { invitePanel } from "../friends/inviting.js";
import { actionsPanel } from "../hand/actions.js";
import { drawerPanel } from "../motion/drawer.js";
import { paceOf, skipPanel } from "../motion/pace.js";
import { stageOf } from "../motion/stage.js";
import { paceMs } from "../motion/wishes.js";
import { ordersFold } from "../hand/orders/orders_fold.js";
import { ask, Refusal } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { inNumbers, nameOf, rulesetOf, wordFor } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { withNames } from "../shared/people.js";
import { attempt, load, nameProblems, showProblem } from "../shared/problems.js";
import { forgetEyes, holding, tokenOf } from "../shared/purse.js";
import { nameTab } from "../shared/tab.js";
import { advicePanel } from "../story/advice.js";
import { fairPanel } from "../story/fair.js";
import { playerPanel } from "../story/player.js";
import { say } from "../words/words.js";
import { feedPanel } from "./feed.js";
import { headingPanel } from "./heading.js";
import { laterPanel } from "./later.js";
import { foldsOf } from "./folds.js";
import { pastOf } from "./past.js";
import { seatsPanel } from "./seats.js";
import { stripPanel } from "./strip.js";
import { talkPanel } from "./talk.js";
import { travelPanel } from "./travel.js";
import { turnsOf } from "./turns.js";
import { votesPanel } from "./votes.js";

const UNKNOWN_TOKEN = new Set([401, 404]); // a private game is hidden from whoever is not known

/** Fill the page with the table of a game, at one of its versions where the address names one; answers how to leave it. */
export async function showTable(main, id, version = Infinity) {
  const table = new Table(id);
  table.head = await firstLook(table);
  table.view = table.head;
  table.ruleset = await rulesetOf(table.head.ruleset);
  if (version < table.head.version) await table.turnTo(Math.max(1, version));
  const { picture, player, seats, actions, advice, votes, feed, heading, invite, curtain, fair, skip, switches, strip, talk, friends, orders, ending, told, undo } = table.panels;
  const { side, drawer } = table.folds;
  picture.element.append(skip.element, undo.element);
  side.element.append(feed.element);
  drawer.element.append(heading.element, seats.element, friends.settings, orders.element, advice.element, fair.element, switches.element);
  main.append(
    curtain.element,
    el("div", { class: "table-page" }, el("div", { class: "felt docks", "data-ruleset": table.head.ruleset },
      strip.element, el("div", { class: "stage" }, picture.element, votes.element, invite.element, friends.element, ending.element), told.element, actions.element, side.element, player.element, drawer.element)),
    table.below,
  );
  strip.element.append(talk.bubbles);
  strip.element.querySelector(".strip-buttons").prepend(talk.element);
  nameProblems((sentence) => withNames(table.head, withoutIds(sentence)));
  table.folds.take(strip.element.querySelector(".strip-buttons"));
  await table.draw().catch((fault) => { table.leave(); throw fault; });
  feed.follow();
  const look = () => table.refresh();
  addEventListener("benchopen", look);
  return () => {
    removeEventListener("benchopen", look);
    table.leave();
  };
}

/** The game as this tab may see it. A token that the server knows no more is forgotten; without it one watches. */
async function firstLook(table) {
  try {
    return await ask("GET", paths.game(table.id), { token: table.token });
  } catch (fault) {
    if (!(fault instanceof Refusal) || !UNKNOWN_TOKEN.has(fault.problem.status) || !table.token) throw fault;
    forgetEyes(table.id);
    const head = await firstLook(table).catch((next) => { throw Object.assign(next, { hadSeat: true }); });
    setTimeout(() => showProblem({ title: say("seat_lost"), detail: say("seat_lost_note") }));
    return head;
  }
}

class Table {
  constructor(id) {
    this.id = id;
    this.at = null; // the version looked at; null is the newest
    this.left = false;
    this.wentBack = false; // whether somebody undid or redid since this page acted last
    this.asked = 0;
    this.votesChanged = true;
    this.past = pastOf(this);
    this.pace = paceOf(this);
    this.stage = stageOf(this);
    this.turns = turnsOf(this);
    this.geometry = askedOnce(() => ask("GET", paths.board(id), { token: this.token }));
    this.folds = foldsOf();
    this.below = el("div", { class: "below" }); // what is told of a finished game
    this.sawPlay = false; // whether the game was played while one looked on
    this.lastLook = 0; // when the page asked last, in ms of the page's own clock
    const picture = picturePanel(this);
    this.panels = {
      heading: headingPanel(this),
      picture,
      player: playerPanel(this),
      seats: seatsPanel(this),
      actions: actionsPanel(this),
      advice: advicePanel(this),
      travel: travelPanel(this),
      undo: undoPanel(this),
      votes: votesPanel(this),
      feed: feedPanel(this, picture.around),
      invite: invitePanel(this),
      story: laterPanel(() => this.head.status === "finished" && !this.isBehind, async () => (await import("../story/story.js")).storyPanel(this)),
      ending: laterPanel(() => this.sawPlay && this.head.status === "finished" && !this.isBehind && !this.isPast, async () => (await import("../story/ending.js")).endingPanel(this)),
      told: toldPanel(this),
      fair: fairPanel(this),
      curtain: curtainPanel(this),
      skip: skipPanel(this),
      switches: drawerPanel(this),
      friends: friendsPanel(this),
      orders: ordersFold(this),
      talk: talkPanel(this),
      strip: stripPanel(this, { open: () => this.openSeats(), buttons: this.folds.buttons }),
    };
  }

  /** Show the cards of all seats, on their tab of the side. */
  openSeats() {
    this.folds.side.open();
    return this.panels.feed.choose("seats");
  }

  /** The token to ask with; undefined for a spectator. */
  get token() {
    return tokenOf(this.id);
  }

  /** Whether an older version is looked at. */
  get isPast() {
    return this.at !== null;
  }

  /** Whether the moves of others that led to the newest version are still being shown. */
  get isBehind() {
    return !this.isPast && this.view.version < this.head.version;
  }

  /** The table as the whole page tells it: the version on show, be it past or on the way to the newest. */
  get now() {
    return this.isPast || this.isBehind ? this.view : this.head;
  }

  /** Look at a version; the newest is followed from then on. Tells whether it is shown. */
  async lookAt(version) {
    if (version >= this.head.version) {
      this.at = null;
      this.pace.cut();
      return this.refresh();
    }
    const mine = ++this.asked;
    return load(async () => {
      const isShown = await this.turnTo(version, () => mine === this.asked);
      if (isShown) await this.draw();
    });
  }

  /** Have the table as it was at a version, unless somebody wished for another one meanwhile; tells whether it is so. */
  async turnTo(version, isWanted = () => true) {
    this.at = version;
    const view = await this.past.view(version);
    if (this.left || !isWanted()) return false;
    this.view = view;
    return true;
  }

  /** Look at the table as somebody else. */
  async changeEyes() {
    this.at = null;
    this.pace.cut();
    this.stage.begin(); // what others heard is not for these eyes
    this.votesChanged = true;
    await this.refresh();
    this.panels.feed.follow();
  }

  /** Fetch the game anew and draw it; of several calls at once the newest counts. */
  async refresh() {
    const mine = ++this.asked;
    this.lastLook = performance.now();
    return load(async () => {
      const head = await ask("GET", paths.game(this.id), { token: this.token });
      const view = this.isPast ? await this.past.view(this.at) : null;
      if (this.left || mine !== this.asked) return;
      this.head = head;
      if (view) this.view = view;
      else this.pace.follow();
      await this.draw();
    });
  }

  /** What an id is called at this table. */
  word(group, id) {
    return wordFor(this.ruleset, group, id, this.head.map);
  }

  /** What a kind of card or piece is called within a sentence. */
  term(kind) {
    return this.word("terms", kind).toLowerCase();
  }

  /** Kinds and counts within a sentence, such as `1 brick, 2 wool`; kinds of which there are none are left out. */
  counted(counts) {
    return this.inNumbers(Object.entries(counts).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${this.term(kind)}`).join(", "));
  }

  /** A sentence with one of a kind in the singular. */
  inNumbers(sentence) {
    return inNumbers(this.ruleset, sentence, this.head.map);
  }

  /** Take in what happened, as the stream or an answer tells it. */
  hear(event) {
    if (event.type === "HeadMoved") this.wentBack = true; // then nothing is passed by itself, or an undo would not last
    this.pace.hear(event);
    this.stage.hear(event);
  }

  /** Post something of this game and look again. */
  async act(path, body = {}) {
    this.acting = true; // its own events come on the stream too; they need no second look
    const post = async () => {
      const { version, events = [] } = (await ask("POST", path, { token: this.token, body })) ?? {};
      if (version) this.pace.reach(version);
      if (version && paceMs() > 0) this.past.picture(version).catch(() => {}); // whoever shows it asks again
      events.forEach((event) => this.hear(event));
    };
    const done = await attempt(post).finally(() => { this.acting = false; });
    if (!done || this.isPast) this.pace.cut();
    if (done) this.at = null;
    await this.refresh();
    return done;
  }

  async draw() {
    this.place();
    this.sawPlay ||= this.head.status === "running";
    const drawn = Object.values(this.panels).map((panel) => panel.draw());
    await Promise.all(drawn);
    if (this.left) return;
    nameTab(`${nameOf(this.ruleset)} · Longroad`, isAwaited(this));
    this.stage.drawn(isAwaited(this));
  }

  /** The versions lie in the drawer while the game is played, and with the story below the table after it. */
  place() {
    const { travel, story } = this.panels;
    const isOver = this.head.status === "finished";
    if (isOver && story.element.parentElement !== this.below) this.below.prepend(story.element);
    const home = isOver ? this.below : this.folds.drawer.element;
    if (travel.element.parentElement !== home) home.append(travel.element);
  }

  /** Draw what belongs to the version on show; all else belongs to the newest. */
  async drawView() {
    const { picture, player, feed, travel, advice, story, skip, strip, seats, actions, ending, told, undo } = this.panels;
    await Promise.all([picture, player, feed, travel, advice, story, skip, strip, seats, actions, ending, told, undo].map((panel) => panel.draw()));
  }

  leave() {
    this.left = true;
    this.pace.stop();
    this.folds.leave();
    nameProblems(null);
    for (const panel of Object.values(this.panels)) panel.stop?.();
  }
}

/** The table in words, for those who do not see it; nothing waits for it. */
function toldPanel(table) {
  const panel = laterPanel(() => Boolean(table.view.state), async () => (await import("../board/told/told.js")).toldPanel(table));
  return { ...panel, draw: () => { load(panel.draw); } };
}

/** The answer of a question that is asked once, and again only where it failed. */
function askedOnce(question) {
  let answer;
  return () => (answer ??= question().catch((fault) => { answer = undefined; throw fault; }));
}

/** Whether a seat that this tab plays has to act. */
function isAwaited({ id, head }) {
  const { seats } = holding(id);
  return head.status === "running" && head.awaiting.some((one) => one.must !== false && seats[one.seat]);
}
