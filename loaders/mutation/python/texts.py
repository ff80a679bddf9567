"""Small changes of texts: letters, words, numbers and dates in them."""

import datetime
import re

from dates import change_date

WORD = re.compile(r"[^\W_]+")
NUMBER = re.compile(r"\d+")
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# Places of one text that `text_steps` moves.
MOST_PLACES = 6


def change_text(text, rnd, words):
    """A text nearby: most often by single letters, else by whole words, numbers and dates."""
    kind = rnd.randrange(15)
    if kind < 9:
        return change_letters(text, rnd, words, kind)
    if kind < 13:
        return change_word(text, rnd, words)
    if kind == 13:
        return change_number(text, rnd, words)
    return change_iso_date(text, rnd)


def change_letters(text, rnd, words, kind):
    at = rnd.randrange(len(text) + 1)
    letter = rnd.choice(words.letters)
    if kind == 0:
        return text[:at] + text[at + 1:]
    if kind in (1, 2):
        return text[:at] + letter + text[at:]
    if kind in (3, 4):
        return text[:at] + letter + text[at + 1:]
    if kind == 5 and len(text) > 1:
        return exchange_pieces(text, rnd)
    if kind == 6 and words.texts:
        return text[:at] + rnd.choice(words.texts)[-20:] + text[at:]
    if kind == 7:
        return rnd.choice((text[:at], text[at:], text + text[:at], text[::-1], text.upper(), text.lower()))
    if kind == 8 and words.texts and rnd.random() < 0.5:
        return rnd.choice(words.texts)
    return text[:at] + text[max(0, at - 1):at] * rnd.randrange(1, 4) + text[at:]


def exchange_pieces(text, rnd):
    """Two pieces of one length, which do not overlap, in each other's place: a text of fixed blocks keeps its shape."""
    size = rnd.choice([size for size in (1, 1, 2, 3, 4, 5, 6) if 2 * size <= len(text)])
    here, there = sorted(rnd.sample(range(len(text) - size + 1), 2))
    if there < here + size:
        there = len(text) - size if here + 2 * size <= len(text) else there
        here = min(here, there - size) if there >= size else here
    if there < here + size:
        return text
    first, second = text[here:here + size], text[there:there + size]
    return text[:here] + second + text[here + size:there] + first + text[there + size:]


def change_word(text, rnd, words):
    """Replaces, repeats, drops or exchanges words; numbers stand for numbers."""
    places = list(WORD.finditer(text))
    if not places:
        return change_letters(text, rnd, words, 1)
    place = rnd.choice(places)
    kind = rnd.randrange(6)
    if kind == 0:
        return text[:place.start()] + text[place.end():]
    if kind == 1:
        return text[:place.end()] + rnd.choice((" ", "", text[place.end():place.end() + 1])) + text[place.start():]
    if kind == 2 and len(places) > 1:
        first, second = sorted(rnd.sample(places, 2), key=lambda m: m.start())
        between = text[first.end():second.start()]
        return text[:first.start()] + second[0] + between + first[0] + text[second.end():]
    fitting = [word for word in words.words if word.isdigit() == place[0].isdigit()] or words.words
    return text[:place.start()] + (rnd.choice(fitting) if fitting else "") + text[place.end():]


def change_number(text, rnd, words):
    places = list(NUMBER.finditer(text))
    if not places:
        return change_word(text, rnd, words)
    place = rnd.choice(places)
    moved = int(place[0]) + rnd.choice((-10, -2, -1, 1, 2, 10))
    if rnd.random() < 0.3:
        moved = int(rnd.choice(words.numbers))
    return put_number(text, place, max(0, moved))


def put_number(text, place, value):
    """Keeps leading zeros as wide as they were."""
    width = len(place[0]) if place[0].startswith("0") or len(str(value)) < len(place[0]) else 0
    return text[:place.start()] + str(value).zfill(width) + text[place.end():]


def change_iso_date(text, rnd):
    places = list(ISO_DATE.finditer(text))
    if not places:
        return text + rnd.choice((" ", "0", "1", "\n", text[-1:]))
    place = rnd.choice(places)
    try:
        date = datetime.date.fromisoformat(place[0])
    except ValueError:
        return text
    return text[:place.start()] + change_date(date, rnd).isoformat() + text[place.end():]


def text_steps(text):
    """The text with each number, and each date, moved by one."""
    found = []
    for place in list(ISO_DATE.finditer(text))[:MOST_PLACES]:
        for days in (-1, 1):
            try:
                date = datetime.date.fromisoformat(place[0]) + datetime.timedelta(days=days)
            except (ValueError, OverflowError):
                continue
            found.append(text[:place.start()] + date.isoformat() + text[place.end():])
    for place in list(NUMBER.finditer(text))[:MOST_PLACES]:
        if len(place[0]) < 18:
            found += [put_number(text, place, value) for value in (int(place[0]) - 1, int(place[0]) + 1) if value >= 0]
    return found
