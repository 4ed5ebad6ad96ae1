"""What a server was told when it was started."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

PORT = 8765
ANY = ("0.0.0.0", "::")  # stand for all addresses of this machine
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Settings:
    """The folder that a server works in, the address it listens on, and the Python code it may run."""

    folder: Path
    host: str = HOST
    port: int = PORT
    token: str = ""  # opens the workbench to others; not needed on this machine
    games: tuple[str, ...] = ()  # Python games, as in my_game.py:family
    agents: tuple[str, ...] = ()  # Python agents, as in my_agent.py:Mine

    @property
    def address(self) -> str:
        """The address of the first page, with the token if there is one."""
        found = _own_address() if self.host in ANY else self.host
        host = f"[{found}]" if ":" in found else found
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")


def _own_address() -> str:
    """Return the address by which other machines reach this one, as far as it can be told; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, which only chooses the way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches a host.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def new_token() -> str:
    """Return a secret that nobody guesses."""
    return secrets.token_urlsafe(24)
