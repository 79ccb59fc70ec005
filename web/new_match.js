// Creating a match: who plays, and behind one fold everything else that a creation may say.

import { freshKey, send } from "./api.js";
import { button, el } from "./dom.js";
import { choice, field } from "./forms.js";
import { inWords } from "./errors.js";
import { optionField, serviceFields } from "./option_fields.js";
import { change, settings } from "./settings.js";
import { keepCreated } from "./new_tokens.js";

const DEFAULT_LEVEL = "medium";

/** The dialog that creates a match of `game`; `done` is called with its id. */
export function newMatchDialog(game, done) {
  const title = `new-${game.id}`;
  const seats = el("div", { class: "seat-rows" });
  const count = choice({ change: () => fill() }, numbers(game.seats), game.seats.min);
  const options = game.options.map(optionField);
  const service = serviceFields(game.levels);
  const problem = el("p", { role: "alert", class: "message", hidden: true });
  const form = el(
    "form",
    { submit: (event) => void start(event) },
    el("h2", { id: title }, `A new match of ${game.name}`),
    field("Players", count),
    seats,
    el("details", {}, el("summary", {}, "All options"), service.map(({ row }) => row), options.map(({ row }) => row)),
    problem,
    el("p", { class: "row" }, el("button", { class: "main" }, "Start"), button("Cancel", () => dialog.close())),
  );
  const dialog = el("dialog", { "aria-labelledby": title }, form);
  let key = freshKey();

  function fill() {
    const before = [...seats.children].map(wanted);
    const wish = (at) => before[at] ?? { kind: at === 0 ? "human" : "bot", level: DEFAULT_LEVEL };
    seats.replaceChildren(...Array.from({ length: count.value }, (_, at) => seatRow(game.levels, at, wish(at))));
  }

  async function start(event) {
    event.preventDefault();
    const chosen = Object.assign({}, ...service.map(({ value }) => value()));
    const body = {
      game: game.id,
      seats: [...seats.children].map(wanted),
      options: Object.assign({}, ...options.map(({ value }) => value())),
      ...chosen,
    };
    const [mine] = body.seats.filter(({ kind }) => kind === "human");
    if (mine?.name) change({ name: mine.name });
    try {
      const created = await send("POST", "/v1/matches", { body, key });
      keepCreated(created);
      done(created.id);
    } catch (error) {
      key = freshKey();
      problem.textContent = [inWords(error), ...(error.problem?.errors ?? []).map(said)].join(" ");
      problem.hidden = false;
    }
  }

  fill();
  return dialog;
}

const said = ({ field: name, problem }) => `${name}: ${problem}.`;

const numbers = ({ min, max }) =>
  Array.from({ length: max - min + 1 }, (_, more) => [min + more, String(min + more)]);

/** A line of the form: who takes the seat, and a name for people at this screen. */
function seatRow(levels, at, wish) {
  const bots = levels.map(({ level }) => [`bot:${level}`, `Bot: ${level}`]);
  const kinds = [["human", at === 0 ? "You" : "At this screen"], ["open", "By invitation"], ...bots];
  const name = el("input", {
    value: wish.name ?? (at === 0 ? settings.name : ""), maxlength: 40, placeholder: "Name",
    "aria-label": `Name at seat ${at + 1}`, autocomplete: "off",
  });
  const chosen = wish.kind === "bot" ? `bot:${wish.level}` : wish.kind;
  const kind = choice({ change: () => { name.hidden = kind.value !== "human"; } }, kinds, chosen);
  name.hidden = kind.value !== "human";
  const row = field(`Seat ${at + 1}`, kind);
  row.append(name);
  return row;
}

/** The seat that a line of the form asks for. */
function wanted(row) {
  const [kind, level] = row.querySelector("select").value.split(":");
  const name = row.querySelector("input").value.trim();
  if (kind === "bot") return { kind, level };
  return kind === "human" && name ? { kind, name } : { kind };
}
