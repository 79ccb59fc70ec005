// Looking back: the picture of any version, by a slider, step by step, or by itself.

import { announce } from "./announce.js";
import { byId } from "./dom.js";

const PACE = 900;

export class Replay {
  #slider = byId("slider");
  #latest = 0;
  #at = null;
  #timer = null;
  #show;
  #label;

  /** `show` is called with a version, or null for now; `label` says what led to a version. */
  constructor(show, label) {
    this.#show = show;
    this.#label = label;
    this.#slider.addEventListener("input", () => this.look(Number(this.#slider.value)));
    byId("step-back").addEventListener("click", () => this.step(-1));
    byId("step-on").addEventListener("click", () => this.step(1));
    byId("run").addEventListener("click", () => this.run());
    byId("to-now").addEventListener("click", () => this.look(null));
  }

  /** The version that is looked at; null: now. */
  get at() {
    return this.#at;
  }

  /** Say which version the match has come to. */
  grow(version) {
    this.#latest = version;
    this.#slider.max = version;
    if (this.#at === null) this.#slider.value = version;
  }

  look(version) {
    const at = version === null || version >= this.#latest ? null : Math.max(0, version);
    if (at === null) this.#stop();
    if (at === this.#at) return;
    this.#at = at;
    this.#slider.value = at ?? this.#latest;
    this.#slider.setAttribute("aria-valuetext", this.text());
    byId("looking").hidden = at === null;
    byId("looking-text").textContent = this.text();
    if (at !== null && this.#timer === null) announce(this.text());
    this.#show(at);
  }

  step(by) {
    this.look((this.#at ?? this.#latest) + by);
  }

  /** Go on by itself, from the beginning where there is nothing left, or stop that. */
  run() {
    if (this.#timer !== null) {
      this.#stop();
      return;
    }
    if (this.#at === null) this.look(0);
    byId("run").setAttribute("aria-pressed", "true");
    this.#timer = setInterval(() => this.step(1), PACE);
  }

  /** What is looked at, in words. */
  text() {
    if (this.#at === null) return "Now";
    const label = this.#at === 0 ? "the beginning" : this.#label(this.#at);
    return `${this.#at} of ${this.#latest}: ${label ?? ""}`;
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    byId("run").setAttribute("aria-pressed", "false");
  }
}
