// swift-tools-version: 6.3
// The modules of the package once more, with the flags of libFuzzer, which a package that others
// depend on may not have.
import PackageDescription

let package = Package(
  name: "fuzz",
  targets: [
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    .systemLibrary(name: "CUdev", path: "Sources/CUdev", pkgConfig: "libudev"),
    .systemLibrary(name: "CSystemd", path: "Sources/CSystemd"),
    .systemLibrary(name: "CFuzzer", path: "CFuzzer"),
    module("Model", []),
    module("EventLoop", ["CLinux"]),
    module("StateFiles", ["EventLoop"]),
    module("Udev", ["CUdev", "EventLoop"]),
    module("Systemd", ["CSystemd", "EventLoop"]),
    module("Hardware", ["CLinux", "DDC", "EventLoop", "CSystemd", "Model", "StateFiles", "Systemd", "Udev"]),
    module("HardwareTesting", ["EventLoop", "Hardware", "Model"]),
    module("DDC", ["CLinux", "EventLoop"]),
    module("DDCTesting", ["DDC", "EventLoop", "HardwareTesting"]),
    module("Varlink", ["EventLoop"]),
    module("ControlAPI", ["Model", "Varlink"]),
    module("ComposableCore", [], in: "Composable/Sources"),
    module("Brightness", ["ComposableCore", "Model"]),
    module("CommandLines", []),
    module("Commands", ["CommandLines", "ControlAPI", "EventLoop", "Model", "Varlink"]),
    module(
      "Daemon",
      [
        "Brightness", "ComposableCore", "ControlAPI", "DDC", "EventLoop", "Hardware", "Model", "StateFiles",
        "Varlink",
      ]
    ),
    // Their command lines alone: the rest has a `main` of its own.
    module("brightnessd", ["CommandLines", "ControlAPI", "Daemon", "Hardware", "Model"], only: ["Arguments.swift"]),
    module("brightnessd-ddc", ["CommandLines"], only: ["Arguments.swift"]),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Brightness", "CFuzzer", "CommandLines", "Commands", "ComposableCore", "ControlAPI", "DDC", "DDCTesting",
        "Daemon",
        "EventLoop", "Hardware", "HardwareTesting", "Model", "StateFiles", "Varlink", "brightnessd", "brightnessd-ddc",
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
