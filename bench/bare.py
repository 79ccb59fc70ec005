"""The yardstick: Flask and one Redis GET, nothing else.

`BENCH_REDIS_URL` names the server; `/bare/<name>` answers the value of `bench:<name>` as JSON.
"""

import os

import redis
from flask import Flask, Response

app = Flask(__name__)
store = redis.Redis.from_url(os.environ.get("BENCH_REDIS_URL", "redis://127.0.0.1:6379"))


@app.get("/bare/<name>")
def bare(name: str) -> Response:
    return Response(store.get(f"bench:{name}"), mimetype="application/json")
