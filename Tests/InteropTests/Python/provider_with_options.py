#!/usr/bin/env python3
"""Starts the provider in $KEYFOB_IDP with its arguments and the options in $KEYFOB_IDP_OPTIONS."""

import os
import sys

program = os.environ["KEYFOB_IDP"]
os.execv(program, [program, *sys.argv[1:], *os.environ["KEYFOB_IDP_OPTIONS"].split()])
