/** The board's picture, fetched with the token and shown from memory: an image sends no token of its own. */

import { Refusal, request } from "./api.js";
import { el } from "./dom.js";
import * as paths from "./paths.js";
import { say } from "./words.js";

/** The panel of the picture. */
export function picturePanel(table) {
  const element = el("figure", { class: "picture" });
  let address = null;
  let shown = "";
  const drop = () => address && URL.revokeObjectURL(address);
  const show = (svg, version) => {
    const before = address;
    address = URL.createObjectURL(svg);
    const image = el("img", { id: "picture", src: address, alt: say("picture", { version }), "data-version": version });
    element.replaceChildren(image, el("figcaption", { class: "quiet" }, el("a", { href: address, target: "_blank", rel: "noopener" }, say("enlarge"))));
    if (before) URL.revokeObjectURL(before);
  };
  const draw = async () => {
    const { version } = table.view;
    const wanted = `${version} ${table.token}`;
    if (wanted === shown) return;
    shown = wanted;
    try {
      const answer = await request("GET", paths.picture(table.id), { token: table.token, query: { version } });
      const svg = await answer.blob();
      if (wanted === shown && !table.left) show(svg, version);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      const unset = fault.problem.status === 409;
      element.replaceChildren(el("p", { class: "quiet empty" }, unset ? say("no_picture") : fault.problem.title || say("unreachable")));
    }
  };
  return { element, draw, drop };
}
