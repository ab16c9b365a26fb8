/** What the developer's bench hears of the page's requests. Until it is opened nobody listens, and nothing is kept. */

let listener = null;

/** Let somebody hear every request from now on. */
export function listen(one) {
  listener = one;
}

/** Tell that a request is sent; answers whom to tell how it ended, if anybody listens. */
export const heard = (address, options) => listener?.sent(address, options);

/** Tell of an event that the stream of a game brought. */
export const heardEvent = (game, event) => listener?.event(game, event);

/** The options with which a request is sent: the bench may hold it back first, and change or refuse it. */
export async function considered(method, path, options) {
  return listener ? listener.consider(method, path, options) : options;
}
