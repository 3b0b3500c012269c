"""Times cells in kernels of their own that take turns.

Reads from stdin {"rounds": N, "kinds": [{"cells": [SOURCE, …], "env": {…}}, …]}: in
round i each kind's kernel gets its cell i, modulo their number. Writes a line of
JSON for each cell: kind, round, "wall" (request to idle), "first" (request to the
first display, if any), both in seconds, and "cpu", the processor time of all of the
kernel's processes meanwhile, where there is /proc.
"""

import json
import os
import queue
import sys
import time

from jupyter_client.manager import KernelManager

TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(root):
    """What a process, its descendants and those they have waited for took, in seconds."""
    parents, times = {}, {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        try:
            with open(f"/proc/{name}/stat") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        parents[name], times[name] = fields[1], sum(map(int, fields[11:15]))
    total = 0
    for name in times:
        up = name
        while up in parents and up != str(root):
            up = parents[up]
        if up == str(root):
            total += times[name]
    return total / TICKS


def start(env):
    manager = KernelManager(kernel_name="gonb")
    manager.start_kernel(env={**os.environ, **env})
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    return manager, client


def run(manager, client, source):
    before = processor_time(manager.provisioner.pid)
    begin = time.perf_counter()
    request = client.execute(source)
    first = None
    while True:
        try:
            message = client.get_iopub_msg(timeout=1)
        except queue.Empty:
            if not manager.is_alive():
                sys.exit("the kernel died")
            continue
        if message["parent_header"].get("msg_id") != request:
            continue
        kind, content = message["msg_type"], message["content"]
        now = time.perf_counter() - begin
        if kind in ("display_data", "execute_result") and first is None:
            first = now
        if kind == "error" or kind == "stream" and content["name"] == "stderr":
            sys.exit(json.dumps(content))
        if kind == "status" and content["execution_state"] == "idle":
            break
    while client.get_shell_msg(timeout=None)["parent_header"].get("msg_id") != request:
        pass
    return {"wall": now, "first": first, "cpu": processor_time(manager.provisioner.pid) - before}


task = json.load(sys.stdin)
kernels = []
try:
    for kind in task["kinds"]:
        kernels.append(start(kind["env"]))
    for number in range(task["rounds"]):
        for at, (kind, kernel) in enumerate(zip(task["kinds"], kernels)):
            source = kind["cells"][number % len(kind["cells"])]
            took = run(*kernel, source.replace("ROUND", str(number)))
            print(json.dumps({"kind": at, "round": number, **took}), flush=True)
finally:
    for manager, client in kernels:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
