// A bot of your own: it plays one whole match against Railhead's bots.
//
//     node dist/examples/random_bot.js http://127.0.0.1:8000 montana medium
//
// Replace what chooses with something clever. It knows no rule of any game: it takes one of the
// actions that the service lists as legal.
import { Bot } from "railhead-client";
import type { Level, NewMatch } from "railhead-client";

const [url = "http://127.0.0.1:8000", game = "montana", against = "easy"] = process.argv.slice(2);

const settings = { game: game as NewMatch["game"], against: against as Level, name: "random bot" };
const bot = new Bot(url, settings, ({ actions }) => {
  return actions[Math.floor(Math.random() * actions.length)]!;
});

const [played] = await bot.play();
console.log(played?.result.ranking, played?.result.scores);
