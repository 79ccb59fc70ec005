// On a narrow window one part of the table is shown at a time; each keeps its place.

import { byId } from "./dom.js";

const places = {};
const buttons = () => document.querySelectorAll(".tabs button");

export function addTabs() {
  for (const one of buttons()) one.addEventListener("click", () => showTab(one.dataset.tab));
}

/** Show a part, of which what can be done stands below the picture; where all are shown side by side, nothing changes. */
export function showTab(name) {
  if (getComputedStyle(document.querySelector(".tabs")).display === "none") return;
  places[document.body.dataset.tab] = scrollY;
  const tab = name === "actions" ? "picture" : name;
  document.body.dataset.tab = tab;
  for (const one of buttons()) one.setAttribute("aria-pressed", String(one.dataset.tab === tab));
  const top = name === "log" ? document.body.scrollHeight : (places[tab] ?? 0);
  scrollTo({ top, behavior: "instant" });
}

/** Say at the tab how many actions wait there. */
export function countActions(number) {
  byId("tab-count").textContent = number > 0 ? `(${number})` : "";
}
