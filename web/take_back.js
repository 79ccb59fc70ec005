// What is done where somebody goes back: it is read when that is wished.

import { matchPath, read, send } from "./api.js";
import { tell } from "./announce.js";
import { inNames } from "./seat_names.js";

/** Which versions the holder of a token may go back to, and why to none. */
export const reach = ({ id }, token) => read(`${matchPath(id)}/undo`, { token });

/** Take back the last move, or say why that cannot be. */
export async function takeBack(table, token) {
  const { versions, reason } = await reach(table, token);
  if (versions.length > 0) await goBack(table, token, versions[0]);
  else tell(`This cannot be taken back: ${inNames(reason)}.`);
}

/** Have the match be as it was at a version. */
export async function goBack({ id, shown, replay, refresh }, token, version) {
  await send("POST", `${matchPath(id)}/undo`, { token, body: { to: version, version: shown.version } });
  tell("");
  replay.look(null);
  await refresh();
}
