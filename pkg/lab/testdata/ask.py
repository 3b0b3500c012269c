"""Asks a kernel for completion and documentation.

Reads from stdin a list of steps: {"ask": "complete" or "inspect", "code": SOURCE,
"until": TEXT} asks at the end of the code until the answer has the text, and {"link":
[TARGET, NAME]} makes a symbolic link. Writes a line with the last answer to each question.
"""

import json
import os
import sys
import time

from jupyter_client.manager import KernelManager

steps = json.load(sys.stdin)
manager = KernelManager(kernel_name="gonb")
manager.start_kernel()
client = manager.client()
client.start_channels()
try:
    client.wait_for_ready(timeout=120)
    for step in steps:
        if "link" in step:
            os.symlink(*step["link"])
            continue
        for left in reversed(range(30)):
            request = getattr(client, step["ask"])(step["code"])
            answer = client.get_shell_msg(timeout=120)
            while answer["parent_header"].get("msg_id") != request:
                answer = client.get_shell_msg(timeout=120)
            text = json.dumps(answer["content"])
            if step["until"] in text or not left:
                break
            time.sleep(1)
        print(text, flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
