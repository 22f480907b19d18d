// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "GLib",
  dependencies: [.package(path: "../../..")],
  targets: [
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .executableTarget(name: "App", dependencies: ["CGLib", "Composable"]),
    .testTarget(
      name: "AppTests",
      dependencies: ["App", "CGLib", .product(name: "ComposableTesting", package: "Composable")]
    ),
  ]
)
