/** What a seat may do, as the stream tells it; it is asked for only where the stream does not tell it in time. */

import { ask } from "../shared/api.js";
import * as paths from "../shared/paths.js";

const PATIENCE_MS = 120;

/** What a table hears of its seat's turns: `tell` one, `forget` them all, and `legal`, all that is legal at the newest version. */
export function turnsOf(table) {
  let newest = null;
  let wake = () => {};
  const told = (version) => (newest?.version === version ? newest.legal : undefined);
  const heard = (version) => new Promise((done) => {
    const timer = setTimeout(done, PATIENCE_MS);
    wake = () => {
      if (!told(version)) return;
      clearTimeout(timer);
      done();
    };
  });
  return {
    tell(turn) {
      newest = turn;
      wake();
    },
    forget() {
      newest = null;
    },
    async legal(version) {
      if (!told(version)) await heard(version);
      return told(version) ?? ask("GET", paths.legalActions(table.id), { token: table.token });
    },
  };
}
