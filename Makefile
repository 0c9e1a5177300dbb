# The two commands of the README (`make demo`, `make check`) in front of Meson.
BUILD ?= build

.PHONY: all demo check setup format install clean bench

all: setup
	@scripts/build $(BUILD) --buildtype=release -Db_ndebug=false

setup:
	@scripts/setup

demo: all
	@scripts/demo $(BUILD)

check: all
	@scripts/check $(BUILD)

bench: all
	@scripts/bench $(BUILD)

format:
	@git ls-files '*.c' '*.h' | xargs clang-format-19 -i

install: all
	@meson install -C $(BUILD)

clean:
	rm -rf $(BUILD) build-*
