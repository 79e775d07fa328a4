public import Commands
public import Control
public import FluidSynthesizer
import MusicalTime
public import Rhythm
import Synchronization

/// Finds, loads and installs kits for one renderer. Thread-safe. Real-time: no.
public final class KitLibrary: KitPlayer {
  private let rack: Mutex<KitRack>
  private let explicit: Mutex<String?>
  private let loadedKeys = Mutex(KeySet.all)
  private let sampleRate: SampleRate
  private let outputPairs: Int

  /// - Parameters:
  ///   - rack: the controlling half of the renderer's synthesizer.
  ///   - soundFont: the file the command line names; it goes before any that a patch names.
  public init(rack: consuming sending KitRack, soundFont: String?) {
    sampleRate = rack.sampleRate
    outputPairs = rack.outputPairs
    explicit = Mutex(soundFont)
    self.rack = Mutex(rack)
  }

  /// The command line's SoundFont goes first; program 0 is the file's lowest drum kit.
  public func load(
    _ kit: KitDescription, of patch: String? = nil, isAskedFor: Bool = false
  ) throws(CommandError) -> String {
    let loaded: Kit
    do {
      let explicit = isAskedFor ? nil : explicit.withLock { $0 }
      let file = try SoundFontSearch(
        explicit: explicit, fromPatch: kit.soundFont, patchDirectory: patch.map(Self.folder)
      ).find()
      let program = kit.program == 0 ? file.standardProgram : kit.program
      loaded = try Kit(
        file: file, program: program, sampleRate: sampleRate, outputPairs: outputPairs)
    } catch { throw CommandError("\(error)") }
    rack.withLock { rack in
      rack.apply(SoundSettings(kit))
      _ = rack.install(loaded)
    }
    loadedKeys.withLock { $0 = loaded.keys }
    // From now on this is what patches that are loaded later are played with.
    if isAskedFor { explicit.withLock { if $0 != nil { $0 = loaded.file.path } } }
    let name = loaded.file.drumPresets.first { $0.program == loaded.program }?.name ?? ""
    return "\(name) of \(loaded.file.path)"
  }

  /// Heard from the renderer's next block on.
  public func apply(_ kit: KitDescription) {
    rack.withLock { $0.apply(SoundSettings(kit)) }
  }

  /// Frees the kits that neither play nor ring out.
  public func collect() { _ = rack.withLock { $0.collect() } }

  public var keys: KeySet { loadedKeys.withLock { $0 } }

  public var droppedHits: Int { rack.withLock { $0.collect().droppedHits } }

  /// Fades out whatever rings, in 20 ms from the renderer's next block on; for the end.
  public func fadeOut() {
    rack.withLock { rack in
      var settings = rack.settings
      settings.masterLevel = -60
      rack.apply(settings)
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension SoundSettings {
  /// What a patch says of its kit's sound.
  init(_ kit: KitDescription) {
    self.init()
    masterLevel = kit.level
    for drum in Drum.all { self[drum] = kit[drum].sound }
  }
}
