"""The native core of scopone: rules, search and tables. It knows nothing of the faces above it."""
