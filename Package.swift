// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "brightnessd",
  products: [
    // Each names every module that it reaches: a change of one that it does not name would leave
    // clients with code compiled for the former layout (SwiftPM 6.3.1).
    .library(name: "EventLoop", targets: ["EventLoop"]),
    .library(name: "Varlink", targets: ["Varlink", "EventLoop"]),
    .library(name: "ControlAPI", targets: ["ControlAPI", "EventLoop", "Model", "Varlink"]),
  ],
  targets: [
    .systemLibrary(name: "CLinux"),
    module("Model", imports: []),
    module("EventLoop", imports: ["CLinux"]),
    module("StateFiles", imports: ["EventLoop"]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    module("Udev", imports: ["CUdev", "EventLoop"]),
    .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    // Generated; `make protocols` runs the generator.
    .target(name: "WaylandProtocols", dependencies: ["CWayland"], exclude: ["ext-idle-notify-v1.xml"]),
    module("Wayland", imports: ["CWayland", "EventLoop", "WaylandProtocols"]),
    // Not linked: the library is loaded at run time when it is needed.
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    module("Systemd", imports: ["CSystemd", "EventLoop"]),
    module(
      "Hardware",
      imports: ["CLinux", "DDC", "EventLoop", "CSystemd", "Model", "StateFiles", "Systemd", "Udev"]
    ),
    module("HardwareTesting", imports: ["EventLoop", "Hardware", "Model", "StateFiles"]),
    module("DDC", imports: ["CLinux", "EventLoop", "Model"]),
    module("DDCTesting", imports: ["DDC", "EventLoop", "HardwareTesting"]),
    module("Varlink", imports: ["EventLoop"]),
    module("ControlAPI", imports: ["Model", "Varlink"]),
    // Generates Swift from interface descriptions; `make interfaces` runs it. It does not ship.
    executable("VarlinkCodegen", imports: ["CommandLines", "EventLoop"], in: "Sources"),
    // Prints brightness(1) from the table of verbs; `make manual` runs it. It does not ship.
    executable("ManualPage", imports: ["Commands", "ControlAPI"], in: "Sources"),
    // The library in Composable/, a package of its own for those who depend on it.
    composable("ComposableCore", imports: []),
    // Nothing that ships imports these.
    composable("ComposableExtras", imports: ["ComposableCore"]),
    composable("ComposableShared", imports: ["ComposableCore"]),
    composable("ComposableTesting", imports: ["ComposableCore", "ComposableShared"]),
    module("Brightness", imports: ["ComposableCore", "Model"]),
    module("CommandLines", imports: []),
    module("Commands", imports: ["CommandLines", "ControlAPI", "EventLoop", "Model", "Varlink"]),
    module(
      "Daemon",
      imports: [
        "Brightness", "ComposableCore", "ControlAPI", "DDC", "EventLoop", "Hardware", "Model", "StateFiles",
        "Varlink",
      ]
    ),
    shippedProgram("brightnessd", imports: ["CommandLines", "ControlAPI", "Daemon", "Hardware", "Model"]),
    shippedProgram("brightnessd-ddc", imports: ["CommandLines", "DDC", "EventLoop", "Model"]),
    module("Idle", imports: ["CSystemd", "Commands", "EventLoop", "Systemd", "Udev", "Wayland"]),
    shippedProgram("brightness", imports: ["Commands"]),
    shippedProgram("brightness-idle", imports: ["Commands", "Idle"]),

    tests("EventLoop", imports: ["CLinux", "Guarantees", "IdleLoop", "Programs"]),
    tests("Model", imports: ["Guarantees", "RandomHistories"]),
    testProgram("IdleLoop", imports: ["EventLoop", "Programs"]),
    tests(
      "Hardware",
      imports: [
        "CLinux", "DDC", "DDCTesting", "EventLoop", "Guarantees", "HardwareTesting", "ListLights", "Model",
        "Programs", "RandomHistories", "StateFiles", "Udev",
      ]
    ),
    tests("StateFiles", imports: ["EventLoop", "HardwareTesting"]),
    testProgram("ListLights", imports: ["EventLoop", "Hardware", "Model"]),
    tests("DDC", imports: ["DDCTesting", "EventLoop", "HardwareTesting", "RandomHistories"]),
    tests(
      "brightnessd-ddc",
      imports: ["CommandLines", "DDC", "DDCTesting", "EventLoop", "HardwareTesting", "Programs"]
    ),
    tests(
      "Brightness",
      imports: ["ComposableCore", "ComposableTesting", "Guarantees", "LightTraces", "Model", "RandomHistories"]
    ),
    testSupport("LightTraces", imports: ["RandomHistories"]),
    library("RandomHistories", imports: [], in: "Composable/Tests/Fixtures"),
    testSupport("Guarantees"),
    testSupport("Programs", imports: ["CLinux", "EventLoop"]),
    tests(
      "Daemon",
      imports: [
        "Brightness", "ComposableCore", "ComposableTesting", "ControlAPI", "DDC", "DDCTesting", "EventLoop",
        "Guarantees",
        "Hardware", "HardwareTesting", "Model", "Programs", "RandomHistories", "StateFiles", "Varlink",
      ]
    ),
    tests("CommandLines"),
    tests(
      "Commands",
      imports: ["CommandLines", "ControlAPI", "EventLoop", "HardwareTesting", "Model", "Programs", "Varlink"]
    ),
    tests("ManualPage", imports: ["Commands"]),
    tests("Wayland", imports: ["EventLoop", "PlayedCompositor"]),
    testSupport("PlayedCompositor", imports: ["EventLoop"]),
    tests("Idle", imports: ["EventLoop", "HardwareTesting", "RandomHistories", "Wayland"]),
    tests(
      "brightnessd",
      imports: [
        "Brightness", "CommandLines", "ControlAPI", "Daemon", "EventLoop", "Hardware", "HardwareTesting", "Model",
        "Programs",
      ]
    ),
    benchmark(
      "bench",
      imports: [
        "Brightness", "CLinux", "ComposableCore", "ComposableTesting", "Daemon",
        "EventLoop", "Hardware", "Model",
      ]
    ),
    // Compares the policy of automatic brightness with those of other programs; `make automatic`
    // runs it.
    benchmark(
      "automatic",
      imports: ["Brightness", "ComposableCore", "EventLoop", "LightTraces", "Model", "RandomHistories"]
    ),
    benchmarkFloor("Floor"),
    tests("Varlink", imports: ["Certification", "EventLoop", "Guarantees", "Programs", "RandomHistories"]),
    testSupport("InterfaceChecks", imports: ["EventLoop", "Varlink", "VarlinkCodegen"]),
    testProgram("Certification", imports: ["EventLoop", "Varlink"]),
    tests("VarlinkCodegen", imports: ["CommandLines", "EventLoop", "InterfaceChecks", "RandomHistories", "Varlink"]),
    tests("ControlAPI", imports: ["EventLoop", "InterfaceChecks", "Model", "Varlink", "VarlinkCodegen"]),

    library("Tickets", imports: ["ComposableCore", "ComposableExtras"], in: "Composable/Examples"),
    exampleProgram("Countdown", imports: ["ComposableCore", "EventLoop"]),
    exampleProgram("demo", imports: ["ComposableCore", "EventLoop", "Tickets"]),
    exampleProgram("Greeter", imports: ["EventLoop"]),
    exampleProgram("HoldScreen", imports: ["ControlAPI", "EventLoop", "Model", "Varlink"]),
    suite("Demo", imports: ["Programs", "demo"]),
    suite("Documentation", imports: ["ControlAPI", "EventLoop", "Model", "Varlink"]),

    suite(
      "EndToEnd",
      imports: [
        "ControlAPI", "EventLoop", "Guarantees", "Hardware", "HardwareTesting", "HoldScreen", "Holder", "Model",
        "PlayedCompositor", "Programs", "RandomHistories", "RawClients", "Stepper", "Varlink", "brightness",
        "brightness-idle", "brightnessd",
      ]
    ),
    fuzzTargets(
      "FuzzTests",
      imports: [
        "Brightness", "CommandLines", "Commands", "ComposableCore", "ControlAPI", "DDC", "DDCTesting", "Daemon",
        "EventLoop",
        "Hardware", "HardwareTesting", "Model", "Programs", "StateFiles", "Varlink", "brightnessd", "brightnessd-ddc",
      ]
    ),
    simulator(
      "brightnessd-simulate",
      imports: [
        "CommandLines", "ControlAPI", "Daemon", "EventLoop", "Hardware", "HardwareTesting", "Model", "RandomHistories",
        "SimulatedKernel", "Varlink",
      ]
    ),
    simulatedKernel("SimulatedKernel"),
    testProgram("Holder", imports: ["RawClients"]),
    testTracer("Stepper"),
    testSupport("RawClients", imports: ["EventLoop"]),
  ],
  swiftLanguageModes: [.v6]
)

