"""Reads YAML from standard input by PyYAML, as JSON to standard output: a list of the documents."""

import json
import sys

import yaml

json.dump(list(yaml.safe_load_all(sys.stdin.buffer.read().decode())), sys.stdout, default=str)
