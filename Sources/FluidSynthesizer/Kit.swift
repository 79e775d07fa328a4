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
  /// The drum preset it starts with, 0 to 127.
  public let program: UInt8
  /// The sample rate at which it renders.
  public let sampleRate: SampleRate
  /// 1 for stereo, 26 for one pair per drum.
  public let outputPairs: Int

  /// The keys that it starts with sounds on.
  public var keys: KeySet {
    file.drumPresets.first { $0.program == program }?.keys ?? KeySet()
  }

  /// The voices that sound at once at most.
  public let polyphony: Int

  /// Drums that sound from other SoundFonts.
  public let sources: [Drum: KitSource]

  let voices: Owned<KitVoices>
  /// Only one audio thread may ever play it.
  let isInstalled = Atomic(false)

  /// Loads `file` into a new synthesizer, which takes as long as reading the file. Without a
  /// program, the file's first.
  public init(
    file: SoundFontFile, program: UInt8? = nil, sources: [Drum: KitSource] = [:],
    sampleRate: SampleRate, outputPairs: Int = 1, polyphony: Polyphony = .voices(256)
  ) throws(KitError) {
    guard sampleRate.hertz <= Self.rates.upperBound else { throw .tooFast(sampleRate) }
    let program = program ?? file.standardProgram
    guard file.drumPresets.contains(where: { $0.program == program }) else {
      throw .noSuchProgram(program, in: file)
    }
    let pairs = outputPairs == 1 ? 1 : 26
    self.file = file
    self.sources = sources
    self.program = program
    self.sampleRate = sampleRate
    self.outputPairs = pairs
    do throws(FluidError) {
      func voices(_ count: Int) throws(FluidError) -> Owned<KitVoices> {
        try Self.voices(
          file, program: program, sources: sources, sampleRate: sampleRate, outputPairs: pairs,
          polyphony: count)
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
    _ file: SoundFontFile, program: UInt8, sources: [Drum: KitSource], sampleRate: SampleRate,
    outputPairs: Int, polyphony: Int
  ) throws(FluidError) -> Owned<KitVoices> {
    let synth = try FluidHandle(
      sampleRate: sampleRate, outputPairs: outputPairs, polyphony: polyphony)
    let font = try synth.load(file.path)
    try synth.selectDrums(font: font, program: program)
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
        synth: synth, font: font, program: program,
        programs: ProgramSet(file.drumPresets.map(\.program)),
        sampleRate: sampleRate, outputPairs: outputPairs, keys: sources.mapValues(\.key)))
    unsafe voices.shared.address.pointee.warmUp()
    return voices
  }
}

/// Why a kit could not be loaded.
public enum KitError: Error, CustomStringConvertible {
  /// The SoundFont has no such drum preset.
  case noSuchProgram(UInt8, in: SoundFontFile)
  /// FluidSynth rejected a file that looks valid.
  case refused(SoundFontFile, FluidError)
  /// The sample rate is higher than FluidSynth supports.
  case tooFast(SampleRate)

  /// One sentence: what, where, and what to do.
  public var description: String {
    switch self {
    case .noSuchProgram(let program, let file):
      let present = file.drumPresets.map { "\($0.program) \($0.name)" }.joined(separator: ", ")
      return "\(file.path): no drum kit \(program); it has \(present)"
    case .refused(let file, let error):
      return "\(file.path): \(error); try another SoundFont"
    case .tooFast(let rate):
      return "FluidSynth supports at most 96000 Hz, not \(rate.hertz): lower the sample rate"
    }
  }
}

/// The programs of a SoundFont's bank 128, as a bit mask.
struct ProgramSet: BitwiseCopyable {
  private var bits: UInt128 = 0

  init(_ programs: [UInt8]) {
    for program in programs where program < 128 { bits |= 1 << UInt128(program) }
  }

  @_noLocks func contains(_ program: UInt8) -> Bool {
    program < 128 && (bits &>> UInt128(truncatingIfNeeded: program)) & 1 != 0
  }
}
