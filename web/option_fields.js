// Controls for the options of a game, made of what the game says of them, and for those of all matches.

import { el, words } from "./dom.js";
import { choice, field } from "./forms.js";
import { inNames } from "./seat_names.js";

const MAKERS = {
  choice: ({ choices, default: usual }) => choice({}, choices.map((one) => [one, words(one)]), usual),
  file: ({ choices, default: usual }) => choice({}, choices.map((one) => [one, words(one)]), usual),
  switch: ({ default: usual }) => el("input", { type: "checkbox", checked: usual }),
  integer: ({ minimum, maximum, default: usual }) =>
    el("input", { type: "number", min: minimum, max: maximum, value: usual, required: true }),
};

const plainText = ({ default: usual, pattern }) => el("input", { value: usual, pattern });

function valueOf(control) {
  if (control.type === "checkbox") return control.checked;
  return control.type === "number" ? Number(control.value) : control.value;
}

/** The control of one option: its `row`, and its `value` as members of a body. */
export function optionField(option) {
  const control = (MAKERS[option.type] ?? plainText)(option);
  const value = () => (valueOf(control) === option.default ? {} : { [option.name]: valueOf(control) });
  return { row: field(words(option.name), control, inNames(option.help)), value };
}

const CHOICES = {
  visibility: ["Who may watch", { private: "Those with a link", public: "Everybody, and free seats are anybody's" }],
  undo: ["Taking back", { own: "Own moves, while nothing was revealed", any: "Everything, for learning", off: "Nothing" }],
  analyses: ["Hints", {
    alone: "For one person against bots", everybody: "For everybody", ended: "Once it is over", nobody: "None",
  }],
};

/** The controls of what a creation may say whatever the game. */
export function serviceFields(levels) {
  const chosen = Object.entries(CHOICES).map(([name, [label, texts]]) => {
    const control = choice({}, Object.entries(texts), Object.keys(texts)[0]);
    return { row: field(label, control), value: () => ({ [name]: control.value }) };
  });
  const sealed = el("input", { type: "checkbox" });
  const seed = el("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER });
  return [
    ...chosen,
    { row: field("What is hidden stays hidden after the end", sealed), value: () => ({ sealed: sealed.checked }) },
    {
      row: field("Seed", seed, "Makes chance reproducible: for trying things out, not fair."),
      value: () => (seed.value === "" ? {} : { seed: Number(seed.value) }),
    },
    clockField(levels),
  ];
}

/** The clock: minutes for a turn or for the match, and what happens when they are over. */
function clockField(levels) {
  const kind = choice({}, [["", "None"], ["turn", "So long for each turn"], ["bank", "So long for the match"]], "");
  const minutes = el("input", { type: "number", min: 0.1, step: "any", value: 30, "aria-label": "Minutes" });
  const bots = levels.map(({ level }) => [level, `A bot plays on: ${level}`]);
  const then = choice({ "aria-label": "When it is over" }, [...bots, ["resign", "The seat is given up"]], levels[0].level);
  const row = field("Clock", kind, "Minutes, and what happens when they are over.");
  kind.after(minutes, then);
  const value = () => {
    if (!kind.value) return {};
    const end = then.value === "resign" ? { kind: "resign" } : { kind: "bot", level: then.value };
    return { clock: { kind: kind.value, seconds: Math.round(60 * minutes.value), then: end } };
  };
  return { row, value };
}
