// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

#if canImport(Glibc)
  import Glibc
#endif

let package = Package(
  name: "brightnessd",
  products: [
    // Each names every module that it reaches: a change of one that it does not name would leave
    // clients with code compiled for the former layout (SwiftPM 6.3.1).
    .library(name: "Composable", targets: ["Composable"]),
    .library(
      name: "ComposableTesting",
      targets: ["ComposableTesting", "Composable", "ComposableShared", "EventLoop", "Varlink"]
    ),
    .library(
      name: "ComposableMacros",
      targets: ["ComposableMacros", "Composable", "ComposableExtras"]
    ),
    .library(name: "ComposableExtras", targets: ["ComposableExtras", "Composable"]),
    .library(
      name: "ComposableShared",
      targets: ["ComposableShared", "Composable", "EventLoop", "Varlink"]
    ),
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
    .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
    // Generated; `make protocols` runs the generator.
    .target(name: "WaylandProtocols", dependencies: ["CWayland"], exclude: ["ext-idle-notify-v1.xml"]),
    module("Wayland", imports: ["CWayland", "EventLoop", "WaylandProtocols"]),
    // Not linked: the library is loaded at run time when it is needed.
    .systemLibrary(name: "CSystemd", providers: [.apt(["libsystemd-dev"])]),
    module("Systemd", imports: []),
    module(
      "Hardware",
      imports: ["CLinux", "DDC", "EventLoop", "CUdev", "CSystemd", "Model", "StateFiles", "Systemd"]
    ),
    module("HardwareTesting", imports: ["EventLoop", "Hardware", "Model"]),
    module("DDC", imports: ["CLinux", "EventLoop", "Model"]),
    module("DDCTesting", imports: ["DDC", "EventLoop", "HardwareTesting"]),
    module("Varlink", imports: ["EventLoop"]),
    module("ControlAPI", imports: ["Model", "Varlink"]),
    // Generates Swift from interface descriptions; `make interfaces` runs it. It does not ship.
    executable("VarlinkCodegen", imports: ["CommandLines", "EventLoop"], in: "Sources"),
    // Prints brightness(1) from the table of verbs; `make manual` runs it. It does not ship.
    executable("ManualPage", imports: ["Commands", "ControlAPI"], in: "Sources"),
    module("Composable", imports: []),
    module("ComposableTesting", imports: ["Composable", "ComposableShared", "EventLoop"]),
    // Nothing that ships imports these four.
    module("ComposableExtras", imports: ["Composable"]),
    module("ComposableShared", imports: ["Composable", "EventLoop", "Varlink"]),
    module("ComposableMacros", imports: ["Composable", "ComposableExtras", "ComposableMacroPlugin"]),
    macroPlugin("ComposableMacroPlugin"),
    module("Brightness", imports: ["Composable", "Model"]),
    module("CommandLines", imports: []),
    module("Commands", imports: ["CommandLines", "ControlAPI", "EventLoop", "Model", "Varlink"]),
    module(
      "Daemon",
      imports: [
        "Brightness", "Composable", "ControlAPI", "DDC", "EventLoop", "Hardware", "Model", "StateFiles",
        "Varlink",
      ]
    ),
    shippedProgram("brightnessd", imports: ["CommandLines", "ControlAPI", "Daemon", "Hardware", "Model"]),
    shippedProgram("brightnessd-ddc", imports: ["CommandLines", "DDC", "EventLoop", "Model"]),
    module("Idle", imports: ["CSystemd", "Commands", "EventLoop", "Systemd", "Wayland"]),
    shippedProgram("brightness", imports: ["Commands"]),
    shippedProgram("brightness-idle", imports: ["Commands", "Idle"]),

    tests("EventLoop", imports: ["CLinux", "Guarantees", "IdleLoop", "Programs"]),
    tests("Model", imports: ["Guarantees"]),
    testProgram("IdleLoop", imports: ["EventLoop", "Programs"]),
    tests(
      "Hardware",
      imports: [
        "CLinux", "DDC", "DDCTesting", "EventLoop", "Guarantees", "HardwareTesting", "ListLights", "Model",
        "Programs", "RandomHistories", "StateFiles",
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
      "Composable",
      imports: ["ComposableExtras", "ComposableTesting", "OldTests", "Programs", "RandomHistories"]
    ),
    testProgram("OldTests", imports: ["Composable", "ComposableTesting"]),
    tests("ComposableMacros", imports: ["Composable", "ComposableExtras", "ComposableTesting", "MainActorFeatures"]),
    mainActorTestSupport("MainActorFeatures", imports: ["Composable", "ComposableExtras", "ComposableMacros"]),
    tests(
      "ComposableShared",
      imports: ["Composable", "ComposableTesting", "EventLoop", "Programs", "RandomHistories"]
    ),
    tests("Brightness", imports: ["Composable", "ComposableTesting", "Guarantees", "Model", "RandomHistories"]),
    testSupport("RandomHistories"),
    testSupport("Guarantees"),
    testSupport("Programs", imports: ["CLinux", "EventLoop"]),
    tests(
      "Daemon",
      imports: [
        "Brightness", "Composable", "ComposableTesting", "ControlAPI", "DDC", "DDCTesting", "EventLoop", "Guarantees",
        "Hardware", "HardwareTesting", "Model", "Programs", "RandomHistories", "StateFiles", "Varlink",
      ]
    ),
    tests("CommandLines"),
    tests("Commands", imports: ["CommandLines", "ControlAPI", "EventLoop", "Model", "Programs", "Varlink"]),
    tests("ManualPage", imports: ["Commands"]),
    tests("Wayland", imports: ["EventLoop", "PlayedCompositor"]),
    testSupport("PlayedCompositor", imports: ["EventLoop"]),
    tests("Idle", imports: ["RandomHistories", "Wayland"]),
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
        "Brightness", "CLinux", "Composable", "ComposableExtras", "ComposableMacros", "ComposableTesting", "Daemon",
        "EventLoop", "Hardware", "Model",
      ]
    ),
    benchmarkFloor("Floor"),
    tests("Varlink", imports: ["Certification", "EventLoop", "Guarantees", "Programs", "RandomHistories"]),
    testSupport("InterfaceChecks", imports: ["EventLoop", "Varlink", "VarlinkCodegen"]),
    testProgram("Certification", imports: ["EventLoop", "Varlink"]),
    tests("VarlinkCodegen", imports: ["CommandLines", "EventLoop", "InterfaceChecks", "RandomHistories", "Varlink"]),
    tests("ControlAPI", imports: ["EventLoop", "InterfaceChecks", "Model", "Varlink", "VarlinkCodegen"]),

    exampleFeature("Tickets", imports: ["Composable", "ComposableExtras"]),
    exampleProgram("Countdown", imports: ["Composable", "EventLoop"]),
    exampleProgram("demo", imports: ["Composable", "EventLoop", "Tickets"]),
    exampleProgram("Greeter", imports: ["EventLoop"]),
    exampleProgram("HoldScreen", imports: ["ControlAPI", "EventLoop", "Model", "Varlink"]),
    tests("Tickets", imports: ["Composable", "ComposableTesting", "Programs", "demo"]),
    suite(
      "Documentation",
      imports: ["Composable", "ComposableTesting", "ControlAPI", "EventLoop", "Model", "Varlink"]
    ),

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
        "Brightness", "CommandLines", "Commands", "Composable", "ControlAPI", "DDC", "DDCTesting", "Daemon",
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

/// The compiler's plug-in for macros, built with the SwiftSyntax of the toolchain: docs/decisions/0029-macros-in-a-product-of-their-own.md.
func macroPlugin(_ name: String) -> Target {
  let libraries = ["", "Macros", "Builder"].map { "-lSwiftSyntax\($0)" }
  let others = [
    "-lSwiftDiagnostics", "-lSwiftCompilerPluginMessageHandling", "-Xlinker", "-rpath", "-Xlinker", swiftSyntax,
  ]
  return .macro(
    name: name,
    swiftSettings: settings() + [.unsafeFlags(["-I", swiftSyntax])],
    linkerSettings: [.unsafeFlags(["-L", swiftSyntax] + libraries + others)]
  )
}

/// The folder of the toolchain's SwiftSyntax, beside the library that this manifest runs with; empty where there is none.
nonisolated var swiftSyntax: String {
  #if canImport(Glibc)
    let library = "/pm/ManifestAPI/libPackageDescription.so"
    guard let maps = fopen("/proc/self/maps", "r") else { return "" }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, CInt(line.count), maps) != nil {
      let text = String(decoding: line.prefix { $0 > 10 || $0 < 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.hasSuffix(library) { return text.drop { $0 != "/" }.dropLast(library.count) + "/host" }
    }
  #endif
  return ""
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

/// The same, isolated to the main actor where it does not say otherwise.
func mainActorTestSupport(_ name: String, imports: [String]) -> Target {
  let target = testSupport(name, imports: imports)
  target.swiftSettings = settings() + [.defaultIsolation(MainActor.self)]
  return target
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

/// An example feature, under `Examples/`.
func exampleFeature(_ name: String, imports: [String]) -> Target {
  library(name, imports: imports, in: "Examples")
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
