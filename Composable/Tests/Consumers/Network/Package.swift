// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "Network",
  dependencies: [
    .package(path: "../../.."),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.3"),
    .package(url: "https://github.com/apple/swift-async-algorithms.git", from: "1.1.5"),
  ],
  targets: [
    .executableTarget(
      name: "Server",
      dependencies: [
        "Composable",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: ["Server", .product(name: "ComposableTesting", package: "Composable")]
    ),
    .target(
      name: "Preview",
      dependencies: ["Composable", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]
    ),
    .testTarget(
      name: "PreviewTests",
      dependencies: ["Preview", .product(name: "ComposableTesting", package: "Composable")]
    ),
  ]
)
