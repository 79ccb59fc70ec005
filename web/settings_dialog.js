// The dialog of what people choose for themselves.

import { button, el } from "./dom.js";
import { choice, field } from "./forms.js";
import { change, settings } from "./settings.js";

const CHOICES = {
  theme: ["Colours", [["auto", "As the device"], ["light", "Light"], ["dark", "Dark"]]],
  motion: ["Movement", [["auto", "As the device"], ["none", "None"]]],
  confirm: ["Ask before an action", [
    ["final", "Where nothing can be taken back"], ["endings", "There, and before a part of the turn ends"],
    ["always", "Always"], ["never", "Never"],
  ]],
  layout: ["The picture", [["auto", "As the window allows"], ["wide", "Wide"], ["narrow", "Narrow"]]],
};

/** The dialog in which they are chosen. */
function made() {
  const rows = Object.entries(CHOICES).map(([name, [label, options]]) =>
    field(label, choice({ change: ({ target }) => change({ [name]: target.value }) }, options, settings[name])),
  );
  const box = (name, accept = () => true) => el("input", {
    type: "checkbox",
    checked: settings[name],
    change: async ({ target }) => {
      target.checked = target.checked && await accept();
      change({ [name]: target.checked });
    },
  });
  const consent = async () => await globalThis.Notification?.requestPermission() === "granted";
  const dialog = el(
    "dialog",
    { "aria-labelledby": "settings-title", id: "settings" },
    el("h2", { id: "settings-title" }, "Settings"),
    rows,
    field("Single keys are shortcuts", box("keys")),
    field("A sound when it is your turn", box("sound")),
    field("A notification when it is your turn and the page is not looked at", box("notify", consent)),
    button("Close", () => dialog.close()),
  );
  document.body.append(dialog);
  return dialog;
}

let dialog = null;

export function openSettings() {
  dialog ??= made();
  dialog.showModal();
}
