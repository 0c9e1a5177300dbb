# The two commands of the README (`make demo`, `make check`) in front of Meson.
BUILD ?= build

.PHONY: all demo check setup setup-test setup-bench format install clean bench deb dist check-release

# Setting up comes before building, also with -j; Meson's build is parallel by itself.
.NOTPARALLEL:

all: setup
	@scripts/build $(BUILD) --buildtype=release -Db_ndebug=false

# What is missing of the tiers of packages.txt.
setup:
	@scripts/setup run build

setup-test:
	@scripts/setup run build test

setup-bench:
	@scripts/setup run build test bench

# All jobs, or one: make demo JOB=fuse
demo: all
	@scripts/demo $(BUILD) $(JOB)

check: setup-test all
	@scripts/check $(BUILD)

bench: setup-bench all
	@scripts/bench $(BUILD)

# Debian packages, and a source archive, in build-packages/.
deb:
	@scripts/package deb

dist:
	@scripts/package dist

# Both, and what they are worth in a bare Debian: minutes, root and a network.
check-release:
	@scripts/check-release

format:
	@git ls-files '*.c' '*.h' | xargs clang-format-19 -i

install: all
	@meson install -C $(BUILD)

clean:
	rm -rf $(BUILD) build-*
