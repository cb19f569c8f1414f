"""Holds or tries a lock file in the ways in which the libraries of the MSAL family do.

lock_file.py hold KIND PATH [CONTENT]   takes it, says "held", and keeps it until standard input ends or a signal comes
lock_file.py try PATH                   says for each way whether it could be taken, as one line of JSON
"""

import fcntl
import json
import os
import sys


def hold(kind, path, content=None):
    flags = os.O_RDWR | os.O_CREAT | (os.O_EXCL if kind == "exclusive" else 0)
    descriptor = os.open(path, flags, 0o644)
    if kind == "flock":
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if kind == "fcntl":
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.write(descriptor, (content if content is not None else f"{os.getpid()} lock_file.py").encode())
    print("held", flush=True)
    sys.stdin.read()


def attempt(path):
    result = {}
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644))
        result["exclusive"] = True
    except FileExistsError:
        result["exclusive"] = False
    for name, lock in (("flock", fcntl.flock), ("fcntl", fcntl.lockf)):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            lock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            result[name] = True
        except OSError:
            result[name] = False
        os.close(descriptor)
    print(json.dumps(result))


if sys.argv[1] == "hold":
    hold(*sys.argv[2:])
else:
    attempt(sys.argv[2])
