/** What a vote asks, in a sentence of its own for each kind in the contract. */

import { calledSeat } from "../shared/people.js";
import { holding } from "../shared/purse.js";
import { language, say } from "../words/words.js";

/** The sentence of a vote; the holder of a seat that others would free reads that it is theirs. */
export function sentenceOf(table, vote) {
  const call = (seat) => calledSeat(table.head, seat);
  const isOwn = vote.kind === "seat" && vote.seat in holding(table.id).seats;
  return say(isOwn ? "vote_your_seat" : `vote_${vote.kind}`, {
    by: vote.by === null ? say("owner") : call(vote.by),
    version: vote.to_version,
    seat: vote.seat === undefined ? "" : call(vote.seat),
    time: vote.until ? new Date(vote.until).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) : "",
  });
}
