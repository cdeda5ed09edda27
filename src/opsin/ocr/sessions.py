"""A network run by onnxruntime: with few threads that do not spin, and memory that is kept from run to run.

Only the reading process imports this.
"""

import os
from typing import Any

import onnxruntime


class Session:
    """One network.

    Args:
        weights: Its file.
        threads: How many threads one run may use.
    """

    def __init__(self, weights: bytes, *, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(threads, os.cpu_count() or 1)
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = True
        options.log_severity_level = 4
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Any) -> Any:
        """What the network makes of a batch."""
        return self._session.run(None, {self._input: batch})[0]

    def characters(self) -> list[str]:
        """The characters that it tells apart: index 0 is none, the last is the blank."""
        known = self._session.get_modelmeta().custom_metadata_map["character"].splitlines()
        return ["", *known, " "]
