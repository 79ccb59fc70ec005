"""The cards of Great Western Trail and what they cost, in words and in data."""

from __future__ import annotations

from railhead.games.great_western_trail import names
from railhead.games.great_western_trail.components import Components, task_letters
from railhead.games.great_western_trail.effect_texts import task_text, whole_text
from railhead.games.great_western_trail.wording import breed, points_text
from railhead.games.reference import Item, item


def cards(components: Components) -> list[Item]:
    """The kinds of cattle cards, and none."""
    return [*(cattle(components, at) for at in range(len(names.CATTLE))), no_card()]


def cattle(components: Components, at: int) -> Item:
    """A kind of cattle cards."""
    value, points = int(components.value[at]), int(components.card_points[at])
    start, market = int(components.start_cards[at]), int(components.market_cards[at])
    where = f"{start} in each first deck" if start else f"{market} in the market deck"
    name = names.CATTLE[at]
    return item(
        name,
        breed(name),
        f"Cattle of breeding value {value}, worth {points_text(points)} at the end; {where}.",
        kind="cattle",
        breed=names.BREEDS[int(components.breed[at])],
        value=value,
        points=points,
        start=start,
        market=market,
    )


def no_card() -> Item:
    """What stands for no second card in a purchase."""
    return item("none", "no card", "No second card is bought.", kind="none")


def objective_cards(components: Components) -> list[Item]:
    """The objective cards, those that players begin with, and the top of the deck."""
    every = [*names.OBJECTIVES, *names.START_OBJECTIVES]
    deck = item("deck", "top of the deck", "The next objective card, unseen.", kind="deck")
    return [*(objective(components, at, name) for at, name in enumerate(every)), deck]


def objective(components: Components, at: int, name: str) -> Item:
    """An objective card."""
    tasks = task_letters(components, at)
    points, penalty = int(components.objective_points[at]), int(components.objective_penalty[at])
    printed = at < len(names.OBJECTIVES)
    effect = int(components.objective_effect[at]) if printed else -1
    goal = f"{points_text(points)} at the end for {task_text(tasks)}"
    if penalty:
        goal += f", else -{penalty}"
    text = f"{goal}."
    if printed:
        does = names.DOINGS[int(components.effect_does[effect])]
        text = f"Played for: {whole_text(names.EFFECTS[effect], does)}. {text}"
    return item(
        name,
        f"{'Objective' if printed else 'First objective'} {name}",
        text,
        kind="objective" if printed else "first_objective",
        effect=names.EFFECTS[effect] if printed else None,
        tasks=tasks,
        points=points,
        penalty=penalty,
        copies=int(components.objective_copies[at]) if printed else 1,
    )


def offers(components: Components) -> list[Item]:
    """What cowboys can buy in the cattle market."""
    found = []
    for at in range(len(components.offer_price)):
        cowboys, price = int(components.offer_cowboys[at]), int(components.offer_price[at])
        number, value = int(components.offer_cards[at]), int(components.offer_value[at])
        text = f"{cowboys} cowboy{'s' if cowboys > 1 else ''} buy{'' if cowboys > 1 else 's'} "
        text += f"{'up to two cards' if number > 1 else 'a card'} of breeding value {value} for "
        found.append(
            item(
                at + 1,
                f"Offer {at + 1}",
                f"{text}${price}.",
                {"money": price, "cowboys": cowboys},
                cards=number,
                value=value,
            )
        )
    return found
