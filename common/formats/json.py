"""JSON objects, and the one encoder of them."""

from typing import Any

import msgspec

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode
