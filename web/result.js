// How a match ended: the score sheet, and of one whose past is open how it came to that.

import { matchPath, read } from "./api.js";
import { byId } from "./dom.js";
import { scorePlot } from "./score_plot.js";
import { scoreSheet } from "./score_sheet.js";
import { turningPoints } from "./turning_points.js";

/** Show the result of a finished match once; `look` is called with the version of a turning point. */
export async function showResult(table, look) {
  const { id, token, shown } = table;
  if (byId("sheet").childElementCount > 0) return;
  byId("tab-more").textContent = "Result";
  byId("sheet").replaceChildren(scoreSheet(shown));
  byId("result").hidden = false;
  if (shown.sealed) return;
  const scores = await read(`${matchPath(id)}/scores`, { token });
  byId("plot").replaceChildren(scorePlot(scores, shown.seats), turningPoints(table, look));
}
