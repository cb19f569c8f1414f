"""A manual page from what an executable says about its commands (--experimental-dump-help)."""

import json
import re


def page(dump):
    command = json.loads(dump)["command"]
    name = command["commandName"]
    lines = [
        '.\\" Copyright The Keyfob authors. SPDX-License-Identifier: Apache-2.0',
        f'.TH {plain(name.upper())} 1 "" "Keyfob" "User Commands"', ".SH NAME",
        f"{plain(name)} \\- {plain(command.get('abstract', '').rstrip('.'))}", ".SH SYNOPSIS"]
    listed = list(commands(command, [name]))
    for names, found in listed:
        lines += [".HP 4", usage(names, found)]
    lines += [".SH DESCRIPTION", *paragraphs(command.get("discussion"))]
    lines += options(command)
    lines.append(".SH COMMANDS")
    for names, found in listed:
        if len(names) == 1:
            continue
        lines += [f".SS {plain(' '.join(names[1:]))}", *paragraphs(found.get("abstract")),
                  *paragraphs(found.get("discussion"), ".PP"), *options(found)]
    lines += [".SH SEE ALSO", ".BR keyfob (1)"]
    return "\n".join(lines) + "\n"


def commands(command, names):
    """Every command that can be run, depth first, with its full name."""
    nested = [found for found in command.get("subcommands", [])
              if found.get("shouldDisplay", True) and found["commandName"] != "help"]
    if not nested or any(shown(command)):
        yield names, command
    for found in nested:
        yield from commands(found, names + [found["commandName"]])


def shown(command):
    return [argument for argument in command.get("arguments", [])
            if argument.get("shouldDisplay", True) and not named(argument) & {"help", "version"}]


def named(argument):
    return {name["name"] for name in argument.get("names") or []}


def usage(names, command):
    parts = [f"\\fB{plain(' '.join(names))}\\fR"]
    for argument in shown(command):
        text = form(argument) + ("..." if argument.get("isRepeating") else "")
        parts.append(f"[{text}]" if argument.get("isOptional") else text)
    return " ".join(parts)


def form(argument):
    value = f"\\fI{plain(argument.get('valueName') or 'value')}\\fR"
    if argument["kind"] == "positional":
        return value
    preferred = argument["preferredName"]
    option = f"\\fB{plain(('--' if preferred['kind'] == 'long' else '-') + preferred['name'])}\\fR"
    return option if argument["kind"] == "flag" else f"{option} {value}"


def options(command):
    lines = []
    for argument in shown(command):
        text = " ".join(part for part in (argument.get("abstract"), argument.get("discussion")) if part)
        default = argument.get("defaultValue")
        if default and argument["kind"] != "flag":
            text += f" Default: {default}."
        lines += [".TP", form(argument), *(paragraphs(text) or ["\\&"])]
    return lines


def paragraphs(text, before=None):
    """Text as lines of a page: a sentence on each, and none that begins with a command of the page's language."""
    if not text:
        return []
    sentences = re.split(r"(?<=[.:]) +|\n+", text.strip())
    return ([before] if before else []) + [guard(plain(sentence.strip())) for sentence in sentences if sentence.strip()]


def guard(line):
    return "\\&" + line if line.startswith((".", "'")) else line


def plain(text):
    return text.replace("\\", "\\e").replace("-", "\\-")
