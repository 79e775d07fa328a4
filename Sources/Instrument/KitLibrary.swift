public import FluidSynthesizer
import MusicalTime
public import Rhythm
import Synchronization

/// Finds, loads and installs kits for one renderer. Thread-safe. Real-time: no.
public final class KitLibrary: KitPlayer {
  private let rack: Mutex<KitRack>
  private let explicit: String?
  /// The SoundFonts that were asked for by command, as patches name them.
  private let asked = Mutex<Set<String>>([])
  private let loadedKeys = Mutex(KeySet.all)
  private let loadedSeparates = Mutex(false)
  private let wanted: Mutex<Polyphony>
  private let sampleRate: SampleRate
  private let outputPairs: Int

  /// - Parameters:
  ///   - rack: the control half of the renderer's synthesizer.
  ///   - soundFont: the file named on the command line; it takes precedence over the patch's.
  ///   - polyphony: an affordable one is measured with the first kit and kept for the others, which
  ///     are loaded while music plays.
  public init(
    rack: consuming sending KitRack, soundFont: String?, polyphony: Polyphony = .voices(256)
  ) {
    wanted = Mutex(polyphony)
    sampleRate = rack.sampleRate
    outputPairs = rack.outputPairs
    explicit = soundFont
    self.rack = Mutex(rack)
  }

  /// The command line's SoundFont takes precedence; program 0 selects the file's lowest drum kit, and so does a
  /// patch's that is missing in the command line's SoundFont.
  public func load(
    _ kit: KitDescription, of patch: String? = nil, as request: KitRequest = .ifChanged
  ) throws(KitPlayerError) -> String {
    let loaded: Kit
    do {
      let choice = try choice(for: kit, of: patch, request)
      let search = SoundFontSearch(patchDirectory: patch.map(Self.folder))
      var sources: [Drum: KitSource] = [:]
      for (drum, source) in kit.sources {
        sources[drum] = try KitSource(source, for: drum, in: search)
      }
      loaded = try Kit(
        file: choice.file, bank: choice.bank, program: choice.program, keyMap: choice.keyMap,
        sources: sources, sampleRate: sampleRate, outputPairs: outputPairs,
        polyphony: wanted.withLock { $0 }, separatesDrums: kit.hasEffects)
      wanted.withLock { $0 = .voices(loaded.polyphony) }
    } catch { throw KitPlayerError("\(error)") }
    rack.withLock { rack in
      rack.apply(SoundSettings(kit))
      _ = rack.install(loaded, keepingProgram: request == .ifChanged)
    }
    loadedKeys.withLock { $0 = loaded.keys }
    loadedSeparates.withLock { $0 = loaded.separatesDrums }
    if request == .named, let named = kit.soundFont { asked.withLock { _ = $0.insert(named) } }
    let name = loaded.file.presets.first {
      $0.bank == loaded.bank && $0.program == loaded.program
    }?.name
    let silent = loaded.silentDrums.map(\.name).joined(separator: " ")
    let isUsual = kit.bank == 128 && kit.keyMap == .generalMIDI || silent.isEmpty
    return "\(name ?? "") of \(loaded.file.path)" + (isUsual ? "" : ", without \(silent)")
  }

  /// The command line's SoundFont where it plays in place of the patch's: not where that was asked for by
  /// command. So `undo` brings it back.
  public func replacement(for kit: KitDescription) -> String? {
    guard let named = kit.soundFont, asked.withLock({ $0.contains(named) }) else { return explicit }
    return nil
  }

  /// Takes effect from the renderer's next block on.
  public func apply(_ kit: KitDescription) {
    rack.withLock { $0.apply(SoundSettings(kit)) }
  }

  /// Frees the kits that neither play nor ring out.
  public func collect() { _ = rack.withLock { $0.collect() } }

  /// The keys with sounds in the loaded kit.
  public var keys: KeySet { loadedKeys.withLock { $0 } }

  /// Whether drums of the loaded kit can have effects of their own.
  public var separatesDrums: Bool { loadedSeparates.withLock { $0 } }

  /// The voices that the loaded kit sounds at once at most.
  public var polyphony: Int { wanted.withLock { $0.prepared } }

  /// Hits dropped since the start because too many came at once.
  public var droppedHits: Int { rack.withLock { $0.collect().droppedHits } }

  /// Whether the delay has echoes left: between two of them it is silent.
  public var isEchoing: Bool { rack.withLock { $0.collect().isEchoing } }

  /// Fades out all sound in 20 ms from the renderer's next block on; used before exit.
  public func fadeOut() {
    rack.withLock { rack in
      var settings = rack.settings
      settings.masterLevel = DrumSound.silence
      rack.apply(settings)
    }
  }

  /// The SoundFont that the patch at `patch` calls `name`, with drums or without.
  public static func font(
    _ name: String, of patch: String
  ) throws(SoundFontError) -> SoundFontFile {
    try SoundFontSearch(fromPatch: name, patchDirectory: folder(of: patch)).find(anyPresets: true)
  }

  /// What is loaded of a SoundFont.
  private struct Choice {
    let file: SoundFontFile
    let bank: UInt16
    /// Nil is the lowest of the bank.
    let program: UInt8?
    let keyMap: KeyMap
  }

  /// What plays `kit`. A bank and a key map are of the patch's own SoundFont only, and so is a program that
  /// another one lacks, unless it was asked for.
  private func choice(
    for kit: KitDescription, of patch: String?, _ request: KitRequest
  ) throws(SoundFontError) -> Choice {
    let explicit = request == .named ? nil : replacement(for: kit)
    let file = try SoundFontSearch(
      explicit: explicit, fromPatch: kit.soundFont, patchDirectory: patch.map(Self.folder)
    ).find(anyPresets: kit.bank != 128)
    let isReplaced = explicit != nil && !Self.isOwn(file, of: kit, patch)
    let bank = isReplaced && !file.drumPresets.isEmpty ? 128 : kit.bank
    let isThere = file.presets.contains { $0.bank == bank && $0.program == kit.program }
    let isLowest =
      bank == 128 && kit.program == 0 || isReplaced && !isThere && request == .ifChanged
    return Choice(
      file: file, bank: bank, program: isLowest ? nil : kit.program,
      keyMap: isReplaced ? .generalMIDI : kit.keyMap)
  }

  /// Whether it is the SoundFont that the patch plays by itself.
  private static func isOwn(
    _ file: SoundFontFile, of kit: KitDescription, _ patch: String?
  ) -> Bool {
    let own = SoundFontSearch(fromPatch: kit.soundFont, patchDirectory: patch.map(folder))
    return (try? own.find(anyPresets: true))?.path == file.path
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension SoundSettings {
  /// Converts a patch's kit settings.
  init(_ kit: KitDescription) {
    self.init()
    masterLevel = kit.level
    effects = kit.effects
    for drum in Drum.all { self[drum] = kit[drum].sound }
  }
}
