"""What openssl signs on the server's core: the limit beside which grants are read."""

import os
import statistics
import subprocess

from . import processes

# Leaf 7, EBX bit 21: what openssl 3 has a path of its own for and BoringSSL, which swift-crypto carries, has not.
WITHOUT_IFMA = {"OPENSSL_ia32cap": ":~0x200000"}
NAMES = {"RS256": "rsa2048", "ES256": "ecdsap256"}


def signatures(algorithm, environment=None, seconds=1):
    """Signatures in a second of the server's core, by openssl's own count of processor time."""
    name = NAMES[algorithm]
    command = processes.pinned(processes.SERVER_CORE, ["openssl", "speed", "-seconds", str(seconds), name])
    said = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True,
        env={**os.environ, **(environment or {})}).stdout
    head, figures = (line.split() for line in said.strip().splitlines()[-2:])
    return float(figures[head.index("sign/s") - len(head)])


class Limit:
    """What openssl signed before, between and after the loads: a shared machine changes its speed.

    Without AVX512-IFMA openssl runs the same kind of code as BoringSSL; for ECDSA it makes no difference.
    """

    def __init__(self, algorithm):
        self.algorithm, self._native, self._plain = algorithm, [], []

    def measure(self):
        self._native.append(signatures(self.algorithm))
        self._plain.append(signatures(self.algorithm, WITHOUT_IFMA) if self.algorithm == "RS256" else self._native[-1])

    @property
    def beside(self):
        """The mean of the last two measurements: before and after a load."""
        return statistics.mean(self._plain[-2:])

    @property
    def native(self):
        return statistics.mean(self._native)

    @property
    def plain(self):
        return statistics.mean(self._plain)

    def __str__(self):
        said = f"openssl {self.plain:,.0f} signatures/s"
        if self.algorithm == "RS256":
            said += f" without AVX512-IFMA, native {self.native:,.0f}"
        return said + f" ({min(self._plain):,.0f} to {max(self._plain):,.0f} in the run)"
