public import Control
public import FluidSynthesizer
import MusicalTime
public import Rhythm
import Synchronization

/// Finds, loads and installs kits for one renderer. Thread-safe. Real-time: no.
public final class KitLibrary: KitPlayer {
  private let rack: Mutex<KitRack>
  private let explicit: String?
  private let sampleRate: SampleRate
  private let outputPairs: Int

  /// - Parameters:
  ///   - rack: the controlling half of the renderer's synthesizer.
  ///   - soundFont: the file the command line names; it goes before any that a patch names.
  public init(rack: consuming sending KitRack, soundFont: String?) {
    sampleRate = rack.sampleRate
    outputPairs = rack.outputPairs
    explicit = soundFont
    self.rack = Mutex(rack)
  }

  /// The command line's SoundFont goes first; program 0 is the file's lowest drum kit.
  public func load(_ kit: KitDescription) throws(CommandError) -> String {
    let loaded: Kit
    do {
      let file = try SoundFontSearch(explicit: explicit, fromPatch: kit.soundFont).find()
      let program = kit.program == 0 ? file.standardProgram : kit.program
      loaded = try Kit(
        file: file, program: program, sampleRate: sampleRate, outputPairs: outputPairs)
    } catch { throw CommandError("\(error)") }
    rack.withLock { rack in
      rack.apply(SoundSettings(kit))
      _ = rack.install(loaded)
    }
    let name = loaded.file.drumPresets.first { $0.program == loaded.program }?.name ?? ""
    return "\(name) of \(loaded.file.path)"
  }

  /// Heard from the renderer's next block on.
  public func apply(_ kit: KitDescription) {
    rack.withLock { $0.apply(SoundSettings(kit)) }
  }

  /// Frees the kits that neither play nor ring out.
  public func collect() { _ = rack.withLock { $0.collect() } }

  /// How the renderer did at the end of its last block.
  public var status: KitRack.Status { rack.withLock { $0.collect() } }
}

extension SoundSettings {
  /// What a patch says of its kit's sound.
  init(_ kit: KitDescription) {
    self.init()
    masterLevel = kit.level
    for drum in Drum.all { self[drum] = kit[drum].sound }
  }
}
