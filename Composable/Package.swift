// swift-tools-version: 6.3
import CompilerPluginSupport
import Foundation
import PackageDescription

let package = Package(
  name: "Composable",
  products: [
    // Each names every module that it reaches: a change of one that it does not name would leave
    // clients with code compiled for the former layout (SwiftPM 6.3.1).
    .library(name: "Composable", targets: ["Composable", "ComposableCore", "ComposableExtras", "ComposableShared"]),
    .library(name: "ComposableCore", targets: ["ComposableCore"]),
    .library(name: "ComposableExtras", targets: ["ComposableExtras", "ComposableCore"]),
    .library(name: "ComposableTesting", targets: ["ComposableTesting", "ComposableCore", "ComposableShared"]),
  ],
  targets: [
    module("ComposableCore", imports: []),
    module("ComposableExtras", imports: ["ComposableCore"]),
    module("ComposableShared", imports: ["ComposableCore"]),
    module("ComposableTesting", imports: ["ComposableCore", "ComposableShared"]),
    // What a program imports: everything above, and the macros.
    module("Composable", imports: ["ComposableCore", "ComposableExtras", "ComposableShared", "ComposableMacroPlugin"]),
    macroPlugin("ComposableMacroPlugin"),

    tests(
      "Composable",
      imports: [
        "ComposableCore", "ComposableExtras", "ComposableShared", "ComposableTesting", "OldTests", "RandomHistories",
      ]
    ),
    tests(
      "ComposableMacros",
      imports: everything + ["ComposableTesting", "MainActorFeatures"]
    ),
    tests("ComposableShared", imports: ["ComposableCore", "ComposableShared", "ComposableTesting", "RandomHistories"]),
    tests("Documentation", imports: everything + ["ComposableTesting"]),
    tests(
      "Tickets",
      imports: ["ComposableCore", "ComposableExtras", "ComposableShared", "ComposableTesting", "Tickets"]
    ),
    testSupport("RandomHistories"),
    .executableTarget(
      name: "OldTests",
      dependencies: ["ComposableCore", "ComposableShared", "ComposableTesting"],
      path: "Tests/Fixtures/OldTests",
      swiftSettings: settings
    ),
    testSupport("MainActorFeatures", imports: everything, settings: settings + [.defaultIsolation(MainActor.self)]),
    library("Tickets", imports: ["ComposableCore", "ComposableExtras"], in: "Examples"),
    .executableTarget(
      name: "macros",
      dependencies: (everything + ["ComposableTesting"]).map { .byName(name: $0) },
      path: "Benchmarks/macros",
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// The umbrella and what it exports.
nonisolated var everything: [String] { ["Composable", "ComposableCore", "ComposableExtras", "ComposableShared"] }

nonisolated var settings: [SwiftSetting] {
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
}

/// A library under `Sources/`, and the only modules that it may import.
func module(_ name: String, imports: [String]) -> Target { library(name, imports: imports, in: "Sources") }

/// The tests of a module, under `Tests/<Module>Tests/`.
func tests(_ name: String, imports: [String]) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

/// A library for several test targets, under `Tests/Fixtures/`.
func testSupport(_ name: String, imports: [String] = [], settings: [SwiftSetting] = settings) -> Target {
  library(name, imports: imports, in: "Tests/Fixtures", settings: settings)
}

func library(
  _ name: String,
  imports: [String],
  in folder: String,
  settings: [SwiftSetting] = settings
) -> Target {
  .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: "\(folder)/\(name)",
    swiftSettings: settings
  )
}

/// The compiler's plug-in for macros, built with the SwiftSyntax of the toolchain.
func macroPlugin(_ name: String) -> Target {
  let libraries = ["", "Macros", "Builder"].map { "-lSwiftSyntax\($0)" }
  let others = [
    "-lSwiftDiagnostics", "-lSwiftCompilerPluginMessageHandling", "-Xlinker", "-rpath", "-Xlinker", swiftSyntax,
  ]
  return .macro(
    name: name,
    swiftSettings: settings + [.unsafeFlags(["-I", swiftSyntax])],
    linkerSettings: [.unsafeFlags(["-L", swiftSyntax] + libraries + others)]
  )
}

/// The folder of the toolchain's SwiftSyntax, beside the library that this manifest runs with;
/// empty where there is none.
nonisolated var swiftSyntax: String {
  let library = "/pm/ManifestAPI/libPackageDescription.so"
  // Through a handle: the other functions of Foundation read the first 4 KiB of such a file.
  guard let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else { return "" }
  let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
  guard let line = lines.first(where: { $0.hasSuffix(library) }) else { return "" }
  return line.drop { $0 != "/" }.dropLast(library.count) + "/host"
}
