"""Plots as SVG, readable on light and on dark pages, in the style of the pictures of the architecture."""

import math

WIDTH, HEIGHT, GAP = 960, 380, 12
COLOURS = {"ours": "#1f8a64", "ours, other": "#5fb894", "reference": "#b3541e", "reference, other": "#d99a6c", "limit": "#3c6a98",
           "limit, other": "#89acd0"}
STYLE = (
    "text{font:13px ui-sans-serif,system-ui,sans-serif;fill:#444}.frame{fill:#8881;stroke:#8886}.grid{stroke:#8884}"
    ".title{font-size:14px;font-weight:600}.middle{text-anchor:middle}.end{text-anchor:end}"
    "polyline{fill:none;stroke-width:2.5}.dashed{stroke-dasharray:6 4}"
    "@media(prefers-color-scheme:dark){text{fill:#c8c8c8}}")


class Axis:
    """Maps values to places between two ends, linearly or by their logarithms."""

    def __init__(self, values, ends, is_log, from_zero=True):
        low, high = min(values), max(values)
        self.is_log, self.ends = is_log, ends
        if is_log:
            self.low, self.high = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
            self.high = max(self.high, self.low + 1)
            self.ticks = [10.0 ** power for power in range(self.low, self.high + 1)]
        else:
            step = nice((high - (0 if from_zero else low)) / 4)
            self.low, self.high = 0, max(1, math.ceil(high / step - 1e-9)) * step
            self.ticks = [step * number for number in range(round(self.high / step) + 1)]

    def place(self, value):
        share = ((math.log10(value) if self.is_log else value) - self.low) / (self.high - self.low)
        return self.ends[0] + share * (self.ends[1] - self.ends[0])


def nice(step):
    """The next of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step)) if step > 0 else 1.0
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step * 0.999)


def short(value):
    for limit, suffix in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= limit:
            return f"{value / float('1e' + {'G': '9', 'M': '6', 'k': '3'}[suffix]):.3g}{suffix}"
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.3g}"


def microseconds(value):
    for limit, unit in ((1e6, "s"), (1e3, "ms")):
        if value >= limit:
            return f"{value / limit:.3g} {unit}"
    return f"{value:.3g} µs"


def text(x, y, said, kind=""):
    said = said.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.0f}" y="{y:.0f}"' + (f' class="{kind}"' if kind else "") + f">{said}</text>"


def frame(box, title):
    left, top, right, bottom = box
    return [
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" rx="8" class="frame"/>',
        text(left + 12, top + 22, title, "title")]


def legend(box, entries):
    """One line of names below the title; an entry is a name, a colour and whether it is dashed."""
    x, y, parts = box[0] + 12, box[1] + 44, []
    for name, colour, is_dashed in entries:
        dash = ' class="dashed"' if is_dashed else ""
        parts.append(f'<line x1="{x:.0f}" y1="{y - 4:.0f}" x2="{x + 22:.0f}" y2="{y - 4:.0f}" stroke="{COLOURS[colour]}" stroke-width="4"{dash}/>')
        parts.append(text(x + 28, y, name))
        x += 28 + 7 * len(name) + 18
    return parts


def lines(box, title, series, x_name, x_log=False, y_log=False, y_said=short, y_name=""):
    """A plot of lines. A series is a name, a colour, whether it is dashed, and its points."""
    left, top, right, bottom = box
    points = [point for _, _, _, some in series for point in some]
    x_axis = Axis([x for x, _ in points], (left + 74, right - 36), x_log)
    y_axis = Axis([y for _, y in points], (bottom - 46, top + 64), y_log)
    parts = frame(box, title) + legend(box, [entry[:3] for entry in series])
    for tick in y_axis.ticks:
        y = y_axis.place(tick)
        parts.append(f'<line x1="{left + 74:.0f}" y1="{y:.1f}" x2="{right - 36:.0f}" y2="{y:.1f}" class="grid"/>')
        parts.append(text(left + 66, y + 4, y_said(tick), "end"))
    for tick in x_axis.ticks if x_log else sorted({x for x, _ in points}):
        x = x_axis.place(tick)
        parts.append(f'<line x1="{x:.1f}" y1="{top + 64:.0f}" x2="{x:.1f}" y2="{bottom - 46:.0f}" class="grid"/>')
        parts.append(text(x, bottom - 28, f"{tick:,.0f}", "middle"))
    parts.append(text((left + right) / 2, bottom - 10, x_name, "middle"))
    for _, colour, is_dashed, some in series:
        placed = [(x_axis.place(x), y_axis.place(y)) for x, y in some]
        shape = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        dash = ' class="dashed"' if is_dashed else ""
        parts.append(f'<polyline points="{shape}" stroke="{COLOURS[colour]}"{dash}/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[colour]}"/>' for x, y in placed]
    return parts


def bars(box, title, entries, said):
    """Horizontal bars; an entry is a name, a colour and a value."""
    left, top, right, bottom = box
    begin, end = left + 236, right - 150
    axis = Axis([value for _, _, value in entries], (begin, end), False)
    step = (bottom - top - 44) / len(entries)
    parts = frame(box, title)
    for number, (name, colour, value) in enumerate(entries):
        y, height = top + 38 + number * step, min(24, step - 6)
        width = axis.place(value) - begin
        parts.append(text(begin - 10, y + height / 2 + 5, name, "end"))
        parts.append(f'<rect x="{begin:.0f}" y="{y:.1f}" width="{max(1, width):.1f}" height="{height:.1f}" rx="3" fill="{COLOURS[colour]}"/>')
        parts.append(text(begin + max(1, width) + 8, y + height / 2 + 5, said(name, value)))
    return parts


def svg(title, parts, width=WIDTH, height=HEIGHT):
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"
