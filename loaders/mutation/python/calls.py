"""The calls that a suite makes of its function, as plain values."""

import ast
import copy
import datetime
import decimal
import fractions

PLAIN = (bool, int, float, str, bytes, type(None), datetime.date, datetime.time, datetime.timedelta,
         decimal.Decimal, fractions.Fraction, list, tuple, dict, set, frozenset)


class Call:
    """Arguments of one call: positional, then by keyword."""

    def __init__(self, args, kwargs, sources):
        self.args = args
        self.kwargs = kwargs
        # Source of what has no plain `repr` (lambdas, objects), by identity.
        self.sources = sources

    def slots(self):
        return [(self.args, i) for i in range(len(self.args))] + [(self.kwargs, k) for k in self.kwargs]

    def copied(self):
        return Call(copy_plain(self.args), copy_plain(self.kwargs), self.sources)

    def text(self, name):
        shown = [self._show(a) for a in self.args] + ["%s=%s" % (k, self._show(v)) for k, v in self.kwargs.items()]
        return "%s(%s)" % (name, ", ".join(shown))

    def _show(self, value):
        return self.sources.get(id(value)) or repr(value)


def copy_plain(value):
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def read_calls(tests, name, namespace):
    """Every call of `name` in the tests whose arguments can be evaluated, in order."""
    calls, seen = [], set()
    for test in tests:
        try:
            tree = ast.parse(test)
        except SyntaxError:
            continue
        scopes = [(tree, {})]
        for node in ast.walk(tree):
            # `all(f(x) == y for x, y in [...])`: bind the loop's names to each of its values.
            for generator in getattr(node, "generators", ())[:1]:
                try:
                    values = list(evaluate(generator.iter, namespace, {}))[:50]
                except Exception:
                    continue
                scopes += [(node, {"": (generator.target, value)}) for value in values]
        for scope, bound in scopes:
            names = {}
            for target, value in bound.values():
                bind(target, value, names)
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                    call = read_call(node, test, namespace, names)
                    key = call and call.text(name)
                    if call and key not in seen:
                        seen.add(key)
                        calls.append(call)
    return calls


def bind(target, value, names):
    if isinstance(target, ast.Name):
        names[target.id] = value
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part, item in zip(target.elts, value):
            bind(part, item, names)


def evaluate(node, namespace, names):
    return eval(compile(ast.Expression(node), "<argument>", "eval"), dict(namespace, **names))


def read_call(node, test, namespace, names):
    sources = {}
    try:
        args, kwargs = [], {}
        for arg in node.args:
            if isinstance(arg, ast.Starred):
                args += evaluate(arg.value, namespace, names)
            else:
                args.append(keep(evaluate(arg, namespace, names), arg, test, sources))
        for word in node.keywords:
            if word.arg is None:
                kwargs.update(evaluate(word.value, namespace, names))
            else:
                kwargs[word.arg] = keep(evaluate(word.value, namespace, names), word.value, test, sources)
        return Call(args, kwargs, sources)
    except Exception:
        return None


def keep(value, node, test, sources):
    if not isinstance(value, PLAIN):
        sources[id(value)] = ast.get_source_segment(test, node) or repr(value)
    return value
