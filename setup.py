"""Builds the Cython core in solver/ as the package scopone.solver.

Cython looks up .pxd files by package path, and solver/ is not at scopone/solver on disk. A link under
build/cimport gives it that path, so that every module can say `from scopone.solver.cards cimport ...`.
Set SCOPONE_NATIVE=1 to compile for this very machine.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent
CIMPORT = ROOT / "build" / "cimport"

NATIVE = os.environ.get("SCOPONE_NATIVE") == "1"
SANITIZE = os.environ.get("SCOPONE_SANITIZE", "")


def link_cimport_tree() -> None:
    package = CIMPORT / "scopone"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.pxd").touch()
    link = package / "solver"
    if link.is_symlink() and link.resolve() != ROOT / "solver":
        link.unlink()
    if not link.exists():
        link.symlink_to(ROOT / "solver", target_is_directory=True)


def extensions() -> list[Extension]:
    compile_args = ["-O3", "-fno-math-errno", "-Wno-unused-function", "-Wno-unreachable-code"]
    link_args = ["-pthread"]
    if NATIVE:
        compile_args.append("-march=native")
    if SANITIZE:
        compile_args += [f"-fsanitize={SANITIZE}", "-g", "-O1"]
        link_args.append(f"-fsanitize={SANITIZE}")
    return [
        Extension(
            f"scopone.solver.{source.stem}",
            [f"solver/{source.name}"],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for source in sorted((ROOT / "solver").glob("*.pyx"))
    ]


link_cimport_tree()
setup(
    ext_modules=cythonize(
        extensions(),
        include_path=[str(CIMPORT)],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
            "embedsignature.format": "python",
        },
    )
)
