# The doors for people. Everything that decides lies in Scripts/.

export PATH := $(PATH):/opt/swift/usr/bin

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

bench: ## measure the core and the lights, one JSON object a line
	@swift build -c release --product bench
	@.build/release/bench core --json
	@.build/release/bench lights --json

release: ## build what ships, with no Swift runtime to install; that is the demo, until there is a daemon
	@swift build -c release --static-swift-stdlib --product demo

clean: ## remove everything that was built
	@rm -rf .build
