// Controls of forms, each with what it is called.

import { el } from "./dom.js";

/** A select with options `[value, text]`, one of them chosen. */
export function choice(attributes, options, chosen) {
  const made = options.map(([value, text]) =>
    el("option", { value, selected: String(value) === String(chosen) }, text),
  );
  return el("select", attributes, made);
}

let labelled = 0;

/** A control with its label before it, and a help text where there is one. */
export function field(label, control, help) {
  labelled += 1;
  control.id ||= `field-${labelled}`;
  const parts = [el("label", { for: control.id }, label), control];
  if (help) {
    control.setAttribute("aria-describedby", `${control.id}-help`);
    parts.push(el("small", { id: `${control.id}-help` }, help));
  }
  return el("p", { class: control.type === "checkbox" ? "field check" : "field" }, parts);
}
