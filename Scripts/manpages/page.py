"""A manual page of a command: from what its executable says about it, from keyfob.1, and from what is written for it."""

import re

from roff import bold, example, italic, paragraphs, plain

STATUS = re.compile(r"Exit (?:status|codes): (0 .*?)\.(?=\s|$)", re.DOTALL)


def page(command, name, title, part, overview):
    """Returns a page's text.

    command -- the description of the command
    name -- the page's name, such as keyfob-login
    title -- what the user types, such as "keyfob login"
    """
    abstract = command.get("abstract", "").strip().rstrip(".")
    # Not the first letter of an abbreviation.
    start = abstract[:1].lower() if abstract[1:2].islower() or abstract[1:2] == " " else abstract[:1]
    lines = [
        '.\\" Copyright The Keyfob authors. SPDX-License-Identifier: Apache-2.0',
        '.\\" Written by "make manual" from the help of the command; see CONTRIBUTING.md.',
        f'.TH {plain(name.upper())} 1 "" "Keyfob" "User Commands"', ".nh", ".ad l", ".SH NAME",
        f"{plain(name)} \\- {plain(start + abstract[1:])}", ".SH SYNOPSIS"]
    listed = list(commands(command, [title]))
    for names, found in listed:
        lines += [".HP 4", usage(names, found)]
    lines += [".SH DESCRIPTION", *description(command, name, title, overview)]
    lines += options(command)
    nested = [(names, found) for names, found in listed if len(names) > 1]
    if nested:
        lines.append(".SH COMMANDS")
    for names, found in nested:
        lines += [f".SS {plain(' '.join([*title.split()[1:], *names[1:]]))}", *paragraphs(found.get("abstract"))]
        lines += [".PP", *paragraphs(prose(found))] if prose(found) else []
        lines += entries(found)
    lines += [".SH EXIT STATUS", *statuses(command, part, overview)]
    for key, section in (("environment", "ENVIRONMENT"), ("files", "FILES")):
        if part.words(key):
            lines += [f".SH {section}", *overview.entries(section, part.words(key))]
    lines.append(".SH EXAMPLES")
    for index, (sentence, code) in enumerate(part.examples):
        lines += ([".PP"] if index else []) + [plain(sentence), *example(code)]
    others = [f"keyfob-{word}" for word in part.words("see")]
    lines += [".SH SEE ALSO", *(f".BR {plain(other)} (1)," for other in others), ".BR keyfob (1)"]
    return "\n".join(lines) + "\n"


def description(command, name, title, overview):
    lines = paragraphs(command.get("abstract", "").strip())
    if prose(command):
        lines += [".PP", *paragraphs(prose(command))]
    elif title.startswith("keyfob "):
        lines += [".PP", *overview.description(title.split()[1])]
    if command["commandName"] == name and title != name:
        lines += [".PP", f"{bold(title)} runs {bold(name)}, which can be called by that name too."]
    return lines


def prose(command):
    """The discussion, without the list of exit statuses, which has a section."""
    text = command.get("discussion") or ""
    return STATUS.sub("", text).strip()


def statuses(command, part, overview):
    found = STATUS.search(command.get("discussion") or "")
    lines = []
    for entry in re.split(r"[,;]\s+(?=\d)", found[1]) if found else []:
        number, meaning = entry.split(None, 1)
        meaning = re.sub(r"\s+", " ", meaning)
        lines += [".TP", bold(number), plain(meaning[0].upper() + meaning[1:] + ".")]
    return lines or overview.entries("EXIT STATUS", part.words("exit"))


def commands(command, names):
    """Every command that can be run, depth first, with its full name."""
    nested = [found for found in command.get("subcommands", [])
              if found.get("shouldDisplay", True) and found["commandName"] not in ("help", command.get("defaultSubcommand"))]
    if not nested or any(not is_general(argument) for argument in shown(command)):
        yield names, command
    for found in nested:
        yield from commands(found, names + [found["commandName"]])


def shown(command):
    """The arguments, those of the default subcommand among them."""
    implied = [found for found in command.get("subcommands", []) if found["commandName"] == command.get("defaultSubcommand")]
    seen, found = set(), []
    for argument in command.get("arguments", []) + [argument for other in implied for argument in other.get("arguments", [])]:
        key = names(argument) or argument.get("valueName")
        if argument.get("shouldDisplay", True) and str(key) not in seen:
            seen.add(str(key))
            found.append(argument)
    return found


def names(argument):
    return [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names") or []]


def is_general(argument):
    return bool({"--help", "--version"} & set(names(argument)))


def usage(typed, command):
    parts = [bold(" ".join(typed))]
    for argument in shown(command):
        if is_general(argument):
            continue
        text = form(argument, names(argument)[:1])
        if argument.get("parsingStrategy") == "postTerminator":
            text = f"{bold('--')} {text}"
        is_needed = not argument.get("isOptional") or argument.get("parsingStrategy") == "postTerminator"
        text = text if is_needed else f"[{text}]"
        # A value of two words is not repeated, although it is a list for the parser.
        is_list = argument.get("isRepeating") and " " not in argument.get("valueName", "")
        parts.append(text + ("..." if is_list else ""))
    return " ".join(parts)


def form(argument, called):
    """An argument as it is typed."""
    # "profile> <operation" is two.
    values = (argument.get("valueName") or "value").split("> <")
    value = " ".join([f"[{italic(name)}]" for name in values[:-1]] + [italic(values[-1])])
    if argument["kind"] == "positional":
        return value
    option = ", ".join(map(bold, called))
    return option if argument["kind"] == "flag" else f"{option} {value}"


def options(command):
    lines, title = [], ""
    for argument in shown(command):
        section = argument.get("sectionTitle") or ""
        if section != title:
            lines.append(f".SS {plain(section)}" if section else ".SS Other options")
            title = section
        lines += entry(argument)
    return [".SH OPTIONS", *lines] if lines else []


def entries(command):
    return [line for argument in shown(command) if not is_general(argument) for line in entry(argument)]


def entry(argument):
    text = " ".join(part for part in (argument.get("abstract"), argument.get("discussion")) if part).strip()
    text += "." if text and text[-1] not in ".:!?" else ""
    values = ((argument.get("completionKind") or {}).get("list") or {}).get("values") or []
    if any(value not in text for value in values):
        text += f" Values: {', '.join(values)}."
    default = argument.get("defaultValue")
    if default and argument["kind"] != "flag" and "efault:" not in text:
        text += f" Default: {default}."
    return [".TP", form(argument, sorted(names(argument), key=len)), *(paragraphs(text) or ["\\&"])]
