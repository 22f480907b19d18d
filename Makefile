# The doors for people. Everything that decides lies in Scripts/.

export PATH := $(PATH):/opt/swift/usr/bin

# Apart from the other builds, so that neither undoes the other.
static := .build/static

.DEFAULT_GOAL := help
.PHONY: help demo test bench release clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

demo: ## see a light held and brought back, on a machine without any
	@Scripts/setup
	@swift run --quiet demo
	@swift build --quiet --product brightnessd
	@swift run --quiet rescue

test: ## run the gate: the plan, format, sizes, words, prose, build, every test
	@Scripts/setup
	@Scripts/check

bench: release ## measure the core, the lights and the daemon, one JSON object a line
	@swift build -c release --product bench
	@swift build -c release --product Floor
	@.build/release/bench core --json
	@.build/release/bench lights --json
	@.build/release/bench daemon --json --brightnessd=$(static)/release/brightnessd

release: ## build what ships, with no Swift runtime to install
	@swift build -c release --static-swift-stdlib --scratch-path $(static) --product brightnessd
	@Scripts/check.d/binary --self-test
	@Scripts/check.d/binary $(static)/release/brightnessd

clean: ## remove everything that was built
	@rm -rf .build
