/** What happened, told as people say it: names in place of numbers, a roll and what it brings as one sentence, and nothing of what only keeps the books. */

import { withoutIds } from "../board/plan.js";
import { el } from "../shared/dom.js";
import { calledSeat, withNames } from "../shared/people.js";
import { plain, say } from "../words/words.js";

const HIDDEN = new Set([
  "AgendaSet", "TimeUsed", "TableOpened", "SeedRevealed", "RouteChanged", "OffersLapsed", "TurnEnded", "TurnCredited", "TokenRenewed", "AgentReplaced",
  "DiceCardDrawn", "DiscardMade", "ContactKept", "RollingStopped", "GoldPaid", "InfluencePaid", "SeatRenamed",
]);

/** A sentence whose parameters may be elements. */
export const phrase = (key, params = {}) => say(key).split(/(\{\w+\})/).filter(Boolean).map((part) => (/^\{\w+\}$/.test(part) ? (params[part.slice(1, -1)] ?? "") : part));

/** Who tells of a table: `told` makes the sentence of an event, null where people need none; `gained` what a roll brings. It remembers whose offers there were. */
export function tellerOf(table) {
  const owners = new Map(); // whose offer a number is
  const who = (seat) => (typeof seat === "number" ? el("b", { class: "player", "data-of": seat }, calledSeat(table.head, seat)) : say("owner"));
  const all = (seats) => joined(seats.map(who));
  const cards = (counts) => table.counted(counts);
  const gained = (gains) => {
    const parts = gains.map((counts, seat) => [seat, cards(typeof counts === "number" ? { gold: counts } : counts)]).filter(([, what]) => what);
    return parts.length ? parts.flatMap(([seat, what], at) => [at ? ", " : "", ...phrase("log_gets", { name: who(seat), what })]) : [say("log_gets_nothing")];
  };
  const about = (key, { seat, offer }) => phrase(key, { name: who(seat), what: owners.has(offer) ? phrase("log_offer_of", { other: who(owners.get(offer)) }) : say("log_an_offer") });
  const SAID = {
    DiceRolled: ({ seat, dice }) => phrase("log_rolls", { name: who(seat), sum: dice.reduce((sum, die) => sum + die, 0) }),
    ResourcesProduced: ({ gains }) => gained(gains),
    GoldProduced: ({ gains }) => gained(gains),
    TurnStarted: ({ turn, seat }) => phrase("log_turn", { turn, name: who(seat) }),
    TradeOffered: ({ offer, seat, give, take, or_take: others = [], to, answers }) => {
      owners.set(offer, seat);
      const what = { name: who(seat), give: cards(give), take: [take, ...others].map(cards).join(` ${say("or")} `), other: who(owners.get(answers) ?? to[0]) };
      if (answers) return phrase("log_counters", what);
      return to.length < table.head.seats.length - 1 ? phrase("log_offers_to", { ...what, others: all(to) }) : phrase("log_offers", what);
    },
    OfferAccepted: (event) => about("log_accepts", event),
    OfferDeclined: (event) => about("log_declines", event),
    OfferWithdrawn: ({ seat }) => phrase("log_withdraws", { name: who(seat) }),
    OfferExpired: ({ seat }) => phrase("log_expires", { name: who(seat) }),
    MonopolyPlayed: ({ seat, resource, taken }) => phrase("log_monopoly", { name: who(seat), what: table.term(resource), count: taken.reduce((sum, one) => sum + one, 0) }),
    ForcedTradeMade: ({ seat, resource, asked, gave }) => phrase(gave.length ? "log_demands" : "log_demands_in_vain", { name: who(seat), what: cards({ [resource]: 1 }), others: all(asked), givers: all(gave) }),
    DiscardsRevealed: ({ discards }) => {
      const parts = discards.map((counts, seat) => [seat, cards(counts)]).filter(([, what]) => what);
      return parts.length ? parts.flatMap(([seat, what], at) => [at ? "; " : "", ...phrase("log_discards", { name: who(seat), what })]) : null;
    },
    BidsShown: ({ bids, taker }) => {
      const made = bids.flatMap((bid, seat) => [seat ? ", " : "", who(seat), ` ${bid}`]);
      return typeof taker === "number" ? phrase("log_bids", { made, name: who(taker) }) : phrase("log_bids_equal", { made });
    },
    SeatTaken: ({ seat }) => phrase("log_sits", { name: who(seat) }),
    SeatHandedOver: ({ seat, agent }) => phrase(agent ? "log_agent" : "log_free", { name: who(seat) }),
    SeatStoodIn: ({ seat }) => phrase("log_agent", { name: who(seat) }),
    SeatLent: ({ seat }) => phrase("log_agent", { name: who(seat) }),
    SeatResigned: ({ seat }) => phrase("log_resigns", { name: who(seat) }),
    TimedOut: ({ seat }) => phrase("log_late", { name: who(seat) }),
    HeadMoved: ({ kind, by, to }) => phrase(`log_${kind}`, { name: who(by), version: to }),
    VoteOpened: ({ kind, by, seat }) => phrase(`log_asks_${kind}`, { name: who(by), other: who(seat) }),
    VoteClosed: ({ outcome }) => phrase(outcome === "passed" ? "log_vote_passed" : "log_vote_over"),
    VoteCast: ({ seat, accept }) => phrase(accept ? "log_yes" : "log_no", { name: who(seat) }),
    RematchOpened: () => phrase("log_rematch"),
  };
  const told = (event) => {
    if (HIDDEN.has(event.type)) return null;
    try {
      return SAID[event.type] ? SAID[event.type](event) : worded(table, event);
    } catch {
      return worded(table, event); // a member is missing that the sentence needs
    }
  };
  return { told, gained };
}

/** What the server says of an event, with names and without ids. */
const worded = (table, { type, summary }) => withNames(table.head, summary ? withoutStop(table.inNumbers(withoutIds(summary))) : plain(type));

/** An entry of the log ends without a full stop, as those do that the page words itself. */
const withoutStop = (summary) => summary.replace(/\.$/, "");

/** Elements as a list that one reads. */
const joined = (parts) => parts.flatMap((part, at) => [at ? (at === parts.length - 1 ? ` ${say("and")} ` : ", ") : "", part]);
