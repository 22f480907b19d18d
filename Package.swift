// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "brightnessd",
  products: [
    .library(name: "Composable", targets: ["Composable"]),
    .library(name: "ComposableTesting", targets: ["ComposableTesting"]),
    .library(name: "Varlink", targets: ["Varlink"]),
    .library(name: "ControlAPI", targets: ["ControlAPI"]),
  ],
  targets: [
    room("CLinux", imports: []),
    room("EventLoop", imports: ["CLinux"]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    // Its functions are found when one is needed: the library is not linked.
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    room("Hardware", imports: ["CLinux", "EventLoop", "CUdev", "CSystemd"]),
    room("HardwareTesting", imports: ["EventLoop", "Hardware"]),
    room("Varlink", imports: ["EventLoop"]),
    room("ControlAPI", imports: ["Varlink"]),
    room("Composable", imports: []),
    room("ComposableTesting", imports: ["Composable"]),
    room("Brightness", imports: ["Composable"]),
    room("CommandLines", imports: []),
    room("Commands", imports: ["CommandLines", "ControlAPI", "EventLoop", "Varlink"]),
    room("Daemon", imports: ["Brightness", "Composable", "ControlAPI", "EventLoop", "Hardware", "Varlink"]),
    door("brightnessd", imports: ["CommandLines", "ControlAPI", "Daemon", "Hardware"]),
    door("brightness", imports: ["Commands"]),
    // No file imports it: Swift's runtime finds it by name.
    room("CStart", imports: []),

    tests("EventLoop", imports: ["CLinux", "IdleLoop", "Programs"]),
    fixture("IdleLoop", imports: ["EventLoop"]),
    tests(
      "Hardware",
      imports: ["CLinux", "EventLoop", "HardwareTesting", "ListLights", "Programs", "RandomHistories"]
    ),
    fixture("ListLights", imports: ["EventLoop", "Hardware"]),
    tests("Composable", imports: ["ComposableTesting", "RandomHistories"]),
    tests("Brightness", imports: ["Composable", "ComposableTesting", "RandomHistories"]),
    sharedByTests("RandomHistories"),
    sharedByTests("Programs", imports: ["CLinux", "EventLoop"]),
    tests(
      "Daemon",
      imports: [
        "Brightness", "Composable", "ComposableTesting", "ControlAPI", "EventLoop", "Hardware", "HardwareTesting",
        "Programs", "RandomHistories", "Varlink",
      ]
    ),
    tests("CommandLines"),
    tests("Commands", imports: ["CommandLines", "ControlAPI", "EventLoop", "Varlink"]),
    tests(
      "brightnessd",
      imports: [
        "Brightness", "CommandLines", "ControlAPI", "Daemon", "EventLoop", "Hardware", "HardwareTesting", "Programs",
      ]
    ),
    benchmark(
      "bench",
      imports: ["Brightness", "CLinux", "Composable", "ComposableTesting", "Daemon", "EventLoop", "Hardware"]
    ),
    floor("Floor"),
    tests("Varlink", imports: ["Certification", "EventLoop", "Programs", "RandomHistories"]),
    fixture("Certification", imports: ["EventLoop", "Varlink"]),
    tests("ControlAPI", imports: ["EventLoop", "Varlink"]),

    example("Tickets", imports: ["Composable"]),
    program("demo", imports: ["Composable", "EventLoop", "Tickets"]),
    program("Greeter", imports: ["EventLoop"]),
    tests("Tickets", imports: ["Composable", "ComposableTesting", "Programs", "demo"]),
    suite("Documentation", imports: ["Composable", "ComposableTesting", "ControlAPI", "EventLoop", "Varlink"]),

    suite(
      "EndToEnd",
      imports: [
        "ControlAPI", "EventLoop", "Hardware", "HardwareTesting", "Holder", "Programs", "RawClients", "Stepper",
        "Varlink", "brightness", "brightnessd",
      ]
    ),
    fixture("Holder", imports: ["RawClients"]),
    tracer("Stepper"),
    sharedByTests("RawClients", imports: ["EventLoop"]),
  ],
  swiftLanguageModes: [.v6]
)

/// A library under `Sources/`, and the only rooms that it may import.
func room(_ name: String, imports: [String]) -> Target {
  .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings())
}

/// A program that ships, under `Sources/`, and what Swift's runtime finds in it.
func door(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports + ["CStart"], in: "Sources")
}

/// The laws of a room, under `Tests/<Room>Tests/`.
func tests(_ name: String, imports: [String] = []) -> Target {
  suite(name, imports: [name] + imports)
}

/// A library of several suites, under `Tests/Fixtures/`.
func sharedByTests(_ name: String, imports: [String] = []) -> Target {
  library(name, imports: imports, in: "Tests/Fixtures")
}

/// A program that tests start, under `Tests/Fixtures/`.
func fixture(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Tests/Fixtures")
}

/// A program in C that tests run others with, under `Tests/Fixtures/`.
func tracer(_ name: String) -> Target {
  .executableTarget(name: name, path: "Tests/Fixtures/\(name)")
}

/// A program that measures rooms, under `Benchmarks/`.
func benchmark(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Benchmarks")
}

/// The least that Linux can do it with, in C, under `Benchmarks/`.
func floor(_ name: String) -> Target {
  .executableTarget(name: name, path: "Benchmarks/\(name)")
}

/// A program to be tried out, under `Examples/`.
func program(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Examples")
}

/// A library that shows how a feature is written, under `Examples/`.
func example(_ name: String, imports: [String]) -> Target {
  library(name, imports: imports, in: "Examples")
}

/// The laws of what several rooms do together, under `Tests/<Name>Tests/`.
func suite(_ name: String, imports: [String]) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: imports.map { .byName(name: $0) },
    swiftSettings: settings()
  )
}

func library(_ name: String, imports: [String], in folder: String) -> Target {
  .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "\(folder)/\(name)",
    swiftSettings: settings()
  )
}

func executable(_ name: String, imports: [String], in folder: String) -> Target {
  .executableTarget(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "\(folder)/\(name)",
    swiftSettings: settings()
  )
}

func settings() -> [SwiftSetting] {
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
}
