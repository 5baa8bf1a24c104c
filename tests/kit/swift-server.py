"""Runs a minimal OpenStack Swift with its S3 API from Debian's packages, reachable only from this machine.

    python3 swift-server.py FOLDER  keeps all files under FOLDER, prints `ready PORT`, and ends when stdin ends

The access key is `campaign:tester`, the secret key `testing`. Needs swift-proxy, -account, -container, -object.
"""
import getpass
import http.client
import os
import signal
import socket
import subprocess
import sys
import time

KINDS = ("account", "container", "object")

COMMON = """[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
workers = 0
user = {user}
log_address = {folder}/no-log
fallocate_reserve = 0
"""

STORAGE = """
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
conn_timeout = 20
node_timeout = 60
"""

PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# A busy machine is slow, not broken.
conn_timeout = 20
node_timeout = 60
error_suppression_limit = 1000
[filter:tempauth]
use = egg:swift#tempauth
user_campaign_tester = testing .admin
# tempauth insists on a cache in the pipeline; nobody answers at its address, and it does without.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
"""
FILTERS = ("catch_errors", "gatekeeper", "healthcheck", "listing_formats", "copy", "slo", "dlo")


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def configure(folder):
    """Writes the configuration of one replica on one device, and returns the proxy's port."""
    from swift.common.ring import RingBuilder

    os.makedirs(os.path.join(folder, "devices", "d1"), exist_ok=True)
    write(os.path.join(folder, "swift.conf"),
          "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = only\ndefault = yes\n")
    ports = dict(zip(("proxy",) + KINDS, free_ports(4)))
    user = getpass.getuser()
    for kind in KINDS:
        builder = RingBuilder(4, 1, 0)
        builder.add_dev({"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": ports[kind],
                         "replication_ip": "127.0.0.1", "replication_port": ports[kind],
                         "device": "d1", "weight": 1.0, "meta": ""})
        builder.rebalance()
        builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))
        write(os.path.join(folder, kind + ".conf"),
              COMMON.format(port=ports[kind], folder=folder, user=user) + STORAGE.format(kind=kind))
    filters = "".join("[filter:{0}]\nuse = egg:swift#{0}\n".format(name) for name in FILTERS)
    write(os.path.join(folder, "proxy.conf"),
          COMMON.format(port=ports["proxy"], folder=folder, user=user) + PROXY + filters)
    return ports["proxy"]


def serve(folder, kind):
    """Runs one of the four servers in this process."""
    import swift.common.utils as utils

    # Otherwise, Swift looks for this file only in /etc.
    utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
    from swift.common.wsgi import run_wsgi

    more = {}
    if kind == "object":
        from swift.obj import server
        more["global_conf_callback"] = server.global_conf_callback
    sys.exit(run_wsgi(os.path.join(folder, kind + ".conf"), kind + "-server", **more))


def status(port):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        connection.request("GET", "/healthcheck")
        return connection.getresponse().status
    except OSError:
        return 0


def listening(folder, kind):
    with open(os.path.join(folder, kind + ".conf")) as file:
        port = int(file.read().split("bind_port = ")[1].split()[0])
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def main(folder):
    port = configure(folder)
    log = open(os.path.join(folder, "log"), "w")
    children = [subprocess.Popen([sys.executable, __file__, folder, kind], stdin=subprocess.DEVNULL,
                                 stdout=log, stderr=log) for kind in ("proxy",) + KINDS]

    def stop(*_):
        for child in children:
            child.kill()
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    deadline = time.time() + 100
    while status(port) != 200 or not all(listening(folder, kind) for kind in KINDS):
        if time.time() > deadline or any(child.poll() is not None for child in children):
            print("failed", flush=True)
            stop()
        time.sleep(0.1)
    print("ready %d" % port, flush=True)
    sys.stdin.read()
    stop()


if __name__ == "__main__":
    if len(sys.argv) == 3:
        serve(sys.argv[1], sys.argv[2])
    else:
        main(sys.argv[1])
