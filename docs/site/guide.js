/**
 * Mends what the theme makes in the browser: code and tables that are too wide can be scrolled with the keyboard on
 * every device, the button that copies a block of code is no landmark, of which a page would have dozens, and the list
 * of what was found is not called a list while it is empty.
 */
const WIDE = ".md-typeset pre > code, .md-typeset__scrollwrap";
const BUTTONS = "nav.md-code__nav:not([role])";
const EMPTY = "ol[role=list]:empty";

/** Mend what is there by now; what is right already stays as it is. */
function mend() {
  for (const box of document.querySelectorAll(WIDE)) {
    if (box.scrollWidth > box.clientWidth && box.tabIndex !== 0) box.tabIndex = 0;
  }
  for (const buttons of document.querySelectorAll(BUTTONS)) buttons.setAttribute("role", "none");
  for (const list of document.querySelectorAll(EMPTY)) list.removeAttribute("role");
}

const seen = { subtree: true, childList: true, attributes: true, attributeFilter: ["role", "tabindex"] };
new MutationObserver(mend).observe(document.body, seen);
addEventListener("resize", mend);
mend();
