"""Debian's coreutils: the source package, and two builds of it.

Everything is below the work folder; a step that was done is not done again. The gcov build is what
coverage is measured on, the other is what `tandem explore` runs.
"""
import os, pathlib, shutil, subprocess

SOURCES = """Types: deb-src
URIs: {mirror}
Suites: {suite}
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""


class BuildError(Exception):
    pass


def run(command, folder, log, environment=None):
    """Runs a command; its output is in the log."""
    with open(log, "ab") as out:
        done = subprocess.run(command, cwd=folder, stdout=out, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
    if done.returncode:
        tail = log.read_text(errors="replace").splitlines()[-5:]
        raise BuildError(f"{' '.join(map(str, command[:3]))} … failed, see {log}:\n" + "\n".join(tail))


def source(work, mirror, suite):
    """The folder of the unpacked source; apt's own state and sources are not touched."""
    found = sorted((work / "source").glob("coreutils-*/configure"))
    if found:
        return found[0].parent
    for part in ("apt/lists/partial", "apt/cache/archives/partial", "source"):
        (work / part).mkdir(parents=True, exist_ok=True)
    (work / "apt/coreutils.sources").write_text(SOURCES.format(mirror=mirror, suite=suite))
    apt = ["apt-get", "-q"]
    for name, value in (("Dir::Etc::SourceList", work / "apt/coreutils.sources"),
                        ("Dir::Etc::SourceParts", "/dev/null"), ("Dir::State::Lists", work / "apt/lists"),
                        ("Dir::Cache", work / "apt/cache"), ("APT::Sandbox::User", "root")):
        apt += ["-o", f"{name}={value}"]
    run(apt + ["update"], work, work / "apt.log")
    run(apt + ["source", "coreutils"], work / "source", work / "apt.log")
    found = sorted((work / "source").glob("coreutils-*/configure"))
    if not found:
        raise BuildError(f"apt brought no source, see {work / 'apt.log'}")
    return found[0].parent


def build(folder, programs, configure, make, jobs):
    """Configures and makes the programs in `folder`, which is beside src/ and lib/ of the source."""
    log = folder / "build.log"
    if not (folder / "Makefile").exists():
        folder.mkdir(exist_ok=True)
        run(["../configure", "-q"] + configure, folder, log, {"FORCE_UNSAFE_CONFIGURE": "1"})
    # The generated headers are only made by `make all`, which also wants to run what it built.
    (folder / "headers.mk").write_text("include Makefile\nheaders-only: $(BUILT_SOURCES)\n")
    missing = [p for p in programs if not (folder / "src" / p).exists()]
    if missing:
        run(["make", "-s", "-f", "headers.mk", "headers-only"], folder, log)
        run(["make", "-s", "-k", f"-j{jobs}"] + make + [f"src/{p}" for p in missing], folder, log)
    return folder


def with_gcov(tree, programs, tools, jobs):
    """The build that tools/replaycov.py wants; counters of killed runs are kept by gcovterm.c."""
    folder = tree / "obj-gcov"
    folder.mkdir(exist_ok=True)
    keeper = folder / "gcovterm.o"
    if not keeper.exists():
        subprocess.run(["gcc", "-O1", "-c", tools / "gcovterm.c", "-o", keeper], check=True)
    return build(folder, programs, ["CFLAGS=-O0 -g --coverage"], [f"LIBS={keeper}"], jobs)


def with_tandem(tree, programs, compiler, jobs):
    """The same with tandem-cc. The compiler goes by its full path into the Makefile."""
    path = shutil.which(compiler)
    if not path:
        raise BuildError(f"there is no {compiler}")
    return build(tree / "obj-tandem", programs,
                 [f"CC={pathlib.Path(path).resolve()}", "CFLAGS=-O1 -g"], [], jobs)
