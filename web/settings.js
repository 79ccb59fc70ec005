// What people choose for themselves, on this browser: colours, motion, layout, keys, their name.

import { byId, choice, el, field, button } from "./dom.js";

const KEY = "settings";
const DEFAULTS = { theme: "auto", motion: "auto", layout: "auto", keys: true, name: "" };
const listeners = new Set();

export const settings = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

export function change(changes) {
  Object.assign(settings, changes);
  localStorage.setItem(KEY, JSON.stringify(settings));
  apply();
  for (const listen of listeners) listen(settings);
}

export const onChange = (listen) => listeners.add(listen);

function apply() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.motion = settings.motion;
}

/** Whether things may move smoothly. */
export const mayMove = () =>
  settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

const CHOICES = {
  theme: ["Colours", [["auto", "As the device"], ["light", "Light"], ["dark", "Dark"]]],
  motion: ["Movement", [["auto", "As the device"], ["none", "None"]]],
  layout: ["The picture", [["auto", "As the window allows"], ["wide", "Wide"], ["narrow", "Narrow"]]],
};

/** The dialog in which they are chosen, opened by `opener`. */
export function addSettings(opener) {
  const rows = Object.entries(CHOICES).map(([name, [label, options]]) =>
    field(label, choice({ change: ({ target }) => change({ [name]: target.value }) }, options, settings[name])),
  );
  const keys = el("input", {
    type: "checkbox",
    checked: settings.keys,
    change: ({ target }) => change({ keys: target.checked }),
  });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "settings-title", id: "settings" },
    el("h2", { id: "settings-title" }, "Settings"),
    rows,
    field("Single keys are shortcuts", keys),
    button("Close", () => dialog.close()),
  );
  document.body.append(dialog);
  byId(opener).addEventListener("click", () => dialog.showModal());
}

apply();
