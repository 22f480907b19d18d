# The doors for people. Everything that decides lies in Scripts/.

export PATH := $(PATH):/opt/swift/usr/bin

.DEFAULT_GOAL := help
.PHONY: help demo test test-shipped test-system bed bench manual release install uninstall deb reproduce clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: ## see a light held and brought back, on a machine without any, and try it
	@Scripts/setup
	@Scripts/demo

test: ## run the gate: the plan, format, sizes, words, prose, errors, build, every test
	@Scripts/setup
	@Scripts/check

test-shipped: release ## run the tests of whole programs on those that ship
	@Scripts/setup
	@Scripts/check --shipped

test-system: deb ## try the package with a real systemd and udev, as root
	@Scripts/setup --system
	@Scripts/test-system

bed: deb ## try the package on a real kernel, in a guest whose lights fail, as root
	@Scripts/setup --bed
	@Scripts/bed

bench: release ## measure the core, the lights and the programs, one JSON object a line
	@Scripts/setup
	@swift build -c release --product bench
	@swift build -c release --product Floor
	@.build/release/bench core --json
	@.build/release/bench lights --json
	@.build/release/bench daemon --json
	@.build/release/bench client --json

manual: ## write the page brightness(1) anew, from the table of verbs
	@swift build --quiet --product brightness
	@.build/debug/brightness help --manual > docs/man/brightness.1

release: ## build what ships, with no Swift runtime to install
	@Scripts/release

install: release ## put it below PREFIX (/usr/local), or into the tree DESTDIR
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

uninstall: ## take away what install has put
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install --remove

deb: release ## make a package for Debian, in .build/deb
	@Scripts/setup --package
	@Scripts/deb

reproduce: deb ## make the package once more, from a copy of the sources, and compare the bytes
	@Scripts/reproduce

clean: ## remove everything that was built
	@rm -rf .build
