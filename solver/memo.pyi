# Nothing here is called from Python: the functions are for the other modules of the core.
