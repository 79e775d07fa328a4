// swift-tools-version: 6.2
import PackageDescription

// Apart from the project, because all of it is built with libFuzzer's instruments: see Scripts/fuzz.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "ghostnote", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "GhostnoteCore", package: "ghostnote"),
        .product(name: "GhostnoteTesting", package: "ghostnote"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        // The main function is libFuzzer's driver, called in Main.swift.
        .unsafeFlags(["-parse-as-library"]),
      ])
  ]
)
