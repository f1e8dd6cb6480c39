"""An external system in 20 lines: energy above a threshold is speech (see docs/external.md).

turnscope run "cmd: python examples/external_energy.py" --corpus mini
"""

import array
import json
import sys

THRESHOLD, was_active = 1e-4, None
for line in sys.stdin.buffer:
    message = json.loads(line)
    answer = {}
    if message["type"] == "hello":
        THRESHOLD = message["parameters"].get("threshold", THRESHOLD)
        answer = {"turnscope": 1, "name": "external_energy", "version": "1", "chunk_s": 0.02}
        answer |= {"tasks": ["eot", "int"], "parameters": {"threshold": THRESHOLD}}
    elif message["type"] == "open":
        was_active, answer = None, {"ready": True}
    else:
        samples = array.array("f", sys.stdin.buffer.read(4 * message["samples"]))
        if message["type"] == "close":
            answer = {"done": True}
        else:
            is_active = sum(x * x for x in samples) / len(samples) > THRESHOLD
            if was_active is not None and is_active != was_active:
                answer = {"commits": ["int" if is_active else "eot"]}
            was_active = is_active
    print(json.dumps(answer), flush=True)
