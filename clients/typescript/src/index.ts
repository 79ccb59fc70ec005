/** A typed client of Railhead services. */
export { Bot } from "./bot.js";
export type { BotSettings, Level, Played } from "./bot.js";
export type { Answered, Given, Method, Path } from "./calls.js";
export type { Settings } from "./connection.js";
export type { components, paths } from "./contract.js";
export { ConnectionLost, Problem, RailheadError, UnexpectedAnswer } from "./errors.js";
export type { ProblemDocument } from "./errors.js";
export { Match } from "./match.js";
export type { Action, Choice, Chooser, MatchEvent, Result, State, Turn, View } from "./match.js";
export { Railhead } from "./railhead.js";
export type { ClientEvent, Created, NewMatch, Schemas } from "./railhead.js";
export { verifyWebhook, WebhookVerificationError } from "./webhooks.js";
export type { WebhookEvent, WebhookHeaders, WebhookSettings } from "./webhooks.js";
