"""Preload script for a back end in Python. The emulator adds its folder to PYTHONPATH.

LINE's SDK for Python uses urllib3 without a proxy unless the program configures one, and http.client never uses one. So
this script resolves the names of LINE's hosts to the emulator, which has a certificate for them. Programs that use
HTTPS_PROXY resolve no names of LINE's hosts and are not affected.
"""

import os
import socket
import sys

# The same domains as in line-hosts.ts. A unit test compares the two.
_LINE_DOMAINS = ("line.me", "line-scdn.net", "line-apps.com", "lin.ee", "manager.line.biz")

_port = os.environ.get("LIFF_EMULATOR_TLS_PORT", "")
_resolve = socket.getaddrinfo


def _is_line_host(host):
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    name = name.lower().rstrip(".")
    return any(name == domain or name.endswith("." + domain) for domain in _LINE_DOMAINS)


def _getaddrinfo(host, port, *args, **kwargs):
    if not _is_line_host(host):
        return _resolve(host, port, *args, **kwargs)
    return _resolve("127.0.0.1", int(_port), *args, **kwargs)


def _run_replaced_module():
    """Runs the sitecustomize module that this one replaces, such as Debian's."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    own = os.path.dirname(os.path.abspath(__file__))
    others = [folder for folder in sys.path if os.path.abspath(folder or ".") != own]
    spec = PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(module_from_spec(spec))


if _port:
    socket.getaddrinfo = _getaddrinfo
_run_replaced_module()
