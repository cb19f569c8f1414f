"""Genuine msal-extensions on the keyring: save, load or clear a cache. Text comes on standard input, goes to output.

usage: libsecret_cache.py save|load|clear SCHEMA LABEL [KEY=VALUE...]
"""

import sys

from msal_extensions.libsecret import LibSecretAgent

action, schema, label, *pairs = sys.argv[1:]
attributes = dict(pair.split("=", 1) for pair in pairs)
agent = LibSecretAgent(schema, attributes, label=label)
if action == "save":
    sys.exit(0 if agent.save(sys.stdin.read()) else 1)
elif action == "load":
    found = agent.load()
    sys.stdout.write("nothing" if found is None else "found " + found)
else:
    sys.stdout.write(str(agent.clear()))
