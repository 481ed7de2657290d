"""Starts an engine within its limits, watches it, and ends all its processes. Independent of the site.

It runs as `python -S -m game.engines.launcher CONTROL LIMITS PROGRAM`. CONTROL is the descriptor of a socket
to the calling process, and LIMITS is JSON. Three processes result: a supervisor, which the engine cannot
reach; the first process of the namespaces, which reaps; and the engine. When the socket closes, the
supervisor ends the engine.
"""
