// The page of one match: reads it, follows it, and hands what is new to the parts that show it.

import "./banner.js";
import { showGame } from "./about_game.js";
import { freshKey, matchPath, pageAddress, patiently, read } from "./api.js";
import { Actions, endingsOf } from "./actions.js";
import { announce, answered, tell } from "./announce.js";
import { byId, el } from "./dom.js";
import { isGone } from "./errors.js";
import { about, Drawing } from "./drawing.js";
import { Hint } from "./hint.js";
import { addShortcuts, shortcutsOf } from "./keyboard.js";
import { Log } from "./log.js";
import { Past } from "./past.js";
import { Picture } from "./picture.js";
import { Regions } from "./regions.js";
import { Replay } from "./replay.js";
import { showSeats } from "./seats.js";
import { inNames, seated, standingOf } from "./seat_names.js";
import { addSettings, onChange, settings } from "./settings.js";
import { follow } from "./stream.js";
import { Submission } from "./submission.js";
import { addTabs, countActions, showTab } from "./tabs.js";
import { keep, kept, keptTutorial, tokenOf } from "./tokens.js";
import { showOwnTray } from "./tray.js";
import { Undo } from "./undo.js";

const FINGERS = matchMedia("(hover: none)");
const fragment = new URLSearchParams(location.hash.slice(1));
const table = {
  id: fragment.get("match") ?? "", claimKey: freshKey(), refresh,
  entry: null, token: null, shown: null, game: null, actions: [], picked: [],
};
const picture = new Picture(byId("picture"), pick, wonder);
const actions = new Actions(take, point);
const regions = new Regions(redraw);
const log = new Log(showVersion);
table.replay = new Replay(lookBack, (version) => log.label(version));
const undo = new Undo(table, () => log.latestMove);
const submission = new Submission(table, show);
const act = (action) => submission.act(action);
const hint = new Hint(table, take, point);
const past = new Past(table, redraw);
const drawing = new Drawing(table, { picture, regions, past, pick });

let refreshing = null;
let again = false;
let invited = null;
let leave = () => {};
let steps = [];
let heard = 0;
let lost = false;
let tutorial = null;

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
      await patiently(readAndShow, (error) => error.slug === "match-damaged" && tell(error));
    }
  } finally {
    refreshing = null;
  }
}

async function readAndShow() {
  await show(await read(`${matchPath(table.id)}?include=legal-actions,trays`, { token: table.token }));
}

/** Show what was read of the match, or what an action was answered; what is older than what is shown goes. */
async function show({ legal_actions: legal, ...shown }) {
  const before = table.shown;
  answered();
  if (before && shown.version < before.version) return;
  // Of a rematch the stream may tell sooner than what was asked for before.
  table.shown = { ...shown, rematch: shown.rematch ?? before?.rematch };
  seated(shown.seats);
  table.replay.grow(shown.version);
  const watching = shown.you === null && shown.status === "active";
  showActions(legal?.actions ?? [], legal?.reason ?? (watching ? "You watch this match." : ""));
  tutorial?.refresh(table);
  showStanding(before);
  showSeats(table);
  void showResult().catch(tell);
  void past.refresh().catch(tell);
  hint.refresh(table.actions);
  undo.refresh();
  showSince();
  await drawing.draw();
  document.body.dataset.version = table.shown.version;
}

function redraw() {
  if (table.shown) void drawing.draw().catch(tell);
}

/** Offer other actions; what was picked and found among the same ones stays as it is. */
function showActions(legal, reason) {
  const same = JSON.stringify(legal) === JSON.stringify(table.actions);
  const mine = table.actions.length > 0;
  table.actions = legal;
  if (same && legal.length > 0) return;
  table.picked = [];
  picture.mean([]);
  byId("chooser").close("");
  regions.forget();
  showOwnTray();
  actions.show(legal, reason);
  if (legal.length === 0) return;
  announce(`Your turn: ${legal.length} actions`);
  if (!mine && (settings.sound || settings.notify)) void tellOfTurn();
}

async function tellOfTurn() {
  const alerts = await import("./alerts.js");
  alerts.tellOfTurn(table.game.name);
}

