// Making elements. Text is only ever text: nothing that comes from anywhere is read as HTML.

/** An element; attributes that are functions listen, those that are false or null are left out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child != null && child !== false));
  return made;
}

export const button = (text, act, attributes = {}) =>
  el("button", { type: "button", click: act, ...attributes }, text);

export const byId = (id) => document.getElementById(id);

/** A name of the API as words: `city_growth` is `City growth`. */
export function words(name) {
  const text = String(name).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Let one of the buttons in `list` be a stop of the Tab key, and the arrow keys go to all that match
 * `stopsToo`.
 */
export function roving(list, selector, stopsToo = selector) {
  const stops = () => [...list.querySelectorAll(stopsToo)].filter((one) => one.checkVisibility());
  list.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const next = at < 0 ? undefined : all[steps[event.key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  list.addEventListener("focusin", ({ target }) => {
    if (!target.matches(selector)) return;
    for (const one of list.querySelectorAll(`${selector}[tabindex="0"]`)) one.tabIndex = -1;
    target.tabIndex = 0;
  });
}
