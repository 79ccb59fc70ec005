// The lists of matches in the lobby: those that this browser has keys to, and public ones.

import { ask, matchPath, pageAddress, read } from "./api.js";
import { button, byId, el } from "./dom.js";
import { nameOf, standingOf } from "./seat_names.js";
import { forget, kept, PREFIX, tokenOf } from "./tokens.js";

const SHOWN = 12;
const PAGE = 12;

function row(match, names, link, extra) {
  const players = match.seats.map((seat) => nameOf(seat, match.seats)).join(", ");
  return el(
    "li",
    { "data-match": match.id },
    el("a", { href: pageAddress("table.html", { match: match.id }) }, `${link} ${names.get(match.game) ?? match.game}`),
    el("span", {}, players),
    el("span", { class: "standing" }, standingOf(match)),
    extra,
  );
}

/** The ids of all matches that are kept, the latest first. */
function keptMatches() {
  const ids = Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));
  return ids.sort((one, other) => (kept(other).added ?? 0) - (kept(one).added ?? 0));
}

/** Show the matches of this browser; those that are gone are forgotten. */
export async function ownMatches(names) {
  const shown = await Promise.all(keptMatches().slice(0, SHOWN).map(ownMatch));
  const found = shown.filter(Boolean);
  byId("own").hidden = found.length === 0;
  const rows = (matches, link) => matches.map((match) => row(match, names, link, ending(match)));
  const [over, going] = [true, false].map((wanted) => found.filter(({ status }) => (status === "over") === wanted));
  byId("own-list").replaceChildren(...rows(going, "Go on with"));
  byId("own-over").hidden = over.length === 0;
  byId("own-over-list").replaceChildren(...rows(over, "Look back at"));
}

async function ownMatch(id) {
  try {
    return await read(matchPath(id), { token: tokenOf(kept(id)) });
  } catch (error) {
    if ([401, 404].includes(error.status)) forget(id);
    return null;
  }
}

/** How a match leaves the list, behind a menu: its owner may delete it, others let it out of sight. */
function ending(match) {
  const { owner } = kept(match.id);
  const act = button(owner ? "Delete" : "Forget", async ({ target }) => {
    if (owner && !confirm("Delete this match for everybody?")) return;
    if (owner) await ask("DELETE", matchPath(match.id), { token: owner });
    forget(match.id);
    target.closest("li").remove();
  });
  return el("details", { class: "more" }, el("summary", { "aria-label": "More", title: "More" }, "⋯"), act);
}

/** Show the tables where anybody may sit down, where there are any. */
export async function openTables(names) {
  const { matches } = await read(`/v1/matches?status=open&limit=${PAGE}`);
  const open = matches.filter(({ playable }) => playable);
  byId("open").hidden = open.length === 0;
  byId("open-list").replaceChildren(...open.map((match) => row(match, names, verb(match))));
}

/** Show public matches, a page at a time. */
export async function publicMatches(names) {
  const list = byId("public-list");
  let cursor = null;
  async function more(afresh) {
    const query = new URLSearchParams({ limit: PAGE });
    if (byId("public-status").value) query.set("status", byId("public-status").value);
    if (cursor && !afresh) query.set("cursor", cursor);
    const page = await read(`/v1/matches?${query}`);
    const rows = page.matches.filter((match) => match.playable).map((match) => row(match, names, verb(match)));
    if (afresh) list.replaceChildren(...rows);
    else list.append(...rows);
    cursor = page.cursor;
    byId("public-more").hidden = !cursor;
    byId("public-none").hidden = list.childElementCount > 0 || Boolean(cursor);
  }
  byId("public-status").addEventListener("change", () => more(true));
  byId("public-more").addEventListener("click", () => more(false));
  await more(true);
}

function verb(match) {
  return match.status === "open" ? "Join" : match.status === "over" ? "Look back at" : "Watch";
}
