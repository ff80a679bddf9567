"""Length-prefixed JSON frames between the pool and its servers.

A frame is a four-byte big-endian length followed by that many bytes of UTF-8 JSON. Only trusted processes speak
it: a candidate's process never holds these descriptors.
"""

import json
import os
from typing import Any, Dict, Optional

Frame = Dict[str, Any]


class FrameChannel:
    """Blocking frames over one readable and one writable descriptor."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self.read_fd = read_fd
        self.write_fd = write_fd
        self._buffer = bytearray()

    def read(self) -> Optional[Frame]:
        """Next frame, or None when the other side has closed."""
        head = self._take(4)
        if head is None:
            return None
        body = self._take(int.from_bytes(head, "big"))
        return None if body is None else json.loads(body)

    def write(self, frame: Frame) -> None:
        body = json.dumps(frame).encode("ascii")
        view = memoryview(len(body).to_bytes(4, "big") + body)
        while view:
            view = view[os.write(self.write_fd, view) :]

    def _take(self, count: int) -> Optional[bytes]:
        while len(self._buffer) < count:
            block = os.read(self.read_fd, 1 << 16)
            if not block:
                return None
            self._buffer += block
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken
