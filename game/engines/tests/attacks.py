"""Attacks by a hostile engine, each as a small program. `tried` holds the result."""

# Each runs in the loop of an engine. VICTIM is a process of the same user; FILE and FOLDER are writable.
NO_SIGNAL = {
    "kill": "os.kill(VICTIM, 15)",
    "thread kill": "libc.syscall(TGKILL, VICTIM, VICTIM, 15)",
    "queued signal": "libc.syscall(SIGQUEUE, VICTIM, 15, b'\\0' * 128)",
    "pidfd": "signal.pidfd_send_signal(os.pidfd_open(VICTIM), 15)",
    "owner of a pipe": """
r, w = os.pipe()
fcntl.fcntl(r, fcntl.F_SETSIG, 15)
fcntl.fcntl(r, fcntl.F_SETOWN, VICTIM)
fcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
os.write(w, b"x")
time.sleep(0.1)
""",
    "limit of another process": "resource.prlimit(VICTIM, resource.RLIMIT_CPU, (0, 0))",
    "memory of another process": "open(f'/proc/{VICTIM}/mem', 'r+b')",
    "trace": "assert libc.ptrace(16, VICTIM, 0, 0) == 0",
}
NO_WRITING = {
    "overwrite": "open(FILE, 'r+').write('x')",
    "truncate": "os.truncate(FILE, 0)",
    "append": "open(FILE, 'a').write('x' * 9999)",
    "create": "open(FOLDER + '/new', 'w')",
    "make a folder": "os.mkdir(FOLDER + '/new')",
    "make a link": "os.symlink('/etc', FOLDER + '/new')",
    "make a hard link": "os.link(FILE, FOLDER + '/new')",
    "make a pipe": "os.mkfifo(FOLDER + '/new')",
    "remove": "os.unlink(FILE)",
    "rename": "os.rename(FILE, FOLDER + '/new')",
    "change the mode": "os.chmod(FILE, 0o777)",
    "change the time": "os.utime(FILE, (1, 1))",
    "set an attribute": "os.setxattr(FILE, 'user.x', b'x')",
    "remount": "assert libc.mount(None, b'/', None, 32 | 4096, None) == 0; os.unlink(FILE)",
    "new namespaces": "assert libc.unshare(0x10020000) == 0; open('/proc/self/uid_map', 'w').write('0 0 1')",
}
FORKS = """
children = 0
for _ in range(400):
    try:
        child = os.fork()
    except OSError:
        break
    if not child:
        time.sleep(3600)
    children += 1
time.sleep(2)  # without control groups, a process is counted only now and then
tried = children
"""
THREADS = """
import threading
started = 0
try:
    for _ in range(400):
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
        started += 1
except RuntimeError:
    pass
time.sleep(2)
tried = started
"""
MEMORY_FILE = """
file = os.memfd_create("hoard")
for _ in range(64):
    os.write(file, bytes(1 << 20))
"""
GREEDY_CHILDREN = """
for _ in range(4):
    if not os.fork():
        hoard = bytearray(b"x" * (60 << 20))
        time.sleep(3600)
time.sleep(3600)
"""
IMMORTAL = """
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
for limit in ((-1, -1), (10**6, resource.getrlimit(resource.RLIMIT_CPU)[1])):
    try:
        resource.setrlimit(resource.RLIMIT_CPU, limit)
    except (OSError, ValueError):
        pass
while True:
    pass
"""
BUSY_CHILDREN = """
for _ in range(2):
    if not os.fork():
        while True:
            pass
time.sleep(3600)
"""
# It reads to the end, which comes when the grandchild's new program closes the pipe.
GRANDCHILD = """
end, held = os.pipe()
if not os.fork():
    for leave in (os.setsid, os.setpgrp):
        try:
            leave()
        except OSError:
            pass
    if not os.fork():
        os.execv("/bin/sleep", ["MARK", "3600"])
    os._exit(0)
os.close(held)
os.read(end, 1)
"""
