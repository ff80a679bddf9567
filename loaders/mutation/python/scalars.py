"""Small changes of single values, drawn from a seeded `random.Random`."""

import datetime
import decimal
import fractions

from dates import change_date, change_span, change_time
from texts import WORD, change_text, text_steps

NUMBERS = (0, 1, -1, 2, 3, 7, 10, 100, -10, 255, 256, 1000, 2**31 - 1, 2**31, 2**32)


class Vocabulary:
    """Numbers, texts, words and letters that the calls and the code of a task mention."""

    def __init__(self):
        self.numbers, self.texts, self.words, self.letters = set(NUMBERS), [], set(), set()

    def learn(self, value):
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, (int, float)) and abs(value) < 2**64:
            self.numbers.update((value - 1, value, value + 1))
        elif isinstance(value, str):
            self.letters.update(value[:500])
            self.words.update(WORD.findall(value[:500]))
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
        self.words = sorted(self.words)
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
        return change_span(value, rnd)
    if isinstance(value, datetime.time):
        return change_time(value, rnd)
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


def enlarge(value, rnd):
    """An int beyond the 53 bits that a float holds, where `/` is not `//`: shifted, scaled, a power, its digits repeated, or any."""
    size, sign = abs(value), -1 if value < 0 else 1
    kind = rnd.randrange(5)
    if kind == 0:
        return value + sign * (1 << rnd.randrange(53, 64))
    if kind == 1:
        return value * 10 ** rnd.randrange(15, 20) + rnd.randrange(10)
    if kind == 2 and 1 < size < 1000:
        power = size
        while power < 1 << 54 or rnd.random() < 0.5:
            power *= size
        return sign * power
    if kind == 3 and 0 < size < 10**6:
        return sign * int(str(size) * rnd.randrange(17, 22))
    return sign * rnd.getrandbits(rnd.choice((54, 60, 64, 80)))


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
    return text_steps(value) if isinstance(value, str) else []
