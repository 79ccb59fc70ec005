// Why nothing can be done now with an element of the picture, in the words of the service.

import { announce } from "./announce.js";
import { matchPath, read } from "./api.js";
import { openAt } from "./chooser.js";
import { el, words } from "./dom.js";
import { rulesAddress } from "./rules_link.js";
import { inNames } from "./seat_names.js";

/** Ask for the reasons and show them beside the point of a click, each with a way to its rule. */
export async function explain(table, id, title, event) {
  const about = new URLSearchParams({ about: id });
  const { reasons = [] } = await read(`${matchPath(table.id)}/legal-actions?${about}`, { token: table.token });
  if (reasons.length === 0) return;
  announce(reasons.map(({ detail }) => inNames(detail)).join(" "));
  openAt(`Not now: ${title}`, reasons.map((one) => reasonItem(table.game, one)), event, () => {});
}

function reasonItem(game, { action, detail }) {
  const kind = game.actions.find(({ type }) => type === action);
  const rule = kind?.rules && el("a", { href: rulesAddress(game.id, kind.rules), target: "_blank" }, "The rule");
  return el("li", { class: "reason" }, action ? `${words(action)}: ` : "", inNames(detail), " ", rule);
}
