"""Small changes of single values, drawn from a seeded `random.Random`."""

import datetime
import decimal
import fractions

NUMBERS = (0, 1, -1, 2, 3, 7, 10, 100, -10, 255, 256, 1000, 2**31 - 1, 2**31, 2**32)


class Vocabulary:
    """Numbers, texts and letters that the calls and the code of a task mention."""

    def __init__(self):
        self.numbers, self.texts, self.letters = set(NUMBERS), [], set()

    def learn(self, value):
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, (int, float)) and abs(value) < 2**64:
            self.numbers.update((value - 1, value, value + 1))
        elif isinstance(value, str):
            self.letters.update(value[:500])
            if len(value) < 200:
                self.texts.append(value)
        elif isinstance(value, dict):
            for pair in value.items():
                self.learn(pair)
        elif isinstance(value, (list, tuple, set, frozenset)):
            for item in list(value)[:200]:
                self.learn(item)

    def freeze(self):
        """Lists in a fixed order, to draw from."""
        self.numbers = sorted(self.numbers)
        self.letters = sorted(self.letters) or list("ab1 ")


def change_scalar(value, rnd, words):
    """A value of the same type nearby; values of unknown types stay."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return change_int(value, rnd, words)
    if isinstance(value, float):
        return change_float(value, rnd, words)
    if isinstance(value, str):
        return change_text(value, rnd, words)
    if isinstance(value, bytes):
        return change_text(value.decode("latin-1"), rnd, words).encode("latin-1", "ignore")
    if isinstance(value, datetime.date):
        return change_date(value, rnd)
    if isinstance(value, datetime.timedelta):
        return value + datetime.timedelta(seconds=rnd.choice((-86400, -3600, -60, -1, 1, 60, 3600, 86400)))
    if isinstance(value, datetime.time):
        hour, minute = rnd.choice((0, 6, 12, 23, value.hour)), rnd.choice((0, 1, 30, 59, value.minute))
        return value.replace(hour=hour, minute=minute, second=rnd.choice((0, 59, value.second)))
    if isinstance(value, (decimal.Decimal, fractions.Fraction)):
        return value + type(value)(rnd.choice((-1, 1, 2, -2))) * rnd.choice((1, 1, value))
    return value


def change_int(value, rnd, words):
    kind = rnd.randrange(8)
    if kind < 3:
        return value + rnd.choice((-2, -1, 1, 2))
    if kind == 3:
        return rnd.choice((-value, value * 2, value // 2, value * 10, value ^ 1 << rnd.randrange(16)))
    if kind < 6:
        return int(rnd.choice(words.numbers))
    return rnd.randint(-5, 30) if kind == 6 else rnd.randint(0, 2 * abs(value) + 1)


def change_float(value, rnd, words):
    kind = rnd.randrange(5)
    if kind == 0:
        return value + rnd.choice((-1, -0.5, -0.25, 0.25, 0.5, 1))
    if kind == 1:
        return rnd.choice((-value, value * 2, value / 2, 0.0, value * 1.01))
    if kind == 2 and abs(value) < 1e15:
        return float(round(value))
    if kind == 3 or not abs(value) < 1e15:
        return float(rnd.choice(words.numbers))
    return round(rnd.uniform(-2, 2) * (abs(value) + 1), 2)


def change_text(text, rnd, words):
    at = rnd.randrange(len(text) + 1)
    letter = rnd.choice(words.letters)
    kind = rnd.randrange(11)
    if kind == 0:
        return text[:at] + text[at + 1:]
    if kind in (1, 2):
        return text[:at] + letter + text[at:]
    if kind in (3, 4):
        return text[:at] + letter + text[at + 1:]
    if kind == 5 and len(text) > 1:
        letters = list(text)
        here, there = rnd.sample(range(len(text)), 2)
        letters[here], letters[there] = letters[there], letters[here]
        return "".join(letters)
    if kind == 6 and words.texts:
        return text[:at] + rnd.choice(words.texts)[-20:] + text[at:]
    if kind == 7:
        return rnd.choice((text[:at], text[at:], text + text[:at], text[::-1], text.upper(), text.lower()))
    if kind == 8 and words.texts:
        return rnd.choice(words.texts)
    digits = [spot for spot, char in enumerate(text) if char.isdigit()]
    if digits:
        spot = rnd.choice(digits)
        return text[:spot] + rnd.choice("0123456789") + text[spot + 1:]
    return text[:at] + text[max(0, at - 1):at] * rnd.randrange(1, 4) + text[at:]


def change_date(value, rnd):
    try:
        kind = rnd.randrange(4)
        if kind == 0:
            return value + datetime.timedelta(days=rnd.choice((-31, -7, -1, 1, 7, 28, 365, 366)))
        if kind == 1:
            return value.replace(day=rnd.choice((1, 15, 28, 29, 30, 31)), month=rnd.randint(1, 12))
        if kind == 2:
            return value.replace(month=2, day=rnd.choice((28, 29)), year=rnd.choice((2000, 2020, 2023, 2024, 2100)))
        if isinstance(value, datetime.datetime):
            return value + datetime.timedelta(seconds=rnd.choice((-3600, -60, -1, 1, 60, 3600, 43200)))
        return value.replace(year=value.year + rnd.choice((-1, 1, 4)))
    except (ValueError, OverflowError):
        return value


def steps(value):
    """The next values below and above, where there are any."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value - 1, value + 1]
    if isinstance(value, datetime.date):
        try:
            return [value + datetime.timedelta(days=days) for days in (-1, 1)]
        except OverflowError:
            return []
    return []
