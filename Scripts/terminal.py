"""A terminal for scripts: a shell in tmux, in which they type commands and whose screen they read."""

import os
import subprocess
import sys
import time

SECONDS = 60


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Terminal:
    """A shell in a private tmux server, whose socket is in a folder."""

    def __init__(self, folder, environment, columns, rows):
        self.statuses = os.path.join(folder, "statuses")
        self.tmux = ["tmux", "-S", os.path.join(folder, "tmux"), "-f", "/dev/null"]
        open(self.statuses, "w", encoding="utf-8").close()
        self.environment = {
            **environment, "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh", "HISTFILE": "", "PS1": "$ ", "PS2": "> ",
            "PROMPT_COMMAND": f"echo $? >>'{self.statuses}'",
        }
        shell = ["/bin/bash", "--noprofile", "--norc", "--noediting"]
        self.call("set", "-g", "default-terminal", "tmux-256color", ";", "set", "-g", "status", "off", ";",
                  "new-session", "-d", "-x", str(columns), "-y", str(rows), *shell)
        self.wait("$", 1)

    def call(self, *arguments):
        done = subprocess.run(
            [*self.tmux, *arguments], env=self.environment, timeout=SECONDS, check=True, capture_output=True, text=True)
        return done.stdout

    def run(self, command):
        """Types a command, and returns its status."""
        *first, last = command.split("\n")
        number = len(read(self.statuses).split())
        for line in first:
            self.type(line)
            self.wait(">", number)
        self.type(last)
        self.wait("$", number + 1)
        return int(read(self.statuses).split()[-1])

    def type(self, line):
        self.call("send-keys", "-l", "--", line)
        self.call("send-keys", "Enter")

    def wait(self, prompt, number):
        """Waits for a prompt in the last line, after so many commands."""
        deadline = time.monotonic() + SECONDS
        while True:
            screen = self.screen().rstrip()
            if screen.split("\n")[-1] == prompt and len(read(self.statuses).split()) == number:
                return
            if time.monotonic() > deadline:
                sys.exit(f"The prompt '{prompt}' did not come. The screen:\n{screen}")
            time.sleep(0.02)

    def screen(self, *options):
        return self.call("capture-pane", "-p", *options)

    def end(self):
        subprocess.run([*self.tmux, "kill-server"], env=self.environment, check=False, capture_output=True)
