// The page of one match: reads it, follows it, and hands what is new to the parts that show it.

import { API, ask, freshKey, matchPath, pageAddress, patiently, read } from "./api.js";
import { Actions } from "./actions.js";
import { announce, tell } from "./announce.js";
import { offer, withdraw } from "./chooser.js";
import { button, byId, el } from "./dom.js";
import { Hint } from "./hint.js";
import { addShortcuts } from "./keyboard.js";
import { Log } from "./log.js";
import { Past } from "./past.js";
import { Picture } from "./picture.js";
import { Replay } from "./replay.js";
import { scorePlot } from "./score_plot.js";
import { scoreSheet } from "./score_sheet.js";
import { copy, showJoin, showSeats, watchLink } from "./seats.js";
import { nameOf, standingOf } from "./seat_names.js";
import { addSettings, change, onChange, settings } from "./settings.js";
import { follow } from "./stream.js";
import { addTabs, countActions, showTab } from "./tabs.js";
import { keep, kept, tokenOf } from "./tokens.js";
import { Undo } from "./undo.js";

const NARROW = 1100;

const fragment = new URLSearchParams(location.hash.slice(1));
const table = {
  id: fragment.get("match") ?? "", claimKey: freshKey(), refresh,
  entry: null, token: null, shown: null, game: null, actions: [], picked: [],
};
const picture = new Picture(byId("picture"), pick);
const actions = new Actions(act, point);
const log = new Log((version) => {
  table.replay.look(version);
  showTab("picture");
});
table.replay = new Replay(lookBack, (version) => log.label(version));
const undo = new Undo(table);
const hint = new Hint(table, act, point);
const past = new Past(table, () => void draw());

let drawn = null;
let refreshing = null;
let again = false;
let actingAt = null;
let invited = null;
let leave = () => {};

const layout = () =>
  settings.layout !== "auto" ? settings.layout : innerWidth < NARROW ? "narrow" : "wide";

/**
 * Read the match and show it; calls that come meanwhile are served by one more reading. Where
 * nothing answers it is tried until something does: what is shown is never left behind.
 */
function refresh() {
  again = true;
  refreshing ??= keepUp();
  return refreshing;
}

async function keepUp() {
  try {
    while (again) {
      again = false;
      await patiently(readAndShow, (error) => error.slug === "match-damaged" && tell(error.message));
    }
  } finally {
    refreshing = null;
  }
}

async function readAndShow() {
  const before = table.shown;
  const { legal_actions: legal, ...shown } = await read(
    `${matchPath(table.id)}?include=legal-actions`, { token: table.token },
  );
  table.shown = shown;
  table.replay.grow(shown.version);
  const watching = shown.you === null && shown.status === "active";
  showActions(legal?.actions ?? [], legal?.reason ?? (watching ? "You watch this match." : ""));
  showStanding(before);
  showSeats(table);
  showResult();
  past.refresh();
  past.showFollowing(shown.rematch);
  hint.refresh(table.actions);
  await Promise.all([draw(), undo.refresh()]);
  document.body.dataset.version = shown.version;
}

/** Offer other actions; what was picked and found among the same ones stays as it is. */
function showActions(legal, reason) {
  const same = JSON.stringify(legal) === JSON.stringify(table.actions);
  table.actions = legal;
  if (same && legal.length > 0) return;
  table.picked = [];
  withdraw();
  light();
  actions.show(legal, reason);
  if (legal.length > 0) announce(`Your turn: ${legal.length} actions`);
}

/** Draw what is looked at: the table as it is, or as it was. */
async function draw() {
  const version = table.replay.at ?? table.shown.version;
  const wanted = [version, layout(), byId("eyes").value].join();
  if (wanted !== drawn) {
    drawn = wanted;
    const svg = await past.picture(version, layout());
    if (wanted !== drawn) return;
    if (!document.body.dataset.version) performance.mark("first-table");
    picture.draw(svg);
  }
  light();
}

function light() {
  const open = table.replay.at === null ? about(table.picked) : [];
  const lit = open.flatMap(({ targets }) => targets);
  picture.light(lit, table.picked);
  byId("to-lit").hidden = lit.length === 0;
}

