#!/usr/bin/env python3
"""A person at a browser without scripts: sign_in.py ADDRESS [CODE]

Opens the address, fills in the forms of the pages, and follows redirects to the end: to the app's own address on
loopback, or to the page that says that a device's app is signed in. It serves as BROWSER too. The person is in
KEYFOB_PERSON and KEYFOB_PASSWORD; the certificate authority in REQUESTS_CA_BUNDLE.
"""

import os
import sys
from html.parser import HTMLParser
from urllib.parse import urljoin

import requests


class Page(HTMLParser):
    """The forms of a page: their addresses, fields and buttons."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.forms.append({"action": values.get("action", ""), "fields": {}, "actions": []})
        elif not self.forms or not values.get("name"):
            pass
        elif tag == "button" or values.get("type") == "submit":
            self.forms[-1]["actions"].append((values["name"], values.get("value", "")))
        elif tag == "input" and (values.get("type") != "checkbox" or "checked" in values):
            self.forms[-1]["fields"][values["name"]] = values.get("value", "")


def filled(form, code):
    """The values that the person sends; nothing where the form is for a choice that the person does not make."""
    entries = {
        "login": os.environ["KEYFOB_PERSON"], "passwd": os.environ["KEYFOB_PASSWORD"], "user_code": code or ""}
    values = dict(form["fields"])
    asked = [name for name in entries if name in values]
    for name in asked:
        values[name] = entries[name]
    presses = [action for action in form["actions"] if action[1] in ("accept", "continue")]
    # The page of form_post, which a script submits.
    is_response = form["action"].startswith(("http://localhost", "http://127.0.0.1"))
    if not asked and not presses and not is_response:
        return None
    return {**values, **dict(presses[:1])}


def main():
    session = requests.Session()
    answer = session.get(sys.argv[1], timeout=30)
    code = sys.argv[2] if len(sys.argv) > 2 else None
    for _ in range(12):
        steps = [(form, filled(form, code)) for form in Page(answer.text).forms]
        step = next(((form, values) for form, values in steps if values), None)
        if step is None:
            break
        answer = session.post(urljoin(answer.url, step[0]["action"]), data=step[1], timeout=30)
    print("ended at", answer.url.split("?")[0], file=sys.stderr)
    sys.exit(0 if answer.ok else f"{answer.status_code} at {answer.url}: {answer.text[:2000]}")


main()
