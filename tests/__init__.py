"""The test suite; a package, so that tests can import the twin engine and the case runner."""
