"""Starting processes and measuring what they cost."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(HERE)
PRODUCTS = os.path.join(HERE, ".build", "release")
# A server runs on one core, and its load on the other.
SERVER_CORE, LOAD_CORE = 0, 1
PYTHON = os.path.join(ROOT, "build", "witnesses", "bin", "python")


def product(name):
    return os.path.join(PRODUCTS, name)


def pinned(core, command):
    """The command, kept to one core where that can be done."""
    return ["taskset", "-c", str(core), *command] if shutil.which("taskset") and (os.cpu_count() or 1) > 1 else command


def cost(command, environment=None):
    """CPU and wall milliseconds of one whole process, its children included."""
    started = time.monotonic_ns()
    with open(os.devnull, "wb") as null:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=null, stderr=subprocess.PIPE, env=environment)
        said = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
    wall = (time.monotonic_ns() - started) / 1e6
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed ({child.returncode}): {said.decode(errors='replace')[:500]}")
    return (usage.ru_utime + usage.ru_stime) * 1000, wall


def cpu_seconds(pid):
    """What a running process has used so far, from the scheduler's own clock (nanoseconds, not ticks)."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def resident(pid, which="VmRSS"):
    """The resident memory of a process in bytes: now, or with VmHWM the most that it ever had."""
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(which + ":"))


def at_once(commands, name):
    """Starts processes, lets them go at once when each is ready, and gives the figures that each prints last."""
    children = []
    for command in commands:
        # One after the other: SQLite does not wait for its lock where two make a database's write-ahead log at once.
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        children.append(child)
        if child.stdout.readline() != "ready\n":
            sys.exit(f"{name} did not begin")
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    figures = [json.loads(child.communicate()[0].splitlines()[-1]) for child in children]
    if any(child.returncode for child in children):
        sys.exit(f"{name} failed")
    return figures


def lines(command, environment=None):
    """The JSON lines that a program prints."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed ({done.returncode}): {done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Provider:
    """A running keyfob-idp. `ready_ms` is the time from its start to the first 200 of /healthz."""

    def __init__(self, data, core=None, arguments=()):
        self.data, self.port = data, free_port()
        self.base = f"https://localhost:{self.port}"
        command = [product("keyfob-idp"), "serve", "--port", str(self.port), "--data", data, *arguments]
        started = time.monotonic_ns()
        self.process = subprocess.Popen(
            command if core is None else pinned(core, command),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # The authority does not exist before the first start, and health is all that is asked here.
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        while True:
            try:
                with urllib.request.urlopen(self.base + "/healthz", context=trusting, timeout=5) as answer:
                    if answer.status == 200:
                        break
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None:
                    raise SystemExit(f"keyfob-idp ended with {self.process.returncode}")
            if time.monotonic_ns() - started > 60e9:
                self.stop()
                raise SystemExit("keyfob-idp was not ready within a minute")
            time.sleep(0.002)
        self.ready_ms = (time.monotonic_ns() - started) / 1e6

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
