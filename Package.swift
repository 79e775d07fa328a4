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

/// Optimised for size, which takes a third less time to compile: for what is large and not time-critical.
func compact(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))])
}

/// Tests are not optimised: that takes a third of the time that all of the building takes, and running them is a
/// third of a minute longer.
let unoptimised = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: unoptimised)
}

let package = Package(
  name: "ghostnote",
  products: [
    .executable(name: "ghostnote", targets: ["ghostnote"]),
    .executable(name: "ghostnote-remote", targets: ["ghostnote-remote"]),
    .library(name: "GhostnoteTesting", targets: ["GhostnoteTesting"]),
    // What Benchmarks measures, and Fuzz tries, from inside.
    .library(
      name: "GhostnoteCore",
      targets: [
        "MusicalTime", "Rhythm", "MIDI", "OSC", "NSM", "Ports", "Clock", "Sequencing", "MIDIFiles",
        "HydrogenFiles",
        "Playback",
        "FluidSynthesizer", "Instrument", "Drummer", "LiveDrummer", "DrummerTraining", "PatchFiles",
        "Commands", "CommandText", "Control", "ControlSocket", "ALSASequencer", "Surfaces",
        "Shell",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    // Only ghostnote-remote needs it: a build of ghostnote alone leaves it out.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // Level 0: time, shared memory, the disk, and the C libraries.
    library("MusicalTime"),
    library("RealTime", "CGlibc"),
    library("Files"),
    library("Shell", "CGlibc", "RealTime"),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CJACK", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
    .systemLibrary(name: "CFluidSynth", providers: [.apt(["libfluidsynth-dev"])]),
    .systemLibrary(name: "CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CGlibc"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CVectors"),
    // A line editor on a terminal, by libedit.
    library("LineEditing", "CEdit", "Files", "Shell", "RealTime"),
    // Level 1: what music is made of.
    library("Rhythm", "MusicalTime"),
    library("MIDI", "MusicalTime"),
    library("OSC"),
    // A client of a session manager.
    library("NSM", "OSC", "RealTime"),
    library("SoundFonts"),
    library("DrumSynthesis", "SoundFonts"),
    // Addresses as pictures that phones read.
    library("QRCodes"),
    library("ALSAGate", "CALSA", "RealTime", "MusicalTime"),
    // Level 2: messages, the clocks that are followed, and the drummer.
    library("Ports", "MusicalTime", "MIDI"),
    library("Clock", "Ports", "MusicalTime", "MIDI"),
    library("Drummer", "CVectors", "Files", "MusicalTime", "Rhythm"),
    // Strokes of a hand that holds a phone like a stick.
    library("Motion", "MusicalTime", "Rhythm"),
    // Level 3: from beats to hits and files, and one overlay for each device.
    library("Sequencing", "MusicalTime", "Rhythm", "MIDI"),
    library("MIDIFiles", "Sequencing", "Files", "MusicalTime", "Rhythm", "MIDI"),
    library("SampleKits", "CSndFile", "SoundFonts", "Files", "Shell", "MusicalTime", "Rhythm"),
    compact(
      "HydrogenFiles", "CExpat", "CZlib", "Sequencing", "SampleKits", "SoundFonts", "Files",
      "Shell", "MusicalTime", "Rhythm"),
    library(
      "DrummerTraining", "Drummer", "CVectors", "Files", "MIDI", "MusicalTime", "Rhythm",
      .product(name: "SwiftCSV", package: "SwiftCSV")),
    library("ALSASequencer", "ALSAGate", "CALSA", "Ports", "RealTime", "MusicalTime", "MIDI"),
    library("ALSAAudio", "ALSAGate", "CALSA", "RealTime", "MusicalTime"),
    library("JACKClient", "CJACK", "Clock", "Ports", "RealTime", "MusicalTime", "MIDI"),
    // Level 4: the real-time block, and everything that can be asked for.
    library(
      "Playback", "Sequencing", "Clock", "Ports", "RealTime", "MusicalTime", "Rhythm", "MIDI"),
    compact(
      "Commands", "Playback", "Shell", "Clock", "MIDIFiles", "MusicalTime", "Rhythm", "MIDI"),
    library("ClockMonitor", "Clock", "Ports", "MusicalTime", "MIDI"),
    // Level 5: commands as lines, patches on disk, the synthesizer, and the drummer who plays along.
    library("CommandText", "Commands", "Shell", "MusicalTime", "Rhythm"),
    library("PatchFiles", "Commands", "Files", "Shell", "MusicalTime", "Rhythm"),
    library(
      "FluidSynthesizer", "CFluidSynth", "Files", "Playback", "RealTime", "Rhythm",
      "MusicalTime"),
    library(
      "LiveDrummer", "Drummer", "Playback", "MIDIFiles", "Sequencing", "Clock", "Shell",
      "MusicalTime", "RealTime", "Rhythm", "MIDI"),
    // Level 6: the one door in; engine and synthesizer as one, and what drives them without a device.
    library(
      "Control", "Commands", "CommandText", "LiveDrummer", "Drummer", "PatchFiles", "Files",
      "Playback", "MIDIFiles", "HydrogenFiles", "Sequencing", "Clock", "Ports", "Shell",
      "MusicalTime", "Rhythm",
      "MIDI"),
    library(
      "Instrument", "FluidSynthesizer", "LiveDrummer", "Playback", "Sequencing", "Clock", "Ports",
      "Files", "Shell", "Rhythm", "MIDI", "MusicalTime", "RealTime"),
    // The control socket: its address, framing, server and client; of the commands it knows the channels that clients
    // watch.
    library("ControlSocket", "Commands", "RealTime", "Shell"),
    // Grids with lights: maps of devices, what they show, and the differences that are sent.
    library(
      "Surfaces", "CommandText", "Commands", "PatchFiles", "Files", "Shell", "Ports",
      "MusicalTime", "Rhythm", "MIDI"),
    // Level 7: the running process without its command line, and what tests need.
    library(
      "Daemon", "ControlSocket", "LineEditing", "ALSAAudio", "ALSAGate", "ALSASequencer",
      "Commands", "CommandText", "Control", "PatchFiles", "LiveDrummer", "Drummer",
      "Files", "FluidSynthesizer", "Instrument", "JACKClient", "NSM", "OSC", "Surfaces",
      "MIDI", "MusicalTime", "Playback", "RealTime",
      "Rhythm", "Sequencing", "Clock", "Ports", "Shell",
      .product(name: "Logging", package: "swift-log")),
    // Level 7 as well: the page and its server, a client of the control socket.
    library(
      "Remote", "CZlib", "Commands", "CommandText", "ControlSocket", "Files", "Motion",
      "MusicalTime", "OSC",
      "PatchFiles", "QRCodes", "RealTime", "Rhythm", "Shell",
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio"),
      .product(name: "NIOWebSocket", package: "swift-nio")),
    library(
      "GhostnoteTesting", "Shell", "Drummer", "LiveDrummer", "Sequencing", "Clock", "Ports",
      "Commands",
      "CommandText", "Control", "OSC",
      "PatchFiles", "Playback", "Rhythm", "MIDI", "MusicalTime", "RealTime"),
    // The command line of the page's server, which two programs read, and how both refuse numbers.
    library(
      "RemoteArguments", "Commands", "MusicalTime",
      .product(name: "ArgumentParser", package: "swift-argument-parser")),
    // Level 8: parse, wire, run.
    .executableTarget(
      name: "ghostnote",
      dependencies: [
        "ControlSocket", "Daemon", "Instrument", "ALSAGate", "ALSASequencer", "ALSAAudio",
        "JACKClient", "FluidSynthesizer", "Commands", "CommandText", "Control", "PatchFiles",
        "LiveDrummer", "ClockMonitor",
        "Files", "RemoteArguments",
        "Playback", "Sequencing", "MIDIFiles", "HydrogenFiles", "Clock",
        "Ports", "Drummer",
        "DrummerTraining", "DrumSynthesis", "SampleKits", "SoundFonts", "Rhythm", "MIDI",
        "MusicalTime", "RealTime", "Shell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ghostnote-remote",
      dependencies: [
        "Remote", "RemoteArguments", "Commands", "ControlSocket", "Files", "MusicalTime", "QRCodes",
        "RealTime", "Shell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // Ring 1: pure.
    tests("MusicalTimeTests", "MusicalTime"),
    tests("RealTimeTests", "RealTime"),
    .testTarget(
      name: "MotionTests", dependencies: ["Motion", "MusicalTime", "Rhythm"], exclude: ["Traces"],
      swiftSettings: unoptimised),
    tests("FilesTests", "Files"),
    tests("ShellTests", "Shell", "GhostnoteTesting"),
    tests("ControlSocketTests", "ControlSocket", "Commands", "GhostnoteTesting"),
    tests(
      "RemoteTests", "Remote", "CommandText", "Commands", "ControlSocket", "Motion", "MusicalTime",
      "OSC",
      "PatchFiles", "Rhythm", "Shell",
      "GhostnoteTesting", "ghostnote",
      "ghostnote-remote",
      .product(name: "NIOCore", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
      .product(name: "NIOHTTP1", package: "swift-nio")),
    tests(
      "DaemonTests", "Daemon", "ControlSocket", "Commands", "CommandText", "Control",
      "FluidSynthesizer", "Instrument",
      "LiveDrummer", "PatchFiles", "Playback", "Rhythm", "Sequencing", "MusicalTime", "Clock",
      "JACKClient", "Ports", "RealTime", "GhostnoteTesting"),
    tests("RhythmTests", "Rhythm", "MusicalTime", "GhostnoteTesting"),
    tests("MIDITests", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests("SoundFontsTests", "SoundFonts"),
    tests(
      "SampleKitsTests", "SampleKits", "SoundFonts", "FluidSynthesizer", "Rhythm",
      "GhostnoteTesting"),
    tests("OSCTests", "OSC", "GhostnoteTesting"),
    tests("NSMTests", "NSM", "OSC", "GhostnoteTesting"),
    tests("DrumSynthesisTests", "DrumSynthesis"),
    tests("QRCodesTests", "QRCodes"),
    tests("PortsTests", "Ports", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests("ClockTests", "Clock", "Ports", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests("SequencingTests", "Sequencing", "Rhythm", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests(
      "MIDIFilesTests", "MIDIFiles", "Sequencing", "Rhythm", "MIDI", "MusicalTime",
      "GhostnoteTesting"),
    tests(
      "HydrogenFilesTests", "HydrogenFiles", "SampleKits", "SoundFonts", "FluidSynthesizer",
      "PatchFiles", "Commands", "Sequencing", "Rhythm", "MusicalTime", "Shell",
      "GhostnoteTesting"),
    tests(
      "DrummerTests", "Drummer", "CVectors", "MIDI", "Rhythm", "MusicalTime", "GhostnoteTesting"),
    tests(
      "DrummerTrainingTests", "DrummerTraining", "Drummer", "MIDI", "Rhythm", "MusicalTime",
      "GhostnoteTesting"),
    tests(
      "PlaybackTests", "Playback", "Sequencing", "Clock", "Ports", "Rhythm", "MIDI",
      "MusicalTime", "RealTime", "GhostnoteTesting"),
    tests(
      "PatchFilesTests", "PatchFiles", "Commands", "Files", "Shell", "Rhythm", "MusicalTime",
      "GhostnoteTesting"),
    tests(
      "CommandTests", "Commands", "CommandText", "Clock", "MIDI", "MIDIFiles", "Rhythm",
      "MusicalTime", "GhostnoteTesting"),
    tests(
      "ClockMonitorTests", "ClockMonitor", "Clock", "Ports", "MIDI", "MusicalTime",
      "GhostnoteTesting"),
    tests(
      "LiveDrummerTests", "LiveDrummer", "Clock", "Drummer", "Files", "Playback", "Rhythm", "MIDI",
      "MusicalTime", "GhostnoteTesting"),
    tests(
      "ControlTests", "Commands", "CommandText", "Control", "LiveDrummer", "PatchFiles", "Shell",
      "Drummer", "Files",
      "Playback", "MIDIFiles", "Sequencing", "Clock",
      "Ports", "Rhythm", "MIDI", "MusicalTime", "GhostnoteTesting"),
    tests(
      "SurfacesTests", "Surfaces", "CommandText", "Commands", "Control", "Files", "Ports",
      "MusicalTime", "Rhythm", "MIDI", "GhostnoteTesting"),
    tests(
      "FluidSynthesizerTests", "FluidSynthesizer", "Playback", "Rhythm", "MusicalTime",
      "GhostnoteTesting", "CSndFile"),
    tests(
      "InstrumentTests", "Instrument", "FluidSynthesizer", "LiveDrummer", "Drummer", "Playback",
      "MIDIFiles", "Sequencing", "Rhythm", "MIDI", "MusicalTime", "RealTime", "GhostnoteTesting"),
    tests(
      "CommandLineTests", "ghostnote", "Commands", "CommandText", "Control", "ControlSocket", "OSC",
      "PatchFiles", "Drummer", "FluidSynthesizer",
      "Rhythm", "Shell",
      "GhostnoteTesting"),
    // What is pure in the libraries of devices.
    tests(
      "JACKClientTests", "JACKClient", "CJACK", "Clock", "Ports", "MusicalTime", "GhostnoteTesting"),
    tests(
      "DeviceTests", "ALSAGate", "ALSASequencer", "ALSAAudio", "CALSA", "MIDI", "Ports", "RealTime",
      "MusicalTime", "GhostnoteTesting"),
    // Ring 2: a real jackd. Ring 3: a real kernel sequencer.
    tests(
      "JACKTests", "ghostnote", "JACKClient", "ControlSocket", "CJACK", "Commands", "CommandText",
      "Control", "OSC", "Sequencing",
      "Clock", "Ports",
      "Rhythm", "MIDI", "MusicalTime", "Shell", "GhostnoteTesting"),
    tests(
      "ALSATests", "ALSASequencer", "ALSAAudio", "ALSAGate", "CALSA", "Commands", "CommandText",
      "Control", "ClockMonitor",
      "Ports",
      "RealTime", "MIDI", "MusicalTime", "Shell", "GhostnoteTesting"),
  ]
)