/** Take what was clicked: the one action that is about it, or offer those that are. */
function pick(id, event) {
  const further = about(table, [...table.picked, id]);
  table.picked = table.picked.includes(id) || further.length === 0 ? [id] : [...table.picked, id];
  const found = about(table, table.picked);
  if (found.length === 1) {
    take(found[0], event);
    return;
  }
  const title = table.picked.map((one) => picture.titleOf(one)).join(" and ");
  actions.narrow(found, title);
  drawing.light();
  void offer(found, title, event, { act: take, point, look: FINGERS.matches && look, closed: () => {}, table, drawing });
}

async function offer(...choice) {
  const chooser = await import("./chooser.js");
  chooser.offer(...choice);
}

/** Follow a pointer that is pulled over the board: what it goes over can be done one after the other. */
async function pull(down) {
  if (down.pointerType === "touch" || down.button !== 0 || table.actions.length === 0) return;
  const held = new AbortController();
  addEventListener("pointerup", () => held.abort(), { once: true });
  const { followPull } = await import("./chain.js");
  if (!held.signal.aborted) followPull(down, { table, picture, point, act });
}

/** Say why nothing can be done with what was clicked, as it is not lit. */
async function wonder(id, event) {
  if (table.shown.you === null || table.shown.status !== "active" || table.replay.at !== null) return;
  const { explain } = await import("./why_not.js");
  await explain(table, id, picture.titleOf(id), event).catch(tell);
}

function widen() {
  table.picked = [];
  actions.narrow(null);
  drawing.light();
}

/** Show what an action would lead to before a finger takes it; whether that can be shown. */
async function look(action) {
  point(action, 0);
  const { showToFinger } = await import("./preview.js");
  return showToFinger(action, table, drawing);
}

function point(action, pause) {
  picture.mean(action?.targets ?? [], pause);
  if (action && pause !== undefined) regions.seek(action.targets);
  // Not what the pointer rests on by chance once the list has changed under it.
  if (action && pause === undefined && !byId("chooser").open) return;
  void import("./preview.js").then(({ preview }) => preview(action, table, drawing)).catch(() => {});
}

/** Do what was chosen, once it is confirmed where that is wished. */
function take(action, { clientX = innerWidth / 3, clientY = innerHeight / 3 } = {}) {
  if (asksFirst(action)) void offer([action], "Really?", { clientX, clientY }, { act, point, closed: widen });
  else void act(action);
}

function asksFirst(action) {
  const final = table.shown.undo === "off";
  const ends = () => endingsOf(table.actions).includes(action);
  return { always: true, endings: final || ends(), final }[settings.confirm] ?? false;
}

/** Read what was heard of, unless the answer to one's own action says it in a moment. */
async function catchUp() {
  await submission.settled();
  if (heard > table.shown.version) await refresh();
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
  void showOtherSeats().catch(tell);
}

/** At a screen of several people: whose eyes it is looked through. */
async function showOtherSeats() {
  const others = Object.keys(table.entry.seats).map(Number).filter((seat) => seat !== table.entry.playing);
  byId("play-as").hidden = others.length === 0 || table.shown.status === "over";
  if (byId("play-as").hidden) return;
  const { otherSeats } = await import("./other_seats.js");
  byId("play-as").replaceChildren(...otherSeats(table, others, () => void open().catch(fail)));
}

/** Number what others have done since one's own last action, in the log and in the picture. */
function showSince() {
  steps = table.actions.length > 0 || table.shown.status === "over" ? log.numberSince(table.shown.you) : [];
  picture.number(table.replay.at === null ? steps : []);
}

async function showResult() {
  if (table.shown.status !== "over") {
    byId("result").hidden = true;
    byId("sheet").replaceChildren();
    return;
  }
  const result = await import("./result.js");
  await result.showResult(table, showVersion);
}

function showVersion(version) {
  table.replay.look(version);
  showTab("picture");
}

function lookBack(version) {
  document.body.classList.toggle("past", version !== null);
  log.mark(version);
  picture.number(version === null ? steps : []);
  void undo.offer().catch(tell);
  redraw();
}

/** Log what has happened; it is read out once, whether the table has been read since or not. */
function hear(events) {
  const { version: now } = table.shown;
  const latest = events.at(-1).version;
  log.add(events);
  table.replay.grow(Math.max(now, latest));
  for (const { version, label } of events) if (version > heard) announce(inNames(label));
  heard = Math.max(heard, latest);
  tutorial?.hear(events);
  undo.refresh();
  if (latest > now) void catchUp().catch(tell);
  else showSince();
}

