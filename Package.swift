// swift-tools-version: 6.2

import PackageDescription

/// What every target of this package is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "Env2048",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Env2048", targets: ["Env2048"]),
    .library(name: "Agents", targets: ["Agents"]),
    .library(name: "Experiments", targets: ["Experiments"]),
    // What Python loads; `Python/` builds it with the runtime inside.
    .library(name: "Env2048C", type: .dynamic, targets: ["Env2048C"]),
  ],
  targets: [
    // System libraries.
    .systemLibrary(
      name: "CBLAS", pkgConfig: "openblas",
      providers: [.apt(["libopenblas-dev"]), .brew(["openblas"])]),
    .systemLibrary(name: "CArgp", providers: [.brew(["argp-standalone"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Bit operations on vectors; a header, nothing to link.
    .systemLibrary(name: "CLanes"),
    // One instruction that Swift has no name for; a header, nothing to link.
    .systemLibrary(name: "CPrefetch"),
    // What Swift code cannot ask the compiler; a header, nothing to link.
    .systemLibrary(name: "CMachine"),

    // Libraries; dependencies point one way.
    .target(name: "Env2048", dependencies: ["CLanes"], swiftSettings: strict),
    .target(name: "Env2048C", dependencies: ["Env2048"], swiftSettings: strict),
    .target(name: "Threads", swiftSettings: strict),
    .target(
      name: "Agents", dependencies: ["Env2048", "Threads", "CPrefetch", "CBLAS"],
      swiftSettings: strict),
    .target(
      name: "Experiments", dependencies: ["Agents", "Env2048", "Threads", "CZlib"],
      swiftSettings: strict),
    .target(name: "Console", dependencies: ["CArgp"], swiftSettings: strict),
    .target(
      name: "Benchmarks",
      dependencies: [
        "Experiments", "Agents", "Env2048", "Threads", "Console", "CBLAS", "CMachine",
      ],
      swiftSettings: strict),
    .target(
      name: "Plots", dependencies: ["Experiments", "Env2048", "Console"],
      resources: [.embedInCode("Report/report.css"), .embedInCode("Report/report.js")],
      swiftSettings: strict),

    .target(
      name: "SharedOptions", dependencies: ["Experiments", "Agents", "Env2048", "Console"],
      swiftSettings: strict),
    .target(
      name: "Playing", dependencies: ["Experiments", "Agents", "Env2048", "Console"],
      resources: ["sand", "ocean", "dusk", "contrast", "grey"].map {
        .embedInCode("Themes/\($0).json")
      },
      swiftSettings: strict),

    // Programs.
    .executableTarget(
      name: "train", dependencies: ["Plots", "Experiments", "Threads", "Console"],
      swiftSettings: strict),
    .executableTarget(
      name: "evaluate", dependencies: ["SharedOptions", "Experiments", "Console"],
      swiftSettings: strict),
    .executableTarget(
      name: "export", dependencies: ["Experiments", "Console"], swiftSettings: strict),
    .executableTarget(
      name: "plot", dependencies: ["Plots", "Experiments", "Console"], swiftSettings: strict),
    .executableTarget(
      name: "report", dependencies: ["Plots", "Experiments", "Console"], swiftSettings: strict),
    .executableTarget(
      name: "benchmark", dependencies: ["Benchmarks", "Experiments", "Console"],
      swiftSettings: strict),
    .executableTarget(
      name: "play", dependencies: ["Playing", "SharedOptions", "Experiments", "Console"],
      swiftSettings: strict),

    // Tests, one folder a module, and what they share.
    .target(name: "AllocationCount", path: "Tests/AllocationCount"),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(
      name: "Env2048Tests", dependencies: ["Env2048", "Threads", "AllocationCount"],
      exclude: ["Recordings"],
      swiftSettings: strict),
    .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: strict),
    .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks"], swiftSettings: strict),
    .testTarget(
      name: "Env2048CTests", dependencies: ["Env2048C", "Env2048"], swiftSettings: strict),
    .testTarget(
      name: "AgentsTests", dependencies: ["Agents", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ExperimentsTests", dependencies: ["Experiments", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PlotsTests", dependencies: ["Plots", "Experiments", "CZlib", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ConsoleTests", dependencies: ["Console", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PlayingTests", dependencies: ["Playing", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "train", "evaluate", "export", "plot", "report", "benchmark", "play", "Benchmarks",
        "Experiments", "Env2048", "TestSupport",
      ],
      swiftSettings: strict),
  ]
)
