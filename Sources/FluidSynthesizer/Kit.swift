internal import CFluidSynth
public import MusicalTime
internal import RealTime
public import Rhythm
internal import Synchronization

/// A loaded SoundFont's drums. Real-time: no; created and freed off the audio thread.
public final class Kit: Sendable {
  /// Frames a second that a kit can be rendered at; FluidSynth takes no more.
  public static let rates = 8_000...96_000

  /// The file it was loaded from.
  public let file: SoundFontFile
  /// The bank of its drum presets; 128 for most SoundFonts.
  public let bank: UInt16
  /// The keys that its drums are on.
  public let keyMap: KeyMap
  /// The drum preset it starts with, 0 to 127.
  public let program: UInt8
  /// The sample rate at which it renders.
  public let sampleRate: SampleRate
  /// 1 for stereo, 26 for one pair per drum.
  public let outputPairs: Int

  /// The keys that it starts with sounds on.
  public var keys: KeySet {
    file.presets.first { $0.bank == bank && $0.program == program }?.keys ?? KeySet()
  }

  /// The drums that have no sound.
  public var silentDrums: [Drum] {
    let keys = keys
    return Drum.all.filter { sources[$0] == nil && !keys.contains(keyMap[$0]) }
  }

  /// The voices that sound at once at most.
  public let polyphony: Int

  /// Whether drums are rendered apart, so that they can be filtered and sent to effects.
  public let separatesDrums: Bool

  /// Drums that sound from other SoundFonts.
  public let sources: [Drum: KitSource]

  /// Whether it starts with the same preset of the same file.
  func startsLike(_ other: Kit) -> Bool {
    file == other.file && bank == other.bank && program == other.program
  }

  let voices: Owned<KitVoices>
  /// Only one audio thread may ever play it.
  let isInstalled = Atomic(false)

  /// Loads `file` into a new synthesizer, which takes as long as reading the file. Without a
  /// program, the file's first; filters and sends take effect only where drums are separated, which costs
  /// a little.
  public init(
    file: SoundFontFile, bank: UInt16 = 128, program: UInt8? = nil, keyMap: KeyMap = .generalMIDI,
    sources: [Drum: KitSource] = [:], sampleRate: SampleRate, outputPairs: Int = 1,
    polyphony: Polyphony = .voices(256),
    separatesDrums: Bool = false
  ) throws(KitError) {
    guard sampleRate.hertz <= Self.rates.upperBound else { throw .tooFast(sampleRate) }
    let programs = file.presets.filter { $0.bank == bank }.map(\.program)
    let program = program ?? programs.min() ?? 0
    guard programs.contains(program) else {
      throw .noSuchProgram(program, bank: bank, in: file)
    }
    let pairs = outputPairs == 1 ? 1 : 26
    self.file = file
    self.sources = sources
    self.bank = bank
    self.keyMap = keyMap
    self.program = program
    self.sampleRate = sampleRate
    self.outputPairs = pairs
    self.separatesDrums = separatesDrums
    do throws(FluidError) {
      func voices(_ count: Int) throws(FluidError) -> Owned<KitVoices> {
        try Self.voices(
          file, bank: bank, program: program, keyMap: keyMap, sources: sources,
          sampleRate: sampleRate, outputPairs: pairs, polyphony: count,
          groups: separatesDrums ? .apart : pairs == 1 ? .mix : .drums)
      }
      var count = polyphony.prepared
      if polyphony == .affordable {
        // Measured on a synthesizer of its own: voices that have sounded start a little otherwise.
        let tried = try voices(count)
        count = withExtendedLifetime(tried) {
          Polyphony.affordable(
            at: unsafe tried.shared.address.pointee.costOfVoice(at: sampleRate))
        }
      }
      self.polyphony = count
      self.voices = try voices(count)
    } catch {
      throw .refused(file, error)
    }
  }

  private static func voices(
    _ file: SoundFontFile, bank: UInt16, program: UInt8, keyMap: KeyMap,
    sources: [Drum: KitSource], sampleRate: SampleRate, outputPairs: Int, polyphony: Int,
    groups: OutputGroups
  ) throws(FluidError) -> Owned<KitVoices> {
    let synth = try FluidHandle(sampleRate: sampleRate, groups: groups, polyphony: polyphony)
    let font = try synth.load(file.path)
    try synth.selectDrums(font: font, bank: bank, program: program)
    var fonts = [file.path: font]
    for (drum, source) in sources.sorted(by: { $0.key < $1.key }) {
      var other = fonts[source.file.path]
      if other == nil { other = try synth.load(source.file.path) }
      guard let other else { continue }
      fonts[source.file.path] = other
      try synth.select(source.preset, of: other, for: drum)
    }
    let voices = Owned(
      KitVoices(
        synth: synth,
        program: ProgramSelection(
          font: font, bank: bank, program: program,
          programs: ProgramSet(file.presets.filter { $0.bank == bank }.map(\.program)),
          foreign: DrumSet(Array(sources.keys))),
        sampleRate: sampleRate, outputPairs: outputPairs, keys: keyMap,
        foreign: sources.mapValues(\.key)))
    unsafe voices.shared.address.pointee.warmUp()
    return voices
  }
}

/// Why a kit could not be loaded.
public enum KitError: Error, CustomStringConvertible {
  /// The SoundFont has no such preset.
  case noSuchProgram(UInt8, bank: UInt16, in: SoundFontFile)
  /// FluidSynth rejected a file that looks valid.
  case refused(SoundFontFile, FluidError)
  /// The sample rate is higher than FluidSynth supports.
  case tooFast(SampleRate)

  /// One sentence: what, where, and what to do.
  public var description: String {
    switch self {
    case .noSuchProgram(let program, 128, let file) where !file.drumPresets.isEmpty:
      let present = file.drumPresets.map { "\($0.program) \($0.name)" }.joined(separator: ", ")
      return "\(file.path): no drum kit \(program), counted from 0; it has \(present)"
    case .noSuchProgram(let program, let bank, let file):
      let present = file.presets.prefix(8).map { "\($0.bank):\($0.program) \($0.name)" }
      return "\(file.path): no preset \(bank):\(program); it has "
        + present.joined(separator: ", ") + (file.presets.count > 8 ? " and more" : "")
    case .refused(let file, let error):
      return "\(file.path): \(error); try another SoundFont"
    case .tooFast(let rate):
      let most = Kit.rates.upperBound
      return "FluidSynth supports at most \(most) Hz, not \(rate.hertz): lower the sample rate"
    }
  }
}
