from tests.worlds.newcomers import newcomers_may_enter

__all__ = ["newcomers_may_enter"]