/// A library under `Sources/`, and the only modules that it may import.
func module(_ name: String, imports: [String]) -> Target {
  .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings())
}

/// A library of the package in `Composable/`.
func composable(_ name: String, imports: [String]) -> Target {
  library(name, imports: imports, in: "Composable/Sources")
}

/// A program that ships, under `Sources/`.
func shippedProgram(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Sources")
}

/// The tests of a module, under `Tests/<Module>Tests/`.
func tests(_ name: String, imports: [String] = []) -> Target {
  suite(name, imports: [name] + imports)
}

/// A library for several test targets, under `Tests/Fixtures/`.
func testSupport(_ name: String, imports: [String] = []) -> Target {
  library(name, imports: imports, in: "Tests/Fixtures")
}

/// A program that tests start, under `Tests/Fixtures/`.
func testProgram(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Tests/Fixtures")
}

/// A program in C that tests run other programs with, under `Tests/Fixtures/`.
func testTracer(_ name: String) -> Target {
  .executableTarget(name: name, path: "Tests/Fixtures/\(name)")
}

/// The targets of `make fuzz` without libFuzzer, whose inputs are those in `Tests/Fuzz/Corpus/`.
func fuzzTargets(_ name: String, imports: [String]) -> Target {
  .testTarget(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "Tests/Fuzz/Targets",
    swiftSettings: settings()
  )
}

/// The whole daemon in a simulated world, under `Tests/Simulator/`.
func simulator(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Tests/Simulator")
}

/// The functions of the C library that reach the kernel, in C, under `Tests/Simulator/`.
func simulatedKernel(_ name: String) -> Target {
  .target(name: name, path: "Tests/Simulator/\(name)")
}

/// A benchmark, under `Benchmarks/`.
func benchmark(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Benchmarks")
}

/// The minimal server and its clients in C that the benchmarks compare with, under `Benchmarks/`.
func benchmarkFloor(_ name: String) -> Target {
  .executableTarget(name: name, path: "Benchmarks/\(name)")
}

/// An example program, under `Examples/`.
func exampleProgram(_ name: String, imports: [String]) -> Target {
  executable(name, imports: imports, in: "Examples")
}

/// The tests of several modules together, under `Tests/<Name>Tests/`.
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
