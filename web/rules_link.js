// Where the rule of something stands: an action type and a component say `#` and its anchor.

import { pageAddress } from "./api.js";

/** The address of a game's rules, at the paragraph of `link` where there is one. */
export function rulesAddress(game, link = "") {
  const at = link.replace(/^#/, "");
  return pageAddress("rules.html", at ? { game, at } : { game });
}
