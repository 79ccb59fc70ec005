// Opens examples/table.html on a match of each game, and plays by what it offers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { JSDOM, VirtualConsole } from "jsdom";

const [address, file] = process.argv.slice(2);
const page = await readFile(file, "utf8");
const PATIENCE = 20_000;
const CLICKS = 6;

async function asked(path, options) {
  const reply = await fetch(address + path, options);
  assert.ok(reply.ok, `${path}: ${reply.status}`);
  return reply.json();
}

async function eventually(what, check) {
  for (const until = Date.now() + PATIENCE; Date.now() < until; await pause(10)) {
    const found = check();
    if (found) return found;
  }
  assert.fail(`not in time: ${what}`);
}

/** The page as a browser has it once it is open; what goes wrong in it ends the program. */
function opened(match, token) {
  const virtualConsole = new VirtualConsole();
  virtualConsole.on("jsdomError", (error) => { throw error; });
  return new JSDOM(page, {
    url: `http://127.0.0.1/table.html#${match},${token}`,
    runScripts: "dangerously",
    virtualConsole,
    beforeParse: (window) => { Object.assign(window, { fetch, AbortSignal }); },
  }).window;
}

async function played(game, seats) {
  const made = await asked("/v1/matches", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, seats: seats.map((name) => ({ kind: "human", name })), seed: 5 }),
  });
  const match = `/v1/matches/${made.id}`;
  let pointed = 0;
  let version = -1;
  for (let click = 0; click < CLICKS; click += 1) {
    const { to_act } = await asked(match, { headers: { Authorization: `Bearer ${made.owner_token}` } });
    const { document, close } = opened(address + match, made.seats[to_act[0]].token);
    const buttons = () => [...document.querySelectorAll("nav button")];
    await eventually("actions", () => buttons().length > 0);
    const all = buttons().length;
    const lit = document.querySelector("svg .open");
    if (lit !== null) {
      pointed += 1;
      lit.dispatchEvent(new document.defaultView.MouseEvent("click"));
      assert.ok(buttons().length > 0 && buttons().length <= all);
      const marked = (button) => {
        button.onmouseenter();
        const meant = document.querySelectorAll("svg .meant").length;
        button.onmouseleave();
        return meant > 0 && document.querySelector("svg .meant") === null;
      };
      assert.ok(buttons().some(marked));
    }
    const before = document.querySelector("svg");
    buttons()[0].click();
    await eventually("another picture", () => document.querySelector("svg") !== before);
    const now = (await asked(match, { headers: { Authorization: `Bearer ${made.owner_token}` } })).version;
    assert.ok(now > version);
    version = now;
    close.call(document.defaultView);
  }
  console.log(`${game}: ${CLICKS} clicks, ${pointed} of them at the picture`);
  assert.ok(pointed > 0);
}

const { games } = await asked("/v1/games");
for (const { id, seats } of games) {
  await played(id, Array.from({ length: seats.min }, (_, seat) => `Seat ${seat}`));
}
process.exit(0);
