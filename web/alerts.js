// That it is one's turn, by a sound and by a notification: each only for who has asked for it.

import { settings } from "./settings.js";

const [TONE, SECONDS, LOUD] = [660, 0.25, 0.08];

/** Tell of a turn in the match called `title`; a page that is looked at needs no notification. */
export function tellOfTurn(title) {
  if (settings.sound) sound();
  if (settings.notify && document.hidden && globalThis.Notification?.permission === "granted") {
    const shown = new Notification(title, { body: "It is your turn.", tag: location.hash, icon: "icon-192.png" });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  }
}

function sound() {
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = TONE;
  volume.gain.setValueAtTime(LOUD, 0);
  volume.gain.exponentialRampToValueAtTime(LOUD / 100, SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.onended = () => context.close();
  tone.start();
  tone.stop(SECONDS);
}
