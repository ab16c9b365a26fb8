/** The tick of those whose computer others use. */

import { el } from "../shared/dom.js";
import { isShared } from "../shared/purse.js";

/** A box that says whether others use this computer; whoever shows it acts on it. */
export const sharedBox = () => el("input", { type: "checkbox", id: "shared", checked: isShared() });
