// The rules of a game in short: sections, and under each paragraph what of the table it is about.

import { API, pageAddress, pageFragment, read } from "./api.js";
import { tell } from "./announce.js";
import { byId, el, words } from "./dom.js";
import { rulesAddress } from "./rules_link.js";
import { addSettings } from "./settings.js";

const MOST_ENTRIES = 60;

const described = (name, text) => [el("dt", {}, name), el("dd", {}, text)];

let components = null;

/** The entries of `table`, or of it the one that `table/name` says; read when first asked for. */
async function entries(game, named) {
  components ??= read(game.components);
  const [table, name] = named.split("/");
  const { tables } = await components;
  return (tables[table] ?? []).filter((one) => name === undefined || one.name === name);
}

function actionList(game, names) {
  const known = names.flatMap((name) => game.actions.filter(({ type, chance }) => type === name && !chance));
  return known.length > 0 && el(
    "details",
    {},
    el("summary", {}, `What you do: ${known.map(({ type }) => words(type)).join(", ")}`),
    el("dl", {}, known.flatMap(({ type, help }) => described(words(type), help))),
  );
}

/** What a table is made of, filled in when it is opened. */
function componentList(game, named) {
  const list = el("dl");
  const made = el("details", {}, el("summary", {}, `On the table: ${words(named.split("/").pop())}`), list);
  made.addEventListener("toggle", async () => {
    if (list.childElementCount > 0) return;
    try {
      const found = await entries(game, named);
      list.replaceChildren(...found.slice(0, MOST_ENTRIES).flatMap((one) => described(one.label, one.text)));
      const left = found.length - MOST_ENTRIES;
      if (left > 0) made.append(el("p", {}, `And ${left} more.`));
    } catch (error) {
      tell(error.message);
    }
  });
  return made;
}

function paragraph(game, one) {
  return el(
    "div",
    { class: "rule", id: `at-${one.anchor}`, tabindex: -1 },
    el("p", {}, one.text),
    actionList(game, one.actions),
    one.components.map((named) => componentList(game, named)),
  );
}

function section(game, one) {
  return el(
    "section",
    { "aria-labelledby": `title-${one.anchor}` },
    el("h2", { id: `title-${one.anchor}` }, one.title),
    one.paragraphs.map((each) => paragraph(game, each)),
  );
}

/** Go to the paragraph, or section, that the address names. */
function seek() {
  for (const marked of document.querySelectorAll(".rule.sought")) marked.classList.remove("sought");
  const at = pageFragment().get("at");
  const found = at && (byId(`at-${at}`) ?? byId(`title-${at}`));
  if (!found) return;
  found.classList.add("sought");
  found.scrollIntoView({ block: "start" });
  found.focus({ preventScroll: true });
}

function show(game, rules) {
  byId("title").textContent = `${game.name}: the rules`;
  document.title = `${game.name}: the rules – Railhead`;
  for (const [id, page, there] of [
    ["to-tutorial", "tutorial.html", game.tutorial], ["to-puzzles", "puzzles.html", game.puzzles],
  ]) {
    byId(id).hidden = !there;
    byId(id).href = pageAddress(page, { game: game.id });
  }
  byId("contents").replaceChildren(...rules.sections.map((one) =>
    el("li", {}, el("a", { href: rulesAddress(game.id, one.anchor) }, one.title)),
  ));
  byId("page").lang = rules.language;
  byId("page").replaceChildren(
    el("p", { class: "summary" }, rules.summary),
    ...game.notices.map((text) => el("p", { class: "notice" }, text)),
    ...rules.sections.map((one) => section(game, one)),
    game.rules ? el("p", {}, el("a", { href: API + game.rules, target: "_blank", rel: "noopener" },
      "Every case, with its sources (as text, in a new tab)")) : "",
  );
  seek();
}

async function begin() {
  addSettings("open-settings");
  byId("home").href = pageAddress("./");
  const id = pageFragment().get("game");
  if (!id) throw new Error("The address names no game.");
  const game = await read(`/v1/games/${encodeURIComponent(id)}`);
  if (!game.player_rules) throw new Error(`There are no short rules of ${game.name}.`);
  addEventListener("hashchange", () => (pageFragment().get("game") === id ? seek() : location.reload()));
  show(game, await read(game.player_rules));
}

begin().catch((error) => tell(error.message));
