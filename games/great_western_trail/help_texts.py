"""What each action type does and what it costs or brings, for who plays for the first time."""

from __future__ import annotations

from typing import Final

HELP: Final = {
    "draw": "A player draws the top card of the own deck, seen by nobody else. The discard "
    "pile is shuffled only when the deck is empty.",
    "reveal": "A card in hand is shown and goes to the discard pile: in Kansas City each "
    "different breed adds its value to the income.",
    "turn_up_cattle": "A card of the market deck joins the cattle that anybody may buy. "
    "Cowboys and two arrows of the job market bring new ones.",
    "turn_up_objective": "The display is filled from the deck, so that there is a choice again "
    "for whoever gains an objective card.",
    "gain_objective": "The top card of the deck, unknown before, goes face up to the player's "
    "discard pile. It is drawn later and can then be played.",
    "take_objective": "The top card of the deck goes straight to a player's hand. The others "
    "do not see which one it is.",
    "foresight": "A new tile fills the space that a visit to Kansas City emptied. All can see "
    "what may come into play next.",
    "move": "Walk from building to building, as many steps as your limit allows, and use where "
    "you stop. Hands on the way cost tolls, to the bank or to the owner.",
    "play": "Put an objective card from your hand before you and take its action at once. From "
    "then on it scores if its tasks are met, and costs points if not.",
    "use": "Take one of the actions that this place offers, each once and in any order. What "
    "it costs and brings stands in its label.",
    "copy": "Use the actions of a building on a space beside this one as if you stood there, "
    "whoever owns it. The building itself stays as it is.",
    "auxiliary": "Take a small action of your player board, in place of the building's own "
    "ones or where they offer it. It is all there is at another's building, a hazard or a "
    "teepee.",
    "done": "Leave the actions that remain here, and go on. At the end of the turn the hand is "
    "filled up to its limit.",
    "skip": "Go without this effect: you pay nothing for it, gain nothing, and it does not "
    "come back.",
    "take": "Choose which of the two tiles comes into play: a worker to the job market, a "
    "hazard or teepee to the trail. It costs nothing and changes what all can reach.",
    "income": "Gain a dollar for each point of the different breeds in hand. Certificates used "
    "add to it and to how far you may deliver, but then they are gone.",
    "deliver": "Put a disc on a city worth no more than your herd, for its points and effects. "
    "The further your engine lags behind the city, the more transport costs.",
    "disc": "Choose which disc leaves your board. The space below it opens a better action, "
    "more steps, a larger hand or more certificates for the rest of the match.",
    "objective": "Take an objective card of the display, or the unknown one on the deck, for "
    "nothing. It goes to your discard pile and is drawn later.",
    "engine": "Move your engine along the track; spaces with other engines do not count. "
    "Further forward, deliveries cost less, and on a siding a station can be upgraded.",
    "upgrade": "Pay for the station where your engine stands and put a disc there. It scores "
    "points, and opens the space of your board that the disc comes from.",
    "master": "Give your last worker of a row to the station for its master tile, now or "
    "never. The tile has an effect at once and scores by its own rule at the end.",
    "hire": "Pay the price of the row and put the worker on your board. Cowboys buy cattle, "
    "craftsmen build, engineers move the engine.",
    "build": "Pay for each craftsman that the building needs, and put it on the trail. You can "
    "use it, others may owe you tolls, and it scores; a better one may replace it.",
    "buy": "Buy cattle with cowboys and money; more cowboys make it cheaper. The cards go to "
    "your discard pile, are worth more in Kansas City, and score.",
    "turn_up": "Let one cowboy turn up cards of the market deck, for nothing, before you buy. "
    "That cowboy buys no more in this visit.",
    "stop": "Buy nothing more in this visit to the market. Cowboys left unused are free again "
    "next time.",
    "hazard": "Take a hazard off the trail: it scores its points, and nobody pays a toll there "
    "any more. The action that allows it says the price.",
    "trade": "Take the teepee of a space and gain, or pay, the money printed there. Teepees "
    "count for objective cards and other rewards.",
    "discard": "Put a card from your hand on the discard pile. It comes back once your deck "
    "has been used up.",
    "remove": "Take a card out of your deck for good, so that better ones come to your hand "
    "sooner. It scores nothing any more.",
    "draw_cards": "Choose how many cards to draw; as many are then discarded. It costs "
    "nothing, and makes the hand of different breeds better.",
    "pair": "Discard two cards of the same breed, which would count only once in Kansas City, "
    "and take the reward of the action.",
    "spend": "Discard a card of your choice from the hand and take the reward of the action. "
    "It comes back when the deck is used up.",
}
"""By the names of `actions.VOCABULARY`."""
