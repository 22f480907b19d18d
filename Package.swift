// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "brightnessd",
  products: [
    // Each names every module that it reaches: a change of one that it does not name would leave
    // clients with code compiled for the former layout (SwiftPM 6.3.1).
    .library(name: "BrightnessEventLoop", targets: ["BrightnessEventLoop"]),
    .library(name: "BrightnessVarlink", targets: ["BrightnessVarlink", "BrightnessEventLoop"]),
    .library(
      name: "BrightnessControl",
      targets: ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink"]
    ),
  ],
  targets: [
    .systemLibrary(name: "CBrightnessLinux"),
    module("BrightnessModel", imports: []),
    module("BrightnessEventLoop", imports: ["CBrightnessLinux"]),
    module("StateFiles", imports: ["BrightnessEventLoop"]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    module("Udev", imports: ["BrightnessEventLoop", "CUdev"]),
    module("Wayland", imports: ["BrightnessEventLoop"]),
    // Not linked: the library is loaded at run time when it is needed.
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    module("Systemd", imports: ["BrightnessEventLoop", "CSystemd"]),
    module(
      "Hardware",
      imports: [
        "BrightnessEventLoop", "BrightnessModel", "CBrightnessLinux", "CSystemd", "DDC", "StateFiles", "Systemd",
        "Udev",
      ]
    ),
    module("HardwareTesting", imports: ["BrightnessEventLoop", "BrightnessModel", "Hardware", "StateFiles"]),
    module("DDC", imports: ["BrightnessEventLoop", "BrightnessModel", "CBrightnessLinux"]),
    module("DDCTesting", imports: ["BrightnessEventLoop", "DDC", "HardwareTesting"]),
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    module("MQTT", imports: ["BrightnessEventLoop", "CMosquitto"]),
    module("BrightnessVarlink", imports: ["BrightnessEventLoop"]),
    module("BrightnessControl", imports: ["BrightnessModel", "BrightnessVarlink"]),
    // Generates Swift from interface descriptions; `make interfaces` runs it. It does not ship.
    executable("VarlinkCodegen", imports: ["BrightnessEventLoop", "CommandLines"], in: "Sources"),
    // Prints brightness(1) and brightness-fleet(1) from their tables of verbs; `make manual` runs it.
    // It does not ship.
    executable(
      "ManualPage",
      imports: ["BrightnessCommands", "BrightnessControl", "Commands", "FleetCommands"],
      in: "Sources"
    ),
    // The library in Composable/, a package of its own for those who depend on it.
    composable("ComposableCore", imports: []),
    // Nothing that ships imports these.
    composable("ComposableExtras", imports: ["ComposableCore"]),
    composable("ComposableShared", imports: ["ComposableCore"]),
    composable("ComposableTesting", imports: ["ComposableCore", "ComposableShared"]),
    module("Brightness", imports: ["BrightnessModel", "ComposableCore"]),
    module("CommandLines", imports: []),
    // What programs with verbs share, and the verbs of `brightness`.
    module(
      "Commands",
      imports: ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines"]
    ),
    module(
      "BrightnessCommands",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines", "Commands",
      ]
    ),
    // The pure half of the bridge to an MQTT broker.
    module(
      "Fleet",
      imports: ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "ComposableCore"]
    ),
    // What a program has as a service: its log, its configuration files, and systemd.
    module("Service", imports: ["BrightnessEventLoop"]),
    module(
      "Daemon",
      imports: [
        "Brightness", "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink",
        "ComposableCore", "DDC", "Hardware", "Service", "StateFiles",
      ]
    ),
    // Two programs that are other names of the daemon's file: what `brightness idle` becomes, and the
    // worker for one monitor.
    module(
      "Idle",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "CSystemd", "Commands", "Systemd", "Udev",
        "Wayland",
      ]
    ),
    module(
      "DDCWorker",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines", "DDC",
      ]
    ),
    shippedProgram(
      "brightnessd",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "CommandLines", "Commands", "DDCWorker",
        "Daemon", "Hardware", "Idle", "Service",
      ]
    ),
    // What the programs of a fleet share: the configuration of a broker, and a connection to it.
    module("BrokerAccess", imports: ["BrightnessEventLoop", "BrightnessModel", "Fleet", "MQTT", "Service"]),
    // The bridge as a program: its configuration, and connections to the broker and to the daemon.
    module(
      "Bridge",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "BrokerAccess",
        "CommandLines", "ComposableCore", "Fleet", "MQTT", "Service",
      ]
    ),
    // The controller and the view of a fleet.
    module(
      "FleetCommands",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "BrokerAccess",
        "CommandLines", "Commands", "Fleet", "MQTT", "Service",
      ]
    ),
    shippedProgram("brightnessd-mqtt", imports: ["Bridge", "Commands", "FleetCommands"]),
    shippedProgram("brightness", imports: ["BrightnessCommands", "Commands"]),

    tests("BrightnessEventLoop", imports: ["CBrightnessLinux", "Guarantees", "IdleLoop", "Programs"]),
    tests("BrightnessModel", imports: ["Guarantees", "RandomHistories"]),
    testProgram("IdleLoop", imports: ["BrightnessEventLoop", "Programs"]),
    tests(
      "Hardware",
      imports: [
        "BrightnessEventLoop", "BrightnessModel", "CBrightnessLinux", "DDC", "DDCTesting", "Guarantees",
        "HardwareTesting", "ListLights", "Programs", "RandomHistories", "StateFiles", "Udev",
      ]
    ),
    tests("StateFiles", imports: ["BrightnessEventLoop", "HardwareTesting"]),
    tests("Systemd", imports: ["BrightnessEventLoop", "HardwareTesting"]),
    testProgram("ListLights", imports: ["BrightnessEventLoop", "BrightnessModel", "Hardware"]),
    tests("DDC", imports: ["BrightnessEventLoop", "DDCTesting", "HardwareTesting", "RandomHistories"]),
    tests(
      "DDCWorker",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "DDC", "DDCTesting", "HardwareTesting", "Programs", "brightnessd",
      ]
    ),
    tests(
      "Brightness",
      imports: [
        "BrightnessModel", "ComposableCore", "ComposableTesting", "Guarantees", "LightTraces", "RandomHistories",
      ]
    ),
    testSupport("LightTraces", imports: ["RandomHistories"]),
    library("RandomHistories", imports: [], in: "Composable/Tests/Fixtures"),
    testSupport("DocumentedKeys", imports: ["BrightnessEventLoop"]),
    testSupport("Guarantees"),
    testSupport("Programs", imports: ["BrightnessEventLoop", "CBrightnessLinux"]),
    tests(
      "Daemon",
      imports: [
        "Brightness", "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink",
        "ComposableCore", "ComposableTesting", "DDC", "DDCTesting", "DocumentedKeys", "Guarantees", "Hardware",
        "HardwareTesting", "Programs", "RandomHistories", "Service", "StateFiles",
      ]
    ),
    tests("Service", imports: ["BrightnessEventLoop", "Guarantees", "Hardware", "HardwareTesting", "Programs"]),
    tests("CommandLines"),
    tests(
      "Fleet",
      imports: [
        "BrightnessControl", "BrightnessModel", "BrightnessVarlink", "ComposableCore", "ComposableTesting",
        "RandomHistories",
      ]
    ),
    tests(
      "BrightnessCommands",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines", "Commands",
        "HardwareTesting", "Programs",
      ]
    ),
    tests("ManualPage", imports: ["BrightnessCommands", "Commands", "FleetCommands"]),
    tests("MQTT", imports: ["BrightnessEventLoop", "Brokers", "Programs"]),
    testSupport("Brokers", imports: ["BrightnessEventLoop", "HardwareTesting", "MQTT", "Programs"]),
    tests(
      "BrokerAccess",
      imports: ["BrightnessEventLoop", "Brokers", "Fleet", "HardwareTesting", "MQTT", "Service"]
    ),
    tests(
      "Bridge",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "BrokerAccess",
        "CommandLines", "DocumentedKeys", "Fleet", "HardwareTesting", "MQTT", "Service",
      ]
    ),
    tests(
      "FleetCommands",
      imports: [
        "BrightnessControl", "BrightnessModel", "BrokerAccess", "CommandLines", "Commands", "Fleet", "MQTT", "Service",
      ]
    ),
    tests("Wayland", imports: ["BrightnessEventLoop", "PlayedCompositor", "Programs"]),
    testSupport("PlayedCompositor", imports: ["BrightnessEventLoop"]),
    tests(
      "Idle",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "Commands", "HardwareTesting",
        "RandomHistories", "Wayland",
      ]
    ),
    tests(
      "brightnessd",
      imports: [
        "Brightness", "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "CommandLines", "Daemon",
        "Hardware", "HardwareTesting", "Programs", "Service",
      ]
    ),
    benchmark(
      "bench",
      imports: [
        "Brightness", "BrightnessEventLoop", "BrightnessModel", "CBrightnessLinux", "ComposableCore",
        "ComposableTesting", "Daemon", "Hardware",
      ]
    ),
    // Compares the policy of automatic brightness with those of other programs; `make automatic`
    // runs it.
    benchmark(
      "automatic",
      imports: [
        "Brightness", "BrightnessEventLoop", "BrightnessModel", "ComposableCore", "LightTraces", "RandomHistories",
      ]
    ),
    benchmarkFloor("Floor"),
    benchmarkFloor("FloorBridge", imports: ["CMosquitto"]),
    benchmarkFloor("Swarm"),
    tests(
      "BrightnessVarlink",
      imports: ["BrightnessEventLoop", "Certification", "Guarantees", "Programs", "RandomHistories"]
    ),
    testSupport("InterfaceChecks", imports: ["BrightnessEventLoop", "BrightnessVarlink", "VarlinkCodegen"]),
    testProgram("Certification", imports: ["BrightnessEventLoop", "BrightnessVarlink"]),
    tests(
      "VarlinkCodegen",
      imports: ["BrightnessEventLoop", "BrightnessVarlink", "CommandLines", "InterfaceChecks", "RandomHistories"]
    ),
    tests(
      "BrightnessControl",
      imports: ["BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "InterfaceChecks", "VarlinkCodegen"]
    ),

    library("Tickets", imports: ["ComposableCore", "ComposableExtras"], in: "Composable/Examples"),
    exampleProgram("Countdown", imports: ["BrightnessEventLoop", "ComposableCore"]),
    exampleProgram("demo", imports: ["BrightnessEventLoop", "ComposableCore", "Tickets"]),
    exampleProgram("Greeter", imports: ["BrightnessEventLoop"]),
    exampleProgram(
      "HoldScreen",
      imports: ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink"]
    ),
    suite("Demo", imports: ["Programs", "demo"]),
    suite(
      "Documentation",
      imports: ["BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink"]
    ),

    suite(
      "EndToEnd",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "Brokers", "Guarantees",
        "Hardware", "HardwareTesting", "HoldScreen", "Holder", "MQTT", "PlayedCompositor", "Programs",
        "RandomHistories", "RawClients", "Stepper", "brightness", "brightnessd", "brightnessd-mqtt",
      ]
    ),
    fuzzTargets(
      "FuzzTests",
      imports: [
        "Bridge", "Brightness", "BrightnessCommands", "BrightnessControl", "BrightnessEventLoop", "BrightnessModel",
        "BrightnessVarlink", "BrokerAccess", "CommandLines", "Commands", "ComposableCore", "DDC", "DDCTesting",
        "DDCWorker", "Daemon", "Fleet", "FleetCommands", "Hardware", "HardwareTesting", "Service", "StateFiles",
        "Wayland", "brightnessd",
      ]
    ),
    simulator(
      "brightnessd-simulate",
      imports: [
        "BrightnessControl", "BrightnessEventLoop", "BrightnessModel", "BrightnessVarlink", "CommandLines", "Daemon",
        "Hardware", "HardwareTesting", "RandomHistories", "Service", "SimulatedKernel",
      ]
    ),
    simulatedKernel("SimulatedKernel"),
    testProgram("Holder", imports: ["RawClients"]),
    testTracer("Stepper"),
    testSupport("RawClients", imports: ["BrightnessEventLoop"]),
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

/// A minimal program in C that the benchmarks compare with, under `Benchmarks/`.
func benchmarkFloor(_ name: String, imports: [String] = []) -> Target {
  .executableTarget(name: name, dependencies: imports.map { .byName(name: $0) }, path: "Benchmarks/\(name)")
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
