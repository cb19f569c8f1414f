"""The process of a provider: started with its log in a file, ready when its port accepts connections."""

import os
import signal
import socket
import subprocess
import time

PATIENCE = 60


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A process in a group of its own, which `stop` ends with all its children."""

    def __init__(self, command, port, log, folder, environment=None):
        self.port = port
        self.log = open(log, "ab")
        self.process = subprocess.Popen(
            command, cwd=folder, env=os.environ | (environment or {}), stdin=subprocess.DEVNULL, stdout=self.log,
            stderr=subprocess.STDOUT, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while not self.is_listening():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"{os.path.basename(command[0])} did not start; see {log}")
            time.sleep(0.05)

    def is_listening(self):
        with socket.socket() as one:
            one.settimeout(1)
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            if self.process.poll() is None:
                try:
                    os.killpg(self.process.pid, how)
                    self.process.wait(timeout=5)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    pass
        self.log.close()
