// The short list that a click leaves where several actions are about what was clicked.

import { actionButton } from "./actions.js";
import { byId, el } from "./dom.js";

const MARGIN = 12;

/** Offer these at the point of a click; `closed` is called when none was taken. */
export function offer(actions, title, { clientX, clientY }, { act, point, closed }) {
  const dialog = byId("chooser");
  const take = (action) => {
    dialog.returnValue = "taken";
    dialog.close("taken");
    act(action);
  };
  const list = actions.map((action) => el("li", {}, actionButton(action, take, point)));
  for (const one of list) one.firstChild.tabIndex = 0;
  byId("chooser-title").textContent = title;
  byId("chooser-list").replaceChildren(...list);
  dialog.onclose = () => {
    point(null);
    if (dialog.returnValue !== "taken") closed();
  };
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close("");
  };
  dialog.returnValue = "";
  dialog.showModal();
  place(dialog, clientX, clientY);
}

export function withdraw() {
  if (byId("chooser").open) byId("chooser").close("");
}

function place(dialog, x, y) {
  const { width, height } = dialog.getBoundingClientRect();
  const left = Math.min(x + MARGIN, innerWidth - width - MARGIN);
  const top = Math.min(y + MARGIN, innerHeight - height - MARGIN);
  dialog.style.setProperty("--left", `${Math.max(MARGIN, left)}px`);
  dialog.style.setProperty("--top", `${Math.max(MARGIN, top)}px`);
}
