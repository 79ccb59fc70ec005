// Choices as small pictures: of what they are about, as it would be right after each.

import { byId, el } from "./dom.js";
import { inNames } from "./seat_names.js";
import { made } from "./picture.js";
import { after, isSpared, pictures } from "./preview.js";
import { safeSvg } from "./safe_svg.js";

const MOST = 12;
/** How many times as large as what it is about a small picture is, so that its surroundings are seen. */
const AROUND = 1.25;
/** The most that one is wide and high, in letters. */
const [WIDE, HIGH] = [5.5, 6];
/** Marks of what was done last, which are as broad in any size, would hide what tells pictures apart. */
const LEAVES = ":is(rect, circle, ellipse, line, polyline, polygon, path, text):not([vector-effect])";

/**
 * Make the buttons of these `actions` in `list` small pictures, where they are about the same place and
 * words alone tell them apart. Pictures that look all alike say nothing: then the words stay.
 */
export function showThumbnails(list, actions, { table, drawing }) {
  const place = placeOf(actions);
  if (!place || isSpared()) return;
  const buttons = [...list.querySelectorAll("button.action")];
  list.classList.add("tiles");
  buttons.forEach((one, at) => furnish(one, inNames(actions[at].label)));
  byId("chooser").querySelector("form").append(el("p", { class: "whole-label", "aria-hidden": "true" }));
  say(document.activeElement);
  void fill(buttons, actions, place, table, drawing).catch(() => false).then((told) => {
    if (!told) list.classList.remove("tiles");
  });
}

/** What all of these actions are about, and in which of the pictures; null where there is no such place. */
function placeOf(actions) {
  const [{ targets }] = actions;
  const same = actions.every((one) => one.targets.join() === targets.join());
  if (actions.length < 2 || actions.length > MOST || targets.length === 0 || !same) return null;
  const at = pictures().findIndex((svg) => targets.every((id) => partOf(svg, id)));
  return at < 0 ? null : { targets, at };
}

const partOf = (svg, id) => svg.querySelector(`#${CSS.escape(id)}`);

/** Give a button room for a picture; its words stay what it is called. */
function furnish(button, label) {
  const [, rest = ""] = label.match(/: ([^:]*)$/) ?? [];
  button.title = label;
  button.replaceChildren(
    el("span", { class: "words" }, label),
    el("span", { class: "thumbnail", "aria-hidden": "true" }),
    el("span", { class: "rest", "aria-hidden": "true" }, rest),
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
  const edges = around(targets.map((id) => partOf(svg, id).getBoundingClientRect()));
  const kept = [...svg.querySelectorAll(LEAVES)].filter((one) => isIn(one, edges));
  const toUnits = svg.getScreenCTM().inverse();
  const [from, to] = [[edges.left, edges.top], [edges.right, edges.bottom]].map((point) => (
    new DOMPoint(...point).matrixTransform(toUnits)
  ));
  const [width, height] = [to.x - from.x, to.y - from.y];
  const cut = made("svg", {
    viewBox: `${from.x} ${from.y} ${width} ${height}`, "font-family": svg.getAttribute("font-family"),
  });
  cut.style.width = `${Math.min(WIDE, (HIGH * width) / height)}rem`;
  cut.append(...kept);
  room.remove();
  return cut;
}

/** The box around boxes, with what surrounds them. */
function around(boxes) {
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

/** Say in whole what is pointed at. */
function say(button) {
  const words = button?.querySelector(".words")?.textContent;
  const place = byId("chooser").querySelector(".whole-label");
  if (words && place) place.textContent = words;
}

byId("chooser-list").addEventListener("focusin", ({ target }) => say(target));
// Beside each other they are gone through as they stand, too.
byId("chooser-list").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = [...byId("chooser-list").querySelectorAll("button.action")];
  all[all.indexOf(event.target) + (step ?? NaN)]?.focus();
});
