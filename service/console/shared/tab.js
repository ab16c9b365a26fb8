/** What the browser shows of the page in its row of tabs: the title, and the icon, with a dot while somebody is waited for here. */

import { say } from "../words/words.js";
import { site } from "./site.js";

const ICONS = { false: "/console/icon.svg", true: "/console/motion/turn.svg" };

/** Name the page, and say whether it is waiting for whoever looks. */
export function nameTab(title, isAwaited = false) {
  document.title = `${isAwaited ? `● ${say("your_move")} · ` : ""}${title}`;
  const icon = document.querySelector("link[rel=icon]");
  const wanted = site + ICONS[isAwaited];
  if (icon.href !== wanted) icon.href = wanted;
}
