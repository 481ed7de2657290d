"""Run the supervisor, as `game.engines.process` starts it."""

import json
import os
import socket
import sys

from game.engines.launcher.confined import Allowance
from game.engines.launcher.supervisor import Supervisor

if __name__ == "__main__":
    descriptor, limits, program = sys.argv[1:]
    os.set_inheritable(int(descriptor), False)
    Supervisor(socket.socket(fileno=int(descriptor)), Allowance(**json.loads(limits)), program).run()
