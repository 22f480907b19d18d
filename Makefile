# Short names for the scripts in Scripts/.

export PATH := $(PATH):/opt/swift/usr/bin

.DEFAULT_GOAL := help
.PHONY: help demo demo-fleet picture site interfaces test test-headers test-shipped test-consumers test-network test-attacks test-desktop test-homeassistant test-leaks test-system test-vm chaos chaos-fleet simulate fuzz bench bench-monitors compare automatic manual api documentation release install uninstall deb dist reproduce samples clean setup as-root committed

# A target first asks for all that it needs, also where a build comes before that: nobody waits for
# minutes to be refused.
.NOTPARALLEL:

setup:
	@Scripts/setup

setup-%:
	@Scripts/setup --$*

as-root:
	@[ "$$(id -u)" -eq 0 ] || { echo "cannot run 'make $(MAKECMDGOALS)': it needs root" >&2; exit 1; }

committed:
	@Scripts/dist --check

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

demo: setup-build ## run the daemon on simulated lights, and a shell to try it in
	@Scripts/demo

demo-fleet: setup-fleet ## run three machines with simulated lights and a broker, kill a program that holds them all, and a shell
	@Scripts/demo-fleet

test: setup ## run all checks: flags, modules, format, sizes, words, documents, build, tests
	@Scripts/check

test-headers: setup-headers ## compile everything but the tests with the C headers of Debian 13 (RELEASE=trixie), which it downloads
	@RELEASE='$(RELEASE)' Scripts/check.d/headers --self-test
	@RELEASE='$(RELEASE)' Scripts/check.d/headers

test-shipped: setup release ## run the end-to-end tests with the programs that ship
	@Scripts/check --shipped

test-consumers: setup-consumers release ## build and run packages that depend on Composable, with macros and without, a store on GLib's loop, and a client in Rust
	@Scripts/consumers

test-network: setup-consumers ## build and run stores with SwiftNIO and swift-async-algorithms, which are fetched from GitHub
	@Scripts/consumers --network

test-attacks: as-root setup release ## attack the programs that ship, as other users, and measure what it costs the rest; as root
	@python3 -B Tests/Attacks/attacks.py

test-desktop: as-root setup-desktop release ## run the recipes and brightness idle on sway and labwc of Debian 13 (RELEASE=sid), with Waybar, wob and others, without a screen; as root
	@RELEASE='$(RELEASE)' Scripts/test-desktop

test-homeassistant: ## check the bridge's message for Home Assistant with its own schemas, from PyPI; with Python 3.13 (PYTHON=python3)
	@PYTHON='$(PYTHON)' Scripts/test-homeassistant

test-leaks: as-root setup ## end clients and the daemon at random, with the address sanitizer's leak check at each end of the daemon; as root
	@Scripts/check --leaks

test-system: as-root setup-system deb ## test the packages and the tarball in a container with systemd and udev (RELEASE=trixie), as root
	@Scripts/tarball
	@RELEASE='$(RELEASE)' Scripts/test-system

test-vm: setup-vm deb ## test the package in a virtual machine with lights that fail, as root or with sudo
	@Scripts/test-vm

chaos: as-root setup release ## end clients, daemon and devices at random, and compare the lights with a model (SECONDS=60); as root
	@python3 -B Tests/Chaos/chaos.py --self-test
	@python3 -B Tests/Chaos/chaos.py --seconds $(or $(SECONDS),60) --json .build/chaos.json --svg .build/chaos.svg

chaos-fleet: as-root setup setup-fleet release ## end broker, bridges, daemons and controllers of a fleet at random, and cut its network (SECONDS=60); as root
	@python3 -B Tests/Chaos/fleet.py --self-test
	@python3 -B Tests/Chaos/fleet.py --cuts 1
	@python3 -B Tests/Chaos/fleet.py --seconds $(or $(SECONDS),60)

simulate: setup ## run the whole daemon in a simulated world, with random histories until stopped (SEED=random, STEPS=)
	@swift build --quiet -c release --product brightnessd-simulate
	@.build/release/brightnessd-simulate --seed $(or $(SEED),random) $(and $(STEPS),--steps $(STEPS))