const about = (ids) => table.actions.filter(({ targets }) => ids.every((id) => targets.includes(id)));

/** Take what was clicked: the one action that is about it, or offer those that are. */
function pick(id, event) {
  const further = about([...table.picked, id]);
  table.picked = table.picked.includes(id) || further.length === 0 ? [id] : [...table.picked, id];
  const found = about(table.picked);
  if (found.length === 1) {
    act(found[0]);
    return;
  }
  const title = table.picked.map((one) => picture.titleOf(one)).join(" and ");
  actions.narrow(found, title);
  light();
  offer(found, title, event, { act, point, closed: () => {} });
}

function widen() {
  table.picked = [];
  actions.narrow(null);
  light();
}

function point(action, pause) {
  picture.mean(action?.targets ?? [], pause);
}

async function act(action) {
  const { version } = table.shown;
  if (actingAt === version) return;
  actingAt = version;
  document.body.classList.add("acting");
  try {
    const body = { action: action.action, version };
    await ask("POST", `${matchPath(table.id)}/actions`, { token: table.token, body, key: freshKey() });
    tell("");
    table.replay.look(null);
  } catch (error) {
    tell(error.slug === "stale-version" ? "The table has changed: choose again." : error.message);
  } finally {
    if (actingAt === version) {
      actingAt = null;
      document.body.classList.remove("acting");
    }
  }
  await refresh().catch((error) => tell(error.message));
}

function showStanding(before) {
  const { shown, game } = table;
  const text = standingOf(shown);
  const mine = table.actions.length > 0;
  byId("standing").textContent = text;
  byId("standing").classList.toggle("mine", mine);
  byId("halted").hidden = !shown.halted;
  document.title = `${mine ? "● Your turn – " : ""}${game.name} – Railhead`;
  countActions(table.actions.length);
  if (before && before.status !== shown.status) announce(text);
  showOtherSeats();
}

/** At a screen of several people: whose eyes it is looked through. */
function showOtherSeats() {
  const { entry, shown } = table;
  const others = Object.keys(entry.seats).map(Number).filter((seat) => seat !== entry.playing);
  byId("play-as").hidden = others.length === 0 || shown.status === "over";
  byId("play-as").replaceChildren(...others.map((seat) =>
    button(`Play as ${nameOf(shown.seats[seat])}`, () => sitAt(seat), {
      class: shown.to_act.includes(seat) ? "main" : null,
    }),
  ));
}

function sitAt(seat) {
  keep(table.id, { playing: seat });
  void open();
}

function showResult() {
  const { shown } = table;
  byId("result").hidden = shown.status !== "over";
  if (shown.status !== "over" || byId("sheet").childElementCount > 0) return;
  byId("tab-more").textContent = "Result";
  byId("sheet").replaceChildren(scoreSheet(shown));
  if (!shown.sealed) void showPlot().catch((error) => tell(error.message));
}

async function showPlot() {
  const { id, token, shown } = table;
  const told = await read(`${matchPath(id)}/scores`, { token });
  byId("plot").replaceChildren(scorePlot(told, shown.seats));
}

function lookBack(version) {
  document.body.classList.toggle("past", version !== null);
  log.mark(version);
  undo.offer();
  void draw().catch((error) => tell(error.message));
}

function hear(events) {
  const now = table.shown.version;
  log.add(events);
  table.replay.grow(Math.max(now, events.at(-1).version));
  const news = events.filter(({ version }) => version > now);
  for (const { label } of news) announce(label);
  if (news.length > 0) void refresh().catch((error) => tell(error.message));
}

function ended(error) {
  if (error?.slug === "match-went-back") void open();
  else if (error) tell(error.message);
  else void refresh();
}

/** Whether its bots play on, which changes without another version. */
function halted({ label }) {
  announce(label);
  void refresh().catch((error) => tell(error.message));
}

let lost = false;

