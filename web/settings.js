// What people choose for themselves, on this browser: colours, motion, layout, keys, their name.

import { byId } from "./dom.js";

const KEY = "settings";
const DEFAULTS = { theme: "auto", motion: "auto", layout: "auto", confirm: "final", sound: false, notify: false, keys: true, name: "" };
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

/** Whether the page is dark now. */
export const isDark = () =>
  settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);

/** Whether things may move smoothly. */
export const mayMove = () =>
  settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Open the dialog in which they are chosen by `opener`. */
export function addSettings(opener) {
  byId(opener).addEventListener("click", async () => {
    const { openSettings } = await import("./settings_dialog.js");
    openSettings();
  });
}

apply();
