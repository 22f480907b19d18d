// swift-tools-version: 6.3
// The modules of the package once more, with the flags of libFuzzer, which a package that others
// depend on may not have.
import PackageDescription

let package = Package(
  name: "fuzz",
  targets: [
    .systemLibrary(name: "CBrightnessLinux", path: "Sources/CBrightnessLinux"),
    .systemLibrary(name: "CUdev", path: "Sources/CUdev", pkgConfig: "libudev"),
    .systemLibrary(name: "CSystemd", path: "Sources/CSystemd"),
    .systemLibrary(name: "CMosquitto", path: "Sources/CMosquitto", pkgConfig: "libmosquitto"),
    .systemLibrary(name: "CFuzzer", path: "CFuzzer"),
    module("BrightnessModel", []),
    module("BrightnessEventLoop", ["CBrightnessLinux"]),
    module("StateFiles", ["BrightnessEventLoop"]),
    module("Udev", ["BrightnessEventLoop", "CUdev"]),
    module("Systemd", ["BrightnessEventLoop", "CSystemd"]),
    module(
      "Hardware",
      [
        "BrightnessEventLoop", "BrightnessModel", "CBrightnessLinux", "CSystemd", "DDC", "StateFiles", "Systemd",
        "Udev",
      ]
    ),
    module("HardwareTesting", ["BrightnessEventLoop", "BrightnessModel", "Hardware", "StateFiles"]),
    module("DDC", ["BrightnessEventLoop", "BrightnessModel", "CBrightnessLinux"]),
    module("DDCTesting", ["BrightnessEventLoop", "DDC", "HardwareTesting"]),
    module("BrightnessVarlink", ["BrightnessEventLoop"]),
    module("BrightnessControl", ["BrightnessModel", "BrightnessVarlink"]),
    module("ComposableCore", [], in: "Composable/Sources"),
    module("Brightness", ["BrightnessModel", "ComposableCore"]),
    module("CommandLines", []),
    module(
      "Commands",
      ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines"]
    ),
    module(
      "BrightnessCommands",
      [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines", "Commands",
      ]
    ),
    module("Service", ["BrightnessEventLoop"]),
    module("Wayland", ["BrightnessEventLoop"]),
    module(
      "Fleet",
      ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "ComposableCore"]
    ),
    module("MQTT", ["BrightnessEventLoop", "CMosquitto"]),
    module("BrokerAccess", ["BrightnessEventLoop", "BrightnessModel", "Fleet", "MQTT", "Service"]),
    module(
      "Bridge",
      [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "BrokerAccess",
        "CommandLines", "ComposableCore", "Fleet", "MQTT", "Service",
      ]
    ),
    module(
      "FleetCommands",
      [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "BrokerAccess",
        "CommandLines", "Commands", "Fleet", "MQTT", "Service",
      ]
    ),
    module(
      "Daemon",
      [
        "Brightness", "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink",
        "ComposableCore", "DDC", "Hardware", "Service", "StateFiles",
      ]
    ),
    // Its command line alone: the rest has a `main` of its own.
    module(
      "brightnessd",
      ["BrightnessControl", "BrightnessModel", "CommandLines", "Daemon", "Hardware", "Service"],
      only: ["Arguments.swift"]
    ),
    module(
      "DDCWorker",
      [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines", "DDC",
      ]
    ),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Bridge", "Brightness", "BrightnessCommands", "BrightnessControl", "BrightnessEventLoop", "BrightnessModel",
        "BrightnessVarlink", "BrokerAccess", "CFuzzer", "CommandLines", "Commands", "ComposableCore", "DDC",
        "DDCTesting", "DDCWorker", "Daemon", "Fleet", "FleetCommands", "Hardware", "HardwareTesting", "Service",
        "StateFiles", "Wayland", "brightnessd",
      ],
      path: ".",
      // A test of the main package, which compiles the targets too.
      exclude: ["Targets/CorpusTests.swift"],
      sources: ["Fuzzer.swift", "Targets"],
      swiftSettings: settings(),
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// A module of the package.
func module(
  _ name: String,
  _ imports: [String],
  only sources: [String]? = nil,
  in folder: String = "Sources"
) -> Target {
  .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "\(folder)/\(name)",
    sources: sources,
    swiftSettings: settings()
  )
}

func settings() -> [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    // The parsers are not public.
    .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing", "-assert-config", "Debug"]),
  ]
}