function ended(error) {
  if (error?.slug === "match-went-back") void open().catch(fail);
  else if (error) tell(error);
  else void refresh();
}

/** Whether its bots play on, which changes without another version. */
function halted({ label }) {
  announce(inNames(label));
  void refresh().catch(tell);
}

/** Somebody has asked for a rematch, which changes without another version. */
function followed(rematch) {
  table.shown = { ...table.shown, rematch };
  void past.refresh().catch(tell);
}

/** Say that nothing comes, or what the service says of a match that it cannot read. */
function connected(is, why) {
  const damaged = why?.slug === "match-damaged";
  if (damaged) tell(why);
  byId("connection").hidden = is || damaged;
  if (lost === is && !damaged) announce(is ? "Connected again" : "Connection lost");
  if (lost && is) tell("");
  // What is not in the log may have ended since it was read, before there was a stream to tell it.
  if (is && (lost || table.shown?.halted)) void refresh().catch(tell);
  lost = !is;
}

/** Show the match as the seat that is played sees it, and follow it. */
async function open() {
  leave();
  table.entry = kept(table.id);
  table.token = tokenOf(table.entry);
  table.shown = null;
  drawing.forget();
  log.clear();
  table.replay.look(null);
  const shown = await patiently(() => read(matchPath(table.id), { token: table.token }), tell);
  table.shown = shown;
  seated(shown.seats);
  table.game ??= await patiently(() => read(`/v1/games/${shown.game}`), tell);
  heard = shown.version;
  await regions.learn(table);
  tell("");
  actions.explain(table.game);
  showGame(table);
  await showTutorial();
  await showJoin();
  await refresh();
  leave = follow(table.id, table.token, { hear, connected, halted, end: ended, followed });
}

/** Show the steps of the tutorial beside a match that was begun as one. */
async function showTutorial() {
  const kept = keptTutorial(table.id);
  if (!kept || tutorial) return;
  const { tutorialPanel } = await import("./tutorial.js");
  tutorial = tutorialPanel(table.id, kept, (targets) => point({ targets }, 0));
  byId("actions-title").closest(".panel").before(tutorial.element);
}

/** Let sit down who has come with an invitation, or to a public match with a free seat. */
async function showJoin() {
  if (!invited && table.shown.status !== "open") return;
  const join = await import("./join.js");
  join.showJoin(table, invited, () => {
    invited = null;
    void open().catch(fail);
  });
}

function addControls() {
  addSettings("open-settings");
  addTabs();
  byId("home").href = pageAddress("./");
  byId("widen").addEventListener("click", widen);
  // So that nothing of the first path is missed.
  byId("picture").addEventListener("pointerenter", () => void import("./chain.js"), { once: true });
  byId("picture").addEventListener("pointerdown", (down) => void pull(down).catch(tell));
  byId("to-lit").addEventListener("click", () => picture.seek());
  byId("zoom-in").addEventListener("click", () => picture.zoom(1));
  byId("zoom-out").addEventListener("click", () => picture.zoom(-1));
  byId("zoom-fit").addEventListener("click", () => picture.zoom(0));
  byId("copy-watch").addEventListener("click", async () => {
    const { copy, watchLink } = await import("./seat_offers.js");
    void copy(watchLink(table), "The link");
  });
  addEventListener("online", () => table.shown && void refresh().catch(tell));
  addEventListener("resize", redraw);
  onChange(redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).get("match") !== table.id) location.reload();
  });
  addShortcuts(shortcutsOf({ table, actions, picture }));
}

function begin() {
  addControls();
  if (!table.id) throw "The address names no match.";
  const [watch, invitation] = [fragment.get("watch"), fragment.get("invitation")];
  if (watch) keep(table.id, { spectator: watch });
  const seat = Number(fragment.get("seat"));
  table.entry = kept(table.id);
  if (invitation && table.entry.seats[seat] === undefined) {
    invited = { seat, invitation };
    return open().catch((error) => {
      if (!isGone(error)) throw error;
      return showJoin();
    });
  }
  if (watch || invitation) {
    history.replaceState(null, "", pageAddress("table.html", { match: table.id }));
  }
  return open();
}

/** Say why there is no table to show. */
function fail(error) {
  document.body.classList.toggle("gone", !table.shown);
  tell(error, " ", el("a", { href: pageAddress("./") }, "To the lobby"));
}

Promise.resolve().then(begin).catch(fail);
