"""A bot of your own: it plays whole matches against Railhead's bots over HTTP.

    python examples/random_bot.py --game montana --against medium

Replace `choose` with something clever. The bot knows no rule of any game: it offers what the
service lists as legal, and the service keeps it honest.
"""

import argparse
import random

from railhead.client import Choice, Turn, bot


def choose(turn: Turn) -> Choice:
    """One of the legal actions; `turn.view` is the table as our seat sees it."""
    return random.choice(turn.actions)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="montana")
    parser.add_argument("--against", default="easy", help="the level of the other seats")
    parser.add_argument("--matches", type=int, default=1)
    options = parser.parse_args()
    ours = bot(options.url, game=options.game, against=options.against, name="random bot")(choose)
    for match in ours.play(options.matches):
        print(match.result)
