/** What the seat may do now: places on the board, and the bar below it with the hand, what to build, offers and choices. */

import { keepDice } from "../board/dice.js";
import { grouped, sorted } from "../board/plan.js";
import { ask } from "../shared/api.js";
import { button, el, redraw } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { calledSeat } from "../shared/people.js";
import { load } from "../shared/problems.js";
import { hold, holding } from "../shared/purse.js";
import { goToStory } from "../table/travel.js";
import { say } from "../words/words.js";
import { buildButtons, buildsOf, isBuild } from "./builds.js";
import { choice, groupName, templateTray } from "./choices.js";
import { handOf, ON_CARDS } from "./hand.js";
import { helperCards } from "./helpers.js";
import { isAnswer, offerCards } from "./offers.js";
import { passFor } from "./passing.js";
import { isAsked, questionCards } from "./questions.js";
import { explain } from "./rule_help.js";
import { canTrade, tradeButton, tradeTray } from "./trade.js";
import { makeTray } from "./tray.js";

const BEGINS = ["RollDice", "DiceRollDice", "TakeGold"]; // begin and end stand at one place; what declines stands on the card of its question
const ENDS = ["EndTurn", "StopRolling", "EndBuilding", "Pass", "PassPermit"];
const DOUBLE = 2; // presses of the mouse
const QUIET_MS = 1200;
const FEW = 6; // so many choices stand in the bar where nothing else can be done

/** The panel of the legal actions. */
export function actionsPanel(table) {
  const tray = makeTray();
  const turn = el("p", { role: "status", id: "turn", tabindex: -1 });
  const offers = el("div", { class: "offers", id: "offers" });
  const bar = el("div", { class: "play-row", id: "legal" });
  const element = el("section", { class: "action-bar", id: "actions", "aria-label": say("to_do") }, el("div", { class: "over" }, offers, tray.element), el("div", { class: "held-area" }, turn, bar));
  const state = { shown: "", acted: false };
  const perform = async (command) => {
    if (state.busy) return; // a second press is for what stood there before
    busy(true);
    state.acted = true;
    table.wentBack = false;
    const press = state.press = (state.press ?? 0) + 1;
    const { version } = table.head;
    const done = await table.act(paths.commands(table.id), command);
    if (press === state.press && (!done || state.version > version)) busy(false);
  };
  /** Take no presses until what follows from one is drawn. */
  const busy = (is) => {
    state.busy = is;
    for (const one of [element, table.panels.picture.element]) one.toggleAttribute("data-busy", is);
  };
  const fill = (desk) => {
    const { activeElement } = document;
    const isHere = state.acted || element.contains(activeElement);
    const held = activeElement?.id;
    state.acted = false;
    if (state.version !== table.now.version) busy(false);
    state.version = table.now.version;
    turn.replaceChildren(...[desk.said].flat(), ...(desk.hint ? [el("span", { class: "hint" }, ` ${desk.hint}`)] : []));
    offers.replaceChildren(...desk.offers);
    redraw(bar, ...desk.row);
    if (!isHere || (held && document.getElementById(held) === document.activeElement)) return;
    if (!tray.element.hidden) return;
    if (table.panels.picture.focusFirst()) {
      if (document.activeElement === document.body) turn.focus({ preventScroll: true }); // until the board shows the places
      return;
    }
    (bar.querySelector(".act:not(:disabled), button.main") ?? turn).focus({ preventScroll: true });
  };
  /** What the bar is made of. */
  const key = () => JSON.stringify([table.head.version, table.now.version, table.head.status, table.at, table.token, table.head.awaiting.map((one) => one.seat)]);
  const draw = () => load(async () => {
    const { head } = table;
    const wanted = key();
    if (wanted === state.shown) return;
    if (table.isPast) {
      state.shown = wanted;
      table.panels.picture.offer(null);
      tray.close(false);
      return fill(past(table));
    }
    clearTimeout(state.later);
    if (table.isBehind) {
      const board = table.view.state ? await table.geometry() : null;
      if (!table.isBehind || wanted !== key()) return;
      state.shown = wanted;
      table.panels.picture.offer(null);
      return fill(between({ table, board, perform, tray }));
    }
    const isOwed = head.awaiting.some((one) => String(one.seat) === holding(table.id).as);
    const legal = isOwed ? await table.turns.legal(head.version) : nothing(table);
    const board = head.state ? await table.geometry() : null;
    if (wanted !== key()) return;
    state.shown = wanted;
    show(legal, board);
    if (legal.isGuess) state.later = setTimeout(() => look(head, board), QUIET_MS);
  });
  const show = (legal, board) => {
    const desk = deskOf({ table, legal, board, perform, tray });
    table.panels.picture.offer(desk.offering);
    fill(desk);
    clearTimeout(state.passing);
    state.passing = passFor(table, legal);
  };
  /** Whoever is not waited for may still offer a trade; that is asked once the others pause. */
  const look = (head, board) => load(async () => {
    const legal = await ask("GET", paths.legalActions(table.id), { token: table.token });
    if (!table.left && !table.isPast && !table.isBehind && head === table.head && (legal.actions.length || legal.templates.length)) show(legal, board);
  });
  element.addEventListener("click", () => table.pace.skip(), { capture: true }); // whoever acts wants to see the newest
  bar.addEventListener("click", (event) => { if (event.detail === DOUBLE && event.target.closest(".slot")) event.stopPropagation(); }, { capture: true }); // the second press is for what stood there before
  explain(element);
  return { element, draw, stop: () => [state.passing, state.later].forEach(clearTimeout) };
}

