// Choices as small pictures: of what they are about, as it would be right after each.

import { byId, el } from "./dom.js";
import { inNames } from "./seat_names.js";
import { made } from "./picture.js";
import { after, isSpared, pictures } from "./preview.js";
import { safeSvg } from "./safe_svg.js";

const MOST = 12;
/** How many times as large as what it is about a small picture is, so that its surroundings are seen. */
const AROUND = 1.25;
/** What a label says of the price and the outcome: the picture says what stands before that. */
const OUTCOME = /: ([^:]*)$/;
/** The most that one is wide and high, in letters. */
const [WIDE, HIGH] = [5.5, 6];
/** Names, and marks of what was done last, which are as broad in any size, would hide what tells pictures apart. */
const LEAVES = ":is(rect, circle, ellipse, line, polyline, polygon, path, text):not([vector-effect], [data-above])";

/**
 * Make the buttons of these `actions` in `list` small pictures, where they are about the same place, and what
 * the picture does not say is a price or outcome. Pictures that do not differ say nothing: then the words stay.
 */
export function showThumbnails(list, actions, { table, drawing }) {
  const place = placeOf(actions);
  if (!place || isSpared()) return;
  const buttons = [...list.querySelectorAll("button.action")];
  list.classList.add("tiles");
  buttons.forEach((one, at) => furnish(one, inNames(actions[at].label), place.ratio));
  byId("chooser").querySelector("form").append(el("p", { class: "whole-label", "aria-hidden": "true" }));
  say(document.activeElement);
  void fill(buttons, actions, place, table, drawing).catch(() => false).then((told) => {
    if (!told && buttons[0].isConnected) list.classList.remove("tiles");
  });
}

/** What all of these actions are about, and in which of the pictures; null where there is no such place. */
function placeOf(actions) {
  const [{ targets }] = actions;
  const same = actions.every((one) => one.targets.join() === targets.join() && OUTCOME.test(one.label));
  if (actions.length < 2 || actions.length > MOST || targets.length === 0 || !same) return null;
  const at = pictures().findIndex((svg) => targets.every((id) => partOf(svg, id)));
  if (at < 0) return null;
  const { left, right, top, bottom } = edgesOf(pictures()[at], targets);
  return { targets, at, ratio: (right - left) / (bottom - top) };
}

const partOf = (svg, id) => svg.querySelector(`#${CSS.escape(id)}`);

/** Give a button room for a picture of a shape; its words stay what it is called. */
function furnish(button, label, ratio) {
  const width = Math.min(WIDE, HIGH * ratio);
  const room = el("span", { class: "thumbnail", "aria-hidden": "true" });
  Object.assign(room.style, { width: `${width}rem`, height: `${width / ratio}rem` });
  const [, outcome] = label.match(OUTCOME);
  button.title = label;
  button.replaceChildren(
    el("span", { class: "words" }, label),
    room,
    el("span", { class: "outcome", "aria-hidden": "true" }, outcome),
  );
}

/** Draw every picture; whether they tell the choices apart. */
async function fill(buttons, actions, { targets, at }, table, drawing) {
  const style = drawing.styles[at];
  const texts = await Promise.all(actions.map(({ action }) => after(action, table, style)));
  const drawn = texts.map((text) => cutOut(safeSvg(text), targets));
  if (new Set(drawn.map((svg) => svg.innerHTML)).size < drawn.length) return false;
  buttons.forEach((one, index) => one.querySelector(".thumbnail").replaceChildren(drawn[index]));
  return true;
}

/** The part of a picture around its elements of these ids, and nothing that lies elsewhere. */
function cutOut(svg, targets) {
  const room = el("div", { class: "measuring" }, svg);
  document.body.append(room);
  const edges = edgesOf(svg, targets);
  const kept = [...svg.querySelectorAll(LEAVES)].filter((one) => isIn(one, edges));
  const toUnits = svg.getScreenCTM().inverse();
  const [from, to] = [[edges.left, edges.top], [edges.right, edges.bottom]].map((point) => (
    new DOMPoint(...point).matrixTransform(toUnits)
  ));
  const [width, height] = [to.x - from.x, to.y - from.y];
  const cut = made("svg", {
    viewBox: `${from.x} ${from.y} ${width} ${height}`, "font-family": svg.getAttribute("font-family"),
  });
  cut.append(...kept);
  room.remove();
  return cut;
}

/** The box around elements of a picture, with a little of what surrounds them. */
function edgesOf(svg, ids) {
  const boxes = ids.map((id) => partOf(svg, id).getBoundingClientRect());
  const most = (side, extreme) => extreme(...boxes.map((one) => one[side]));
  const [left, right] = [most("left", Math.min), most("right", Math.max)];
  const [top, bottom] = [most("top", Math.min), most("bottom", Math.max)];
  const [across, down] = [right - left, bottom - top].map((size) => ((AROUND - 1) / 2) * size);
  return { left: left - across, right: right + across, top: top - down, bottom: bottom + down };
}

/** Whether a shape lies within a box at least in part, and a text as a whole. */
function isIn(shape, { left, right, top, bottom }) {
  const box = shape.getBoundingClientRect();
  if (shape.localName === "text") return box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
  return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
}

/** Say in whole what is pointed at, and what more is to be said of it. */
export function say(button, more = "") {
  const words = button?.querySelector(".words")?.textContent;
  const place = byId("chooser").querySelector(".whole-label");
  if (words && place) place.replaceChildren(words, more && el("strong", {}, ` ${more}`));
}

byId("chooser-list").addEventListener("focusin", ({ target }) => say(target));
// Beside each other they are gone through as they stand, too.
byId("chooser-list").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = [...byId("chooser-list").querySelectorAll("button.action")];
  all[all.indexOf(event.target) + (step ?? NaN)]?.focus();
});
