// The short list that a click leaves where several actions are about what was clicked.

import { actionButton } from "./actions.js";
import { announce } from "./announce.js";
import { byId, el, roving, words } from "./dom.js";
import { say, showThumbnails } from "./thumbnails.js";

const AGAIN = "Shown on the table: choose it again to do it.";
const MARGIN = 12;
const CLEAR = 56;
const LARGE = 160;
/** So much of what lies next to a place is kept clear, in widths of it. */
const NEXT = 0.7;
const NOTCH = 60;
const MIDDLE = 0.45;
const FEW = 8;

let turned = 0;

roving(byId("chooser-list"), "button.action");
// So that keys and the wheel go on from what is pointed at.
byId("chooser-list").addEventListener("mouseover", ({ target }) => target.closest("button.action")?.focus());
// Of the page: browsers do not ask a dialog about the wheel beside it.
addEventListener("wheel", turn, { passive: true });

/**
 * Offer these at the point of a click; `closed` is called when none was taken. `look` shows what one
 * leads to, and says whether it did: then it is taken when it is chosen again. With the `table` and its
 * `drawing` choices about one place are small pictures.
 */
export function offer(actions, title, event, { act, point, look, closed, table, drawing }) {
  const dialog = byId("chooser");
  let seen = null;
  const take = async (action) => {
    if (look && action !== seen && await look(action)) {
      seen = action;
      mark(dialog, action);
      return;
    }
    dialog.returnValue = "taken";
    dialog.close("taken");
    act(action);
  };
  const item = (action) => el("li", {}, actionButton(action, take, point));
  const groups = parted(actions);
  const items = groups.flatMap(([heading, alike]) => (
    [heading && el("li", { class: "heading" }, heading), ...alike.map(item)].filter(Boolean)
  ));
  openAt(title, items, event, () => {
    point(null);
    if (dialog.returnValue !== "taken") closed();
  });
  if (drawing) showThumbnails(byId("chooser-list"), groups.flatMap(([, alike]) => alike), { table, drawing });
  place(dialog, event);
}

/** Say of one of the choices that it can be seen on the table, and is taken when it is chosen again. */
function mark(dialog, { action }) {
  dialog.querySelector(".again")?.remove();
  const chosen = [...dialog.querySelectorAll("button.action")].find((one) => one.dataset.action === action);
  chosen.append(el("small", { class: "again" }, AGAIN));
  say(chosen, AGAIN);
  announce(AGAIN);
}

/** Open the list with these items beside the point of a click. */
export function openAt(title, items, event, closed) {
  const dialog = byId("chooser");
  dialog.querySelector(".whole-label")?.remove();
  byId("chooser-list").classList.remove("tiles");
  byId("chooser-title").textContent = title;
  byId("chooser-list").replaceChildren(...items);
  for (const one of byId("chooser-list").querySelectorAll("button")) one.tabIndex = 0;
  dialog.onclose = closed;
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close("");
  };
  dialog.returnValue = "";
  dialog.showModal();
  place(dialog, event);
}

/** Have the wheel go from choice to choice while the pointer is beside the list, as at the board. */
function turn({ target, deltaY }) {
  if (target !== byId("chooser")) return;
  turned += deltaY;
  if (Math.abs(turned) < NOTCH) return;
  const choices = [...byId("chooser-list").querySelectorAll("button.action")];
  const next = choices.indexOf(document.activeElement) + Math.sign(turned);
  choices[Math.max(0, Math.min(choices.length - 1, next))].focus();
  turned = 0;
}

/** Many actions parted by what tells them apart best: their type, or a parameter with few values. */
function parted(actions) {
  if (actions.length <= FEW) return [["", actions]];
  const types = Map.groupBy(actions, ({ type }) => type);
  if (types.size > 1) return [...types].map(([type, alike]) => [words(type), alike]);
  const names = Object.keys(actions[0].parameters ?? {});
  const ways = names.map((name) => [name, Map.groupBy(actions, ({ parameters }) => parameters[name])]);
  const useful = ways.filter(([, groups]) => groups.size > 1 && groups.size <= actions.length / 2);
  const [name, groups] = useful.sort(([, one], [, other]) => one.size - other.size)[0] ?? ["", null];
  return groups ? [...groups].map(([value, alike]) => [`${words(name)} ${value}`, alike]) : [["", actions]];
}

/** Put the list beside what was clicked and what is next to that, so that both can be seen. */
function place(dialog, { clientX: x, clientY: y }) {
  const { width, height } = dialog.getBoundingClientRect();
  const [left, right] = keptClear(x, y);
  dialog.classList.toggle("above", y > MIDDLE * innerHeight);
  const beside = right + width + MARGIN <= innerWidth ? right : left - width;
  const top = Math.min(y - height / 2, innerHeight - height - MARGIN);
  dialog.style.setProperty("--left", `${Math.max(MARGIN, beside)}px`);
  dialog.style.setProperty("--top", `${Math.max(MARGIN, top)}px`);
}

/** From where to where nothing is to be covered around a point: of what is large, only what is near. */
function keptClear(x, y) {
  const shapes = [...document.querySelectorAll(".outlines .chosen.over")].map((one) => one.getBoundingClientRect());
  const here = shapes.find(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom);
  if (!here || here.width > LARGE) return [x - CLEAR, x + CLEAR];
  const next = NEXT * here.width;
  return [Math.min(x - CLEAR, here.left - next), Math.max(x + CLEAR, here.right + next)];
}
