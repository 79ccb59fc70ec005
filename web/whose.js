// Whose table it is, where `?api=` names another service, and why it stays empty where it may not.

import { API, FOREIGN, NAMED } from "./api.js";
import { banner } from "./banner.js";
import { el } from "./dom.js";

function showWhose() {
  const home = el("a", { href: location.pathname }, `To the tables of ${location.host}`);
  const whose = `This is a table of ${API}: its names and texts come from there, not from ${location.host}. `;
  const odd = `“${NAMED}” is no address of a service: this is ${location.host}.`;
  if (FOREIGN) banner("whose", whose, home);
  else if (!URL.canParse(NAMED) || new URL(NAMED).origin !== API) banner("whose", odd);
}

/** Say of a page whose policy names no other service why it stays empty. */
export function tellRefused({ effectiveDirective }) {
  if (!FOREIGN || effectiveDirective !== "connect-src" || document.getElementById("refused")) return;
  banner("refused", `${location.host} shows no tables of other services.`);
}

showWhose();
