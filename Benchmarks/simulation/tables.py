"""Tables of Markdown, and numbers as people read them."""


def table(head, lines):
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def count(value):
    for limit, name in ((1e9, "billion"), (1e6, "million")):
        if value >= limit:
            return f"{value / limit:,.3g} {name}" if value / limit < 1000 else f"{value / limit:,.0f} {name}"
    if value >= 1000:
        # Two digits are more than such a figure knows.
        return f"{float(f'{value:.2g}') if value < 100_000 else float(f'{value:.3g}'):,.0f}"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2g}"


def size(value):
    for limit, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if value >= limit:
            return f"{value / limit:,.3g} {name}" if value / limit < 1000 else f"{value / limit:,.0f} {name}"
    return f"{value:,.0f} B"


def time(value):
    if value >= 1:
        return f"{value:,.1f} s" if value < 100 else f"{value:,.0f} s"
    return f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:,.0f} ms"


def percentile(values, percent):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0
