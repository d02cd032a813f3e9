"""Settings of the whole suite."""

from hypothesis import settings

# no time limit for an example: machines are slow at times, and a test must not fail for that
settings.register_profile("scopone", deadline=None)
settings.load_profile("scopone")
