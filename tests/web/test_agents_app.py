"""The table as an app of agents: a page in a frame, whose host speaks MCP Apps to it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

from railhead.agents.server import PICTURE

SANDBOX = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"
"""What hosts allow an app that asks for nothing."""
HOST = """<!doctype html><body><script>
  window.heard = [];
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.srcdoc = %(app)s;
  window.tell = (message) => frame.contentWindow.postMessage({jsonrpc: "2.0", ...message}, "*");
  window.addEventListener("message", ({data}) => {
    window.heard.push(data);
    if (data.method === "ui/initialize") window.tell({id: data.id, result: {
      protocolVersion: data.params.protocolVersion, hostInfo: {name: "test", version: "1"},
      hostCapabilities: {}, hostContext: {}}});
  });
  document.body.append(frame);
</script>"""
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><title>drawn</title>'
    '<script>parent.postMessage({method: "broken out"}, "*")</script><circle r="9"/></svg>'
)


def result(svg: str) -> dict[str, Any]:
    content = [{"type": "text", "text": "the table in words"}]
    params = {"content": content, "_meta": {PICTURE: svg}}
    return {"method": "ui/notifications/tool-result", "params": params}


def test_an_app_shakes_hands_and_shows_each_table_that_comes(page: Page) -> None:
    app = files("railhead.agents").joinpath("app.html").read_text(encoding="utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{SANDBOX}">'
    framed = json.dumps(app.replace("<meta", f"{policy}<meta", 1)).replace("</", "<\\/")
    page.set_content(HOST % {"app": framed})
    page.wait_for_function("heard.some((one) => one.method === 'ui/notifications/initialized')")
    assert page.evaluate("heard[0].method") == "ui/initialize"
    frame = page.frame_locator("iframe")
    assert frame.locator("#note").is_visible()
    page.evaluate("(message) => tell(message)", result(SVG))
    page.wait_for_function("heard.some((one) => one.method === 'ui/notifications/size-changed')")
    assert frame.locator("svg circle").count() == 1
    assert frame.locator("svg script").count() == 0
    assert frame.locator("#note").is_hidden()
    page.evaluate("(message) => tell(message)", result(SVG.replace("circle", "rect")))
    frame.locator("svg rect").wait_for(state="attached")
    assert frame.locator("svg").count() == 1
    page.evaluate("tell({id: 'p', method: 'ping'})")
    page.wait_for_function("heard.some((one) => one.id === 'p' && one.result)")
    assert not page.evaluate("heard.some((one) => one.method === 'broken out')")