/** What can be done by a seat that nobody waits for: nothing, as far as one knows without asking. */
function nothing(table) {
  const seat = holding(table.id).as;
  const isSeat = table.head.status === "running" && /^\d+$/.test(seat ?? "");
  return { version: table.head.version, seat: isSeat ? Number(seat) : null, must_act: false, actions: [], templates: [], isGuess: isSeat };
}

function past(table) {
  const back = button(say("back_to_now"), () => table.lookAt(table.head.version), { class: "main", id: "now" });
  return { said: say("past", { version: table.at, head: table.head.version }), offers: [], row: [back] };
}

/** While the moves of others are shown: the hand and the offers as they were, and nothing to press. */
function between(given) {
  const { tray } = given;
  const desk = deskOf({ ...given, legal: nothing(given.table), tray: { ...tray, close() {} } });
  return { ...desk, said: waited(given.table), hint: "" };
}

/** After the end the story is told below the table. */
const toStory = () => button(say("to_the_story"), goToStory, { class: "main", id: "to-story" });

/** Everything on the bar, made of what is legal. */
function deskOf({ table, legal, board, perform, tray }) {
  const { head, now: view } = table;
  const { placed, others } = sorted(legal.actions, view, legal.seat);
  const me = view.state?.seats?.find((one) => one.seat === legal.seat) ?? null;
  const desk = { table, view, legal, board, me, perform, tray, others };
  const look = { color: me?.color ?? "ink", board, view };
  const dice = keepDice(desk);
  const offering = placed.size || dice ? { version: legal.version, placed, perform, seat: legal.seat, look, dice } : null;
  const open = table.panels.picture;
  const counter = legal.templates.some((one) => one.type === "OfferTrade") ? (offer) => tray.toggle(`counter-${offer.offer}`, offer.offer, say("trade"), () => tradeTray({ ...desk, close: () => tray.close(), begin: offer })) : null;
  tidy(desk);
  return {
    offering,
    said: said(table, legal),
    hint: legal.seat === null || !legal.must_act ? "" : dice ? say("on_the_dice") : placed.size ? say("on_the_board") : "",
    offers: [...questionCards(desk), ...offerCards({ ...desk, counter })],
    row: head.status === "finished" ? [toStory()] : row(desk, dice, open),
  };
}

