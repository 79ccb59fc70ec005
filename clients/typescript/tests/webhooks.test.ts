/** What the service posts is believed, also while a secret is renewed, and nothing else is. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { Railhead, verifyWebhook, WebhookVerificationError } from "../src/index.js";
import { URL } from "./tables.js";

interface Delivery {
  body: string;
  headers: IncomingHttpHeaders;
}

describe("a delivery of the service", () => {
  let came: Promise<Delivery>;
  const secrets: string[] = [];
  const server = createServer();

  before(async () => {
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    came = new Promise((resolve) => {
      server.on("request", (request, response) => {
        let body = "";
        request.setEncoding("utf8");
        request.on("data", (piece) => (body += piece));
        request.on("end", () => {
          response.writeHead(204).end();
          resolve({ body, headers: request.headers });
        });
      });
    });
    const made = await new Railhead(URL).ask("post", "/v1/clients", { body: { name: "hooked" } });
    const railhead = new Railhead(URL, { token: made.token });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    secrets.push((await railhead.ask("put", "/v1/me/webhook", { body: { url } })).secret);
    secrets.push((await railhead.ask("post", "/v1/me/webhook/secret")).secret);
    await railhead.ask("post", "/v1/me/webhook/test");
  });

  after(() => {
    server.close();
    server.closeAllConnections();
  });

  const refused = { name: "WebhookVerificationError" };

  it("is believed by the new secret, by the old one, and by one of several", async () => {
    const { body, headers } = await came;
    const [old, renewed] = secrets as [string, string];
    assert.notEqual(old, renewed);
    const event = await verifyWebhook(body, headers, renewed);
    assert.equal(event.type, "webhook.test");
    assert.deepEqual(await verifyWebhook(new TextEncoder().encode(body), headers, old), event);
    assert.deepEqual(await verifyWebhook(body, headers, ["whsec_AAAA", old]), event);
    const shown = new Headers({
      "Webhook-Id": String(headers["webhook-id"]),
      "Webhook-Timestamp": String(headers["webhook-timestamp"]),
      "Webhook-Signature": String(headers["webhook-signature"]),
    });
    assert.deepEqual(await verifyWebhook(body, shown, renewed), event);
  });

  it("is not believed once anything of it is changed", async () => {
    const { body, headers } = await came;
    const secret = secrets[1]!;
    await assert.rejects(verifyWebhook(`${body} `, headers, secret), refused);
    await assert.rejects(verifyWebhook(body, headers, "whsec_AAAA"), refused);
    for (const changed of [
      { "webhook-id": "evt_other" },
      { "webhook-timestamp": String(Number(headers["webhook-timestamp"]) + 1) },
      { "webhook-timestamp": "soon" },
      { "webhook-signature": "v1,? v1, v2,AAAA" },
      { "webhook-signature": undefined },
    ])
      await assert.rejects(verifyWebhook(body, { ...headers, ...changed }, secret), refused);
  });

  it("is refused when it is old, or from the future", async () => {
    const { body, headers } = await came;
    const at = Number(headers["webhook-timestamp"]);
    for (const now of [at + 301, at - 301])
      await assert.rejects(verifyWebhook(body, headers, secrets[1]!, { now }), (error) => {
        assert.ok(error instanceof WebhookVerificationError);
        return /too old/.test(error.message);
      });
    await verifyWebhook(body, headers, secrets[1]!, { now: at + 301, tolerance: 400 });
  });

  it("is not even looked at with a secret that is none", async () => {
    const { body, headers } = await came;
    for (const secret of [[], "", "whsec_", "whsec_?"])
      await assert.rejects(verifyWebhook(body, headers, secret), TypeError);
  });
});
