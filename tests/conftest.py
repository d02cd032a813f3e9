"""Settings of the whole suite."""

import signal

from hypothesis import settings

# no time limit for an example: machines are slow at times, and a test must not fail for that
settings.register_profile("scopone", deadline=None)
settings.load_profile("scopone")

# a shell that runs the tests in the background has Ctrl-C ignored, and tests send it
signal.signal(signal.SIGINT, signal.default_int_handler)