fuzz: setup ## feed random bytes to each parser (SECONDS=900 each)
	@Scripts/fuzz --seconds $(or $(SECONDS),900)

bench: setup release ## run the benchmarks; most print one JSON object a line
	@swift build -c release --product bench
	@swift build -c release --product Floor
	@swift build -c release --product FloorBridge
	@swift build -c release --product Swarm
	@swift build -c release --package-path Composable --scratch-path .build/Composable --product macros
	@.build/Composable/release/macros
	@.build/release/bench core --json
	@.build/release/bench lights --json
	@.build/release/bench daemon --json
	@.build/release/bench client --json
	@.build/release/bench fleet --json

bench-monitors: setup-vm deb ## measure external monitors in a virtual machine, beside a program in C, as root or with sudo
	@swift build -c release --product bench
	@.build/release/bench monitors

compare: as-root setup-compare release ## measure brightnessd beside other programs, and write docs/compare.md and docs/compare.svg; as root
	@python3 -B Benchmarks/compare/compare.py --json .build/compare.json --markdown docs/compare.md --svg docs/compare.svg

automatic: setup-build ## compare automatic brightness with other programs' policies, and write docs/automatic.svg and its table
	@swift build --quiet --product automatic
	@Scripts/automatic .build/debug/automatic

manual: setup-build ## generate brightness(1) and brightness-fleet(1) from the tables of verbs, with the date of the package
	@swift build --quiet --product ManualPage
	@date=$$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1) && \
	  date=$$(LC_ALL=C date --utc --date "$$date" '+%B %-d, %Y') && \
	  for program in brightness brightness-fleet; do \
	    .build/debug/ManualPage "$$program" "$$date" > "docs/man/$$program.1"; \
	  done

picture: setup ## draw docs/watch.svg, hold.svg and hold-fleet.svg from a terminal, and docs/dev/map.svg from Package.swift
	@Scripts/map
	@swift build --quiet --product brightnessd
	@swift build --quiet --product brightness
	@swift build --quiet --product brightnessd-mqtt
	@Scripts/picture .build/debug

interfaces: setup-build ## generate the Swift code of interfaces/*.varlink, and the listings in io.brightnessd(7)
	@swift build --quiet --product VarlinkCodegen
	@Scripts/interfaces .build/debug/VarlinkCodegen

api: setup-build ## list the public declarations of the libraries in Tests/API, when one of them is meant to go
	@swift build --quiet
	@Scripts/check.d/api --write .build/debug/Modules
	@swift build --quiet --package-path Composable --scratch-path .build/Composable
	@Scripts/check.d/api --write .build/Composable/debug/Modules Composable

documentation: setup-build ## make the library's documentation, static pages in .build/documentation
	@Scripts/documentation

site: setup-site ## make a site of static pages from README, docs and the manual in .build/site
	@Scripts/site --self-test
	@Scripts/site

release: setup-build ## build the programs to ship, without a Swift runtime to install (BRIDGE=no: without the bridge to an MQTT broker)
	@Scripts/release

install: ## install the programs of `make release` below PREFIX (/usr/local), or into the tree DESTDIR (BRIDGE=no, only)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBEXECDIR='$(LIBEXECDIR)' ZSH_COMPLETIONS='$(ZSH_COMPLETIONS)' TOOLS='$(TOOLS)' Scripts/install

uninstall: ## remove the installed files (BRIDGE=only: those of the bridge)
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' LIBEXECDIR='$(LIBEXECDIR)' ZSH_COMPLETIONS='$(ZSH_COMPLETIONS)' Scripts/install --remove

deb: setup-package release ## build Debian packages of the daemon and of the bridge in .build/deb (BRIDGE=no: without the latter)
	@Scripts/deb

dist: committed deb ## make the files of a release in .build/dist: sources, programs, packages, check sums
	@Scripts/dist

reproduce: dist ## build the packages again from the Debian source package in another folder, and compare the bytes
	@Scripts/reproduce

samples: setup-samples deb ## build the packages for Arch and Fedora in packaging/ with Debian's makepkg and rpmbuild, evaluate that for Nix, and compare them with those for Debian
	@Scripts/samples

clean: ## remove all build results
	@rm -rf .build