/** Close what can be done no more, and open what must be done. */
function tidy({ legal, tray, table, perform }) {
  const [only] = legal.templates;
  const types = new Set([...legal.actions.map((one) => one.command.type), ...legal.templates.map((one) => one.type)]);
  const isGone = tray.name && !types.has(tray.name) && !(tray.name === "trade" && (types.has("MaritimeTrade") || types.has("OfferTrade"))) && !tray.name.startsWith("counter-");
  if (isGone || (tray.name?.startsWith("counter-") && !types.has("OfferTrade"))) tray.close(false);
  if (legal.must_act && !legal.actions.length && legal.templates.length === 1) {
    tray.show(only.type, JSON.stringify(only.bounds), groupLabel(only.type, table), () => templateTray(only, table, perform, () => tray.close(false)));
  }
}

const groupLabel = (type, table) => say(`do_${type}`, {}, table.word("frames", type));

function row(desk, dice, picture) {
  const { table, legal, perform, tray, others } = desk;
  const builds = buildsOf(desk);
  const isElsewhere = (entry) => isAnswer(entry) || isAsked(entry) || entry.command.type === "MaritimeTrade" || ON_CARDS.includes(entry.command.type) || builds.some((build) => isBuild(build, entry)) || (dice && entry.command.type === "DiceRollDice");
  const groups = grouped(others.filter((entry) => !isElsewhere(entry)));
  const slot = (types) => groups.filter(([{ command }]) => types.includes(command.type)).flat();
  const rest = groups.filter(([{ command }]) => !BEGINS.includes(command.type) && !ENDS.includes(command.type));
  const trades = canTrade(legal);
  const openTrade = (kind) => {
    const made = `${legal.version}`;
    tray.toggle("trade", made, say("trade"), () => tradeTray({ ...desk, close: () => tray.close(false), begin: null }));
    if (kind) tray.element.querySelector(`[data-member=give] [data-kind="${kind}"]`)?.click();
  };
  const play = (type) => openType(desk, type);
  const choose = (build, entries, pressed) => chooseBuild(build, entries, pressed, { picture, perform });
  return [
    el("div", { class: "slot begin" }, otherHands(table, legal), dice?.button ?? slot(BEGINS).map((entry) => choice(entry, table, perform, { class: "act main", id: `do-${entry.command.type}` }))),
    el("div", { class: "middle" },
      handOf(desk, { play, give: trades ? (kind) => openTrade(kind) : null, choose }),
      el("div", { class: "builds", role: "group", "aria-label": say("build") }, buildButtons({ ...desk, dice }, choose)),
      el("div", { class: "choices" },
        tradeButton(desk, () => openTrade(null)),
        helperCards(desk),
        rest.flatMap((entries) => groupButtons(entries, desk)),
        legal.templates.filter((one) => one.type !== "OfferTrade" && !ON_CARDS.includes(one.type) && !(tray.isOwed && tray.name === one.type)).map((one) => button(groupLabel(one.type, table), () => openType(desk, one.type), { id: `do-${one.type}`, "data-type": one.type })))),
    el("div", { class: "slot end" }, slot(ENDS).map((entry) => choice(entry, table, perform, { class: "act", id: `do-${entry.command.type}` }))),
  ];
}

/** Build what was chosen: at once where it needs no place, else on one of the places that glow for it. */
function chooseBuild(build, entries, pressed, { picture, perform }) {
  const isOff = pressed.getAttribute("aria-pressed") === "true";
  for (const other of pressed.closest("#legal").querySelectorAll("[aria-pressed]")) other.removeAttribute("aria-pressed");
  if (isOff) return picture.only(null);
  if (!picture.only((entry) => isBuild(build, entry))) return entries.length === 1 ? perform(entries[0].command) : null;
  pressed.setAttribute("aria-pressed", "true");
  return picture.focusFirst();
}

