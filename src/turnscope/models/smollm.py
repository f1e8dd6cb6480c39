"""SmolLM2: from the words of a turn so far to the probability that the turn ends there.

::

    <|im_start|>user
    i would like to book a flight to ▏ next token?   <|im_end|> or . ? !  ->  P(complete)

The model was trained to chat, not to end turns; what is read out is how much it expects the
message to be over. Words come in lower case without punctuation, as a recogniser that has not
heard the end would give them.

Source: HuggingFaceTB/SmolLM2-135M-Instruct, 4-bit GGUF (weights: Apache-2.0), opened by
transformers on torch. The read-out is that of fine-tuned end-of-turn models of this size.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import redirect_stderr
from functools import cache
from io import StringIO
from pathlib import Path

from turnscope.models.fetching import find
from turnscope.models.packages import need_package
from turnscope.models.weights import entry_of

__all__ = ["SMOLLM", "SmolLm", "as_heard", "smollm_mark"]

SMOLLM = "smollm2-135m-instruct"
"""The name of the weights."""

_LAST_WORDS = 120
_PUNCTUATION = re.compile(r"[^\w\s'%$@&-]|(?<!\w)-+|-+(?!\w)")


def smollm_mark() -> str:
    """Name and hash of the weights, for the version of what uses them."""
    return f"{SMOLLM} {entry_of(SMOLLM).mark}"


def as_heard(text: str) -> str:
    """A text in lower case, without punctuation between words; at most its last 120 words."""
    words = _PUNCTUATION.sub(" ", text.lower()).split()
    return " ".join(words[-_LAST_WORDS:])


class SmolLm:
    """The model; it remembers nothing between calls."""

    def __init__(self) -> None:
        """Load it, once a process; torch is then held to one thread in this process.

        Raises:
            ModelError: if a package or the weights are missing.
        """
        for module in ("torch", "transformers", "gguf", "accelerate"):
            need_package(module, "llm", of=f"model {SMOLLM}")
        path = find(SMOLLM)
        self._p_end = _loaded(path, path.stat().st_mtime_ns)

    def __call__(self, text: str) -> float:
        """P(the turn is complete) after these words; 0 where there are none."""
        words = as_heard(text)
        return self._p_end(words) if words else 0.0


@cache
def _loaded(path: Path, changed_ns: int) -> Callable[[str], float]:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    del changed_ns
    torch.set_num_threads(1)
    place = {"gguf_file": path.name, "local_files_only": True}
    # Its progress bars would run into ours.
    with redirect_stderr(StringIO()):
        tokenizer = AutoTokenizer.from_pretrained(str(path.parent), **place)
        model = AutoModelForCausalLM.from_pretrained(str(path.parent), dtype=torch.float32, **place)
    ends = tokenizer.convert_tokens_to_ids(["<|im_end|>", ".", "?", "!"])

    def p_end(words: str) -> float:
        prompt = f"<|im_start|>user\n{words}"
        tokens = tokenizer(prompt, return_tensors="pt", add_special_tokens=False)
        with torch.inference_mode():
            shares = model(**tokens).logits[0, -1].softmax(-1)
        return min(1.0, float(shares[ends].sum()))

    return p_end
