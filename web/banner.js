// What is to be known of every page before anything on it: whose table it shows, and whether it is old.

import { NAMED } from "./api.js";
import { el } from "./dom.js";

const header = document.querySelector("header");

export function banner(id, ...parts) {
  const made = el("p", { id, class: "banner", role: "note" }, parts);
  header.after(made);
  return made;
}

function showOffline() {
  const told = banner("offline", "You are offline: what you see may be old.");
  const tell = () => { told.hidden = navigator.onLine; };
  addEventListener("online", tell);
  addEventListener("offline", tell);
  tell();
}

showOffline();
if (NAMED !== null) {
  const whose = import("./whose.js");
  const refused = (event) => whose.then(({ tellRefused }) => tellRefused(event));
  document.addEventListener("securitypolicyviolation", refused);
}