function groupButtons(entries, desk) {
  const { table, legal, perform } = desk;
  const [{ command: { type } }] = entries;
  const isAll = !legal.templates.length && legal.actions.every(({ command }) => command.type === type || ENDS.includes(command.type));
  if (entries.length === 1 || (isAll && entries.length <= FEW)) return entries.map((entry, n) => choice(entry, table, perform, { id: `do-${type}-${n}` }));
  return [button(groupName(type, entries, table), () => openType(desk, type), { id: `do-${type}`, "data-type": type, "aria-haspopup": "true" })];
}

/** Do the one action of a type, or open the tray with all of them. */
function openType({ table, legal, perform, tray }, type) {
  const entries = legal.actions.filter(({ command }) => command.type === type);
  const template = legal.templates.find((one) => one.type === type);
  const then = async (command) => { tray.close(false); await perform(command); };
  if (template) return tray.toggle(type, legal.version, groupLabel(type, table), () => templateTray(template, table, perform, () => tray.close(false)));
  if (entries.length === 1) return perform(entries[0].command);
  return tray.toggle(type, legal.version, groupName(type, entries, table), () => [el("div", { class: "choices" }, entries.map((entry) => choice(entry, table, then)))]);
}

/** Whoever holds the tokens of several seats goes on as the one that is waited for. */
function otherHands(table, legal) {
  if (table.isBehind || legal.actions.length || legal.templates.length) return [];
  const { seats } = holding(table.id);
  const owed = [...new Set(table.head.awaiting.map((one) => one.seat))].filter((seat) => seats[seat]);
  const lookAs = (seat) => {
    hold(table.id, { as: String(seat) });
    return table.changeEyes();
  };
  return owed.map((seat) => button(say("go_on_as", { seat: calledSeat(table.head, seat) }), () => lookAs(seat), { class: "main act", "data-seat": seat }));
}

function said(table, legal) {
  const { head } = table;
  const what = owed(table, legal);
  if (head.status === "finished") return say("result");
  if (head.status === "open") return say("waiting_sitter");
  if (legal.seat === null) return head.status === "running" ? `${waited(table)}. ${say("watching")}` : waited(table);
  const seat = calledSeat(head, legal.seat);
  if (legal.must_act) return asked(isTurnOf(head, legal.seat) ? say("your_turn", { seat }) : seat, what);
  return legal.actions.length || legal.templates.length ? asked(say("you_may", { seat }), what) : waited(table);
}

/** Who is asked, and for what; a phone has room for what is asked. */
const asked = (whom, what) => (what ? [el("span", { class: "whom" }, `${whom}: `), el("span", { class: "what" }, `${what}.`)] : `${whom}.`);

/** Whether it is a seat's own turn, not the turn of somebody else in which it has to answer. */
const isTurnOf = ({ state }, seat) => typeof state?.active !== "number" || state.active === seat;

/** What is owed, as one says it to a player; the rules' word for the frame where there is no better one. */
function owed(table, legal) {
  const { seat, actions, templates } = legal;
  const frame = table.head.awaiting.find((one) => one.seat === seat)?.frame;
  if (!frame) return "";
  const canEnd = actions.some(({ command }) => command.type === "EndTurn");
  const count = templates.find(({ type }) => type === "Discard")?.bounds.cards?.cards.total;
  const usual = table.word("frames", frame);
  const key = frame === "discard" && !count ? "" : canEnd && table.head.ruleset === "catan" ? (canTrade(legal) ? "owed_turn" : "owed_build") : `owed_${frame}`;
  return say(key, { count }, usual.charAt(0).toLowerCase() + usual.slice(1));
}

/** Who is waited for, at the version on show. */
function waited({ now: view }) {
  const owed = [...new Set(view.awaiting.filter((one) => one.must !== false).map((one) => one.seat))];
  return owed.length ? say("waiting_for", { seats: owed.map((seat) => calledSeat(view, seat)).join(", ") }) : say("nothing_legal");
}
