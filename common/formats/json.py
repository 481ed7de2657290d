"""JSON objects, and the common encoder."""

from typing import Any

import msgspec

Json = dict[str, Any]

encode = msgspec.json.Encoder().encode
