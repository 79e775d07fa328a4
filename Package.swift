// swift-tools-version: 6.2
import PackageDescription

/// The same for every target: errors of memory, isolation and visibility are found by the compiler.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

func library(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "ghostnote",
  products: [
    .executable(name: "ghostnote", targets: ["ghostnote"]),
    .library(name: "GhostnoteTesting", targets: ["GhostnoteTesting"]),
    // What Benchmarks measures, and Fuzz tries, from inside.
    .library(
      name: "GhostnoteCore",
      targets: [
        "MusicalTime", "Rhythm", "MIDI", "Sequencing", "Playback", "FluidSynthesizer", "Instrument",
        "Drummer", "DrummerTraining", "Commands", "CommandText", "Control", "ALSASequencer",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    // Level 0: time, shared memory, the disk, and the C libraries.
    library("MusicalTime"),
    library("RealTime"),
    library("Files"),
    library("Shell"),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CJACK", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
    .systemLibrary(name: "CFluidSynth", providers: [.apt(["libfluidsynth-dev"])]),
    .target(name: "CVectors"),
    // Level 1: what music is made of.
    library("Rhythm", "MusicalTime"),
    library("MIDI", "MusicalTime"),
    library("DrumSynthesis"),
    // Level 2: from beats to hits and messages.
    library("Sequencing", "MusicalTime", "Rhythm", "MIDI"),
    library("Drummer", "CVectors", "Files", "MusicalTime", "Rhythm"),
    // Level 3: the real-time block, and the one door in.
    library("Playback", "Sequencing", "RealTime", "MusicalTime", "Rhythm", "MIDI"),
    // Everything that can be asked for, and the words for it.
    library("Commands", "Shell", "Sequencing", "MusicalTime", "Rhythm", "MIDI"),
    library("CommandText", "Commands", "Shell", "Rhythm"),
    library(
      "Control", "Commands", "CommandText", "Shell", "Drummer", "Files", "Playback", "Sequencing",
      "MusicalTime", "Rhythm",
      "MIDI"),
    library(
      "DrummerTraining", "Drummer", "CVectors", "Files", "MIDI", "MusicalTime", "Rhythm",
      .product(name: "SwiftCSV", package: "SwiftCSV")),
    // Level 4: one overlay per outside world.
    library("ALSAGate", "CALSA", "RealTime", "MusicalTime"),
    library(
      "ALSASequencer", "ALSAGate", "CALSA", "Sequencing", "RealTime", "MusicalTime", "MIDI"),
    library("ALSAAudio", "ALSAGate", "CALSA", "RealTime", "MusicalTime"),
    library("JACKClient", "CJACK", "Sequencing", "RealTime", "MusicalTime", "MIDI"),
    library(
      "FluidSynthesizer", "CFluidSynth", "Files", "Playback", "RealTime", "Rhythm",
      "MusicalTime"),
    library(
      "GhostnoteTesting", "Commands", "CommandText", "Drummer", "Sequencing", "Control", "Playback",
      "Rhythm", "MIDI",
      "MusicalTime",
      "RealTime"),
    // Engine and synthesizer as one, and what drives them without a device.
    library(
      "Instrument", "FluidSynthesizer", "Commands", "Control", "Files", "Playback", "Sequencing",
      "Rhythm",
      "MIDI",
      "MusicalTime", "RealTime"),
    // The running process without its command line.
    library(
      "Daemon", "ALSAAudio", "ALSAGate", "ALSASequencer", "Commands", "CommandText", "Control",
      "Drummer", "FluidSynthesizer", "Instrument", "JACKClient", "MIDI", "MusicalTime", "Playback",
      "RealTime", "Rhythm",
      "Sequencing", "Shell", .product(name: "Logging", package: "swift-log")),
    // Level 5: parse, wire, run.
    .executableTarget(
      name: "ghostnote",
      dependencies: [
        "Daemon", "Instrument", "ALSAGate", "ALSASequencer", "ALSAAudio", "JACKClient",
        "FluidSynthesizer",
        "Commands", "CommandText", "Control", "Files",
        "Playback",
        "Sequencing", "Drummer", "DrummerTraining", "DrumSynthesis", "Rhythm", "MIDI",
        "MusicalTime", "RealTime", "Shell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    // Ring 1: pure.
    tests("MusicalTimeTests", "MusicalTime"),
    tests("RealTimeTests", "RealTime"),
    tests("FilesTests", "Files"),
    tests("ShellTests", "Shell", "GhostnoteTesting"),
    tests("RhythmTests", "Rhythm", "MusicalTime", "GhostnoteTesting"),
    tests("MIDITests", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests("DrumSynthesisTests", "DrumSynthesis"),
    tests("SequencingTests", "Sequencing", "Rhythm", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests(
      "DrummerTests", "Drummer", "CVectors", "MIDI", "Rhythm", "MusicalTime", "GhostnoteTesting"),
    tests(
      "DrummerTrainingTests", "DrummerTraining", "Drummer", "MIDI", "Rhythm", "MusicalTime",
      "GhostnoteTesting"),
    tests(
      "PlaybackTests", "Playback", "Sequencing", "Rhythm", "MIDI", "MusicalTime", "RealTime",
      "GhostnoteTesting"),
    tests(
      "ControlTests", "Commands", "CommandText", "Control", "Shell", "Drummer", "Files", "Playback",
      "Sequencing", "Rhythm",
      "MIDI",
      "MusicalTime",
      "GhostnoteTesting"),
    tests(
      "FluidSynthesizerTests", "FluidSynthesizer", "Playback", "Rhythm", "MusicalTime"),
    tests(
      "InstrumentTests", "Instrument", "Commands", "Control", "Drummer", "Playback", "Rhythm",
      "MIDI",
      "MusicalTime", "GhostnoteTesting"),
    tests("CommandTests", "Commands", "CommandText", "Rhythm", "Sequencing", "MusicalTime"),
    tests(
      "CommandLineTests", "ghostnote", "Commands", "CommandText", "Control", "Rhythm",
      "GhostnoteTesting"),
    // What is pure in the libraries of devices.
    tests(
      "DeviceTests", "ALSAGate", "ALSASequencer", "ALSAAudio", "JACKClient", "CALSA", "Sequencing",
      "RealTime", "MusicalTime"),
    // Ring 2: a real jackd. Ring 3: a real kernel sequencer.
    tests(
      "JACKTests", "ghostnote", "JACKClient", "CJACK", "Commands", "Control", "Sequencing",
      "Rhythm", "MIDI",
      "MusicalTime", "GhostnoteTesting"),
    tests(
      "ALSATests", "ALSASequencer", "ALSAAudio", "ALSAGate", "CALSA", "Commands", "Control",
      "Sequencing",
      "RealTime", "MIDI", "MusicalTime", "GhostnoteTesting"),
  ]
)
