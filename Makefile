# Short names for the scripts in Scripts/.

export PATH := $(PATH):/opt/swift/usr/bin

.DEFAULT_GOAL := help
.PHONY: help demo picture interfaces test test-shipped test-consumers test-attacks test-desktop test-leaks test-system test-vm chaos simulate fuzz bench bench-monitors compare manual release install uninstall deb reproduce clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: ## run the daemon on simulated lights, and a shell to try it in
	@Scripts/setup --build
	@Scripts/demo

test: ## run all checks: flags, modules, format, sizes, words, documents, build, tests
	@Scripts/setup
	@Scripts/check

test-shipped: release ## run the end-to-end tests with the programs that ship
	@Scripts/setup
	@Scripts/check --shipped

test-consumers: ## build and run packages that depend on Composable, with macros and without, and a client in Rust
	@Scripts/setup --consumers
	@Scripts/consumers

test-attacks: release ## attack the programs that ship, as other users, and measure what it costs the rest; as root
	@Scripts/setup
	@python3 -B Tests/Attacks/attacks.py

test-desktop: release ## run the recipes with sway, Waybar, polybar, wob, mako and others, without a screen; as root
	@Scripts/setup --desktop
	@python3 -B Tests/Desktop/scenarios.py

test-leaks: ## end clients and the daemon at random, with the address sanitizer's leak check at each end of the daemon; as root
	@Scripts/setup
	@Scripts/check --leaks

test-system: deb ## test the package in a container with systemd and udev (RELEASE=trixie), as root
	@Scripts/setup --system
	@RELEASE='$(RELEASE)' Scripts/test-system

test-vm: deb ## test the package in a virtual machine with lights that fail, as root
	@Scripts/setup --vm
	@Scripts/test-vm

chaos: release ## end clients, daemon and devices at random, and compare the lights with a model (SECONDS=60); as root
	@Scripts/setup
	@python3 -B Tests/Chaos/chaos.py --self-test
	@python3 -B Tests/Chaos/chaos.py --seconds $(or $(SECONDS),60) --json .build/chaos.json --svg .build/chaos.svg

simulate: ## run the whole daemon in a simulated world, with random histories until stopped (SEED=random, STEPS=)
	@Scripts/setup
	@swift build --quiet -c release --product brightnessd-simulate
	@.build/release/brightnessd-simulate --seed $(or $(SEED),random) $(and $(STEPS),--steps $(STEPS))

fuzz: ## feed random bytes to each parser (SECONDS=900 each)
	@Scripts/setup
	@Scripts/fuzz --seconds $(or $(SECONDS),900)

bench: release ## run the benchmarks; one JSON object a line
	@Scripts/setup
	@swift build -c release --product bench
	@swift build -c release --product Floor
	@.build/release/bench core --json
	@.build/release/bench lights --json
	@.build/release/bench daemon --json
	@.build/release/bench client --json

bench-monitors: deb ## measure external monitors in a virtual machine, beside a program in C; as root
	@Scripts/setup --vm
	@swift build -c release --product bench
	@.build/release/bench monitors

compare: release ## measure brightnessd beside other programs, and write docs/compare.md and docs/compare.svg; as root
	@Scripts/setup --compare
	@python3 -B Benchmarks/compare/compare.py --json .build/compare.json --markdown docs/compare.md --svg docs/compare.svg

manual: ## generate brightness(1) from the table of verbs
	@swift build --quiet --product brightness
	@.build/debug/brightness help --manual > docs/man/brightness.1

picture: ## draw docs/watch.svg from a terminal
	@Scripts/setup
	@swift build --quiet --product brightnessd
	@swift build --quiet --product brightness
	@Scripts/picture .build/debug

interfaces: ## generate the Swift code of interfaces/*.varlink, and the listings in io.brightnessd(7)
	@swift build --quiet --product VarlinkCodegen
	@Scripts/interfaces .build/debug/VarlinkCodegen

release: ## build the programs to ship, without a Swift runtime to install
	@Scripts/setup --build
	@Scripts/release

install: ## install the programs of `make release` below PREFIX (/usr/local), or into the tree DESTDIR
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBEXECDIR='$(LIBEXECDIR)' ZSH_COMPLETIONS='$(ZSH_COMPLETIONS)' TOOLS='$(TOOLS)' Scripts/install

uninstall: ## remove the installed files
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBEXECDIR='$(LIBEXECDIR)' ZSH_COMPLETIONS='$(ZSH_COMPLETIONS)' Scripts/install --remove

deb: release ## build a Debian package in .build/deb
	@Scripts/setup --package
	@Scripts/deb

reproduce: deb ## build the package again from a copy of the sources, and compare the bytes
	@Scripts/reproduce

clean: ## remove all build results
	@rm -rf .build
