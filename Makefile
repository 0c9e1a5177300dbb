# The two commands of the README (`make demo`, `make check`) in front of Meson.
BUILD ?= build

.PHONY: all demo check setup format install clean bench

all: $(BUILD)/build.ninja
	@ninja -C $(BUILD) --quiet

setup:
	@scripts/setup

$(BUILD)/build.ninja: | setup
	@meson setup $(BUILD) --buildtype=release -Db_ndebug=false >/dev/null

demo: all
	@scripts/demo $(BUILD)

check: all
	@scripts/check $(BUILD)

format:
	@git ls-files '*.c' '*.h' | xargs clang-format-19 -i

install: all
	@meson install -C $(BUILD)

clean:
	rm -rf $(BUILD) build-*