/** Say that nothing comes, or what the service says of a match that it cannot read. */
function connected(is, why) {
  const damaged = why?.slug === "match-damaged";
  if (damaged) tell(why.message);
  byId("connection").hidden = is || damaged;
  if (lost === is && !damaged) announce(is ? "Connected again" : "Connection lost");
  if (lost && is) tell("");
  // What is not in the log may have ended since it was read, before there was a stream to tell it.
  if (is && (lost || table.shown?.halted)) void refresh().catch((error) => tell(error.message));
  lost = !is;
}

/** Show the match as the seat that is played sees it, and follow it. */
async function open() {
  leave();
  table.entry = kept(table.id);
  table.token = tokenOf(table.entry);
  table.shown = null;
  drawn = null;
  log.clear();
  table.replay.look(null);
  const silent = ({ message }) => tell(message);
  const shown = await patiently(() => read(matchPath(table.id), { token: table.token }), silent);
  table.shown = shown;
  table.game ??= await patiently(() => read(`/v1/games/${shown.game}`), silent);
  tell("");
  actions.explain(table.game.actions);
  showGame();
  showJoin(table, invited, joined);
  await refresh();
  leave = follow(table.id, table.token, {
    hear, connected, halted, end: ended, followed: (rematch) => past.showFollowing(rematch),
  });
}

function showGame() {
  const { game } = table;
  byId("title").textContent = game.name;
  byId("notices").replaceChildren(...game.notices.map((text) => el("p", { class: "notice" }, text)));
  byId("rules-row").hidden = !game.rules;
  byId("rules").href = API + (game.rules ?? "");
}

function joined(seat, token, name) {
  const { seats } = kept(table.id);
  keep(table.id, { seats: { ...seats, [seat]: token }, playing: seat });
  if (name) change({ name });
  invited = null;
  location.replace(pageAddress("table.html", { match: table.id }));
  void open().catch((error) => tell(error.message));
}

function addControls() {
  addSettings("open-settings");
  addTabs();
  byId("home").href = pageAddress("./");
  byId("join-name").value = settings.name;
  byId("widen").addEventListener("click", widen);
  byId("to-lit").addEventListener("click", () => picture.seek());
  byId("zoom-in").addEventListener("click", () => picture.zoom(1));
  byId("zoom-out").addEventListener("click", () => picture.zoom(-1));
  byId("zoom-fit").addEventListener("click", () => picture.zoom(0));
  byId("copy-watch").addEventListener("click", () => copy(watchLink(table), "The link"));
  addEventListener("resize", () => table.shown && void draw());
  onChange(() => table.shown && void draw());
  addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).get("match") !== table.id) location.reload();
  });
  addShortcuts({
    "/": ["Search what you can do", () => { showTab("actions"); actions.focusSearch(); }],
    a: ["To what you can do", () => { showTab("actions"); actions.focus(); }],
    l: ["To what has happened", () => { showTab("log"); byId("log").querySelector('[tabindex="0"]')?.focus(); }],
    u: ["Take back", () => byId("undo").click()],
    h: ["Hint", () => byId("hint").hidden || byId("hint").click()],
    "[": ["One step back", () => table.replay.step(-1)],
    "]": ["One step on", () => table.replay.step(1)],
    n: ["Back to now", () => table.replay.look(null)],
    s: ["Read out how the match stands", () => announce(byId("standing").textContent)],
    "+": ["Larger", () => picture.zoom(1)],
    "-": ["Smaller", () => picture.zoom(-1)],
    "?": ["These keys", () => byId("help").showModal()],
  });
}

function begin() {
  addControls();
  if (!table.id) throw new Error("The address names no match.");
  const [watch, invitation] = [fragment.get("watch"), fragment.get("invitation")];
  if (watch) keep(table.id, { spectator: watch });
  const seat = Number(fragment.get("seat"));
  table.entry = kept(table.id);
  if (invitation && table.entry.seats[seat] === undefined) {
    invited = { seat, invitation };
    showJoin(table, invited, joined);
    if (!watch) return undefined;
  } else if (watch || invitation) {
    history.replaceState(null, "", pageAddress("table.html", { match: table.id }));
  }
  return open();
}

Promise.resolve().then(begin).catch((error) => tell(error.message));
