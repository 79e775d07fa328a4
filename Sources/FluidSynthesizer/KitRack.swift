public import MusicalTime
internal import RealTime
internal import Synchronization

/// The audio thread's report after each block. Real-time: yes.
struct RenderReport: BitwiseCopyable {
  var activeVoices = 0
  var droppedHits = 0
  /// Whether the delay has echoes left.
  var isEchoing = false
  /// The number of the current kit; 0 is none.
  var current = 0
  /// The numbers of the kits that still ring out; 0 is none.
  var tails = InlineArray<3, Int>(repeating: 0)

  @_noLocks init() {}

  func isRinging(_ number: Int) -> Bool { (0..<3).contains { tails[$0] == number } }
}

/// A kit on its way to the audio thread.
@safe struct KitOffer: BitwiseCopyable {
  /// Counts up from 1; 0 is none.
  var number = 0
  var voices: UnsafeMutablePointer<KitVoices>?
  /// The number of the first kit whose selected program this one takes over. It may be an earlier one than the last:
  /// the audio thread takes only the latest offer.
  var programSince = 0
}

/// Keeps alive every kit that the audio thread may still access.
final class LiveKits: Sendable {
  let kits = Mutex<[(number: Int, kit: Kit)]>([])
}

/// Both halves of the drum synthesizer: move each to its thread.
@frozen public struct DrumSynthesizer: ~Copyable {
  /// For the control thread.
  public let rack: KitRack
  /// For the audio thread.
  public let renderer: Renderer

  /// Silent until a kit is installed; `outputPairs` is 1 for stereo or 26 for one pair per drum.
  public init(sampleRate: SampleRate, outputPairs: Int = 1) {
    let pairs = outputPairs == 1 ? 1 : 26
    let live = LiveKits()
    let offers = LatestValue(KitOffer())
    let settings = LatestValue(SoundSettings())
    let reports = LatestValue(RenderReport())
    rack = KitRack(
      live: live, sampleRate: sampleRate, outputPairs: pairs, offers: offers.writer,
      settings: settings.writer, reports: reports.reader)
    renderer = Renderer(
      live: live, sampleRate: sampleRate, outputPairs: pairs, offers: offers.reader,
      settings: settings.reader, reports: reports.writer)
  }
}

/// The control half: passes kits and settings to the audio thread and frees unused kits. Real-time:
/// no.
public struct KitRack: ~Copyable, Sendable {
  /// The sample rate a kit must have.
  public let sampleRate: SampleRate
  /// The number of output pairs a kit must have: 1 for stereo, 26 for one pair per drum.
  public let outputPairs: Int
  /// The settings sent to the audio thread last.
  public private(set) var settings = SoundSettings()

  private let live: LiveKits
  private var offers: LatestWriter<KitOffer>
  private var settingsWriter: LatestWriter<SoundSettings>
  private var reports: LatestReader<RenderReport>
  private var count = 0
  /// As in `KitOffer`.
  private var programSince = 0

  init(
    live: LiveKits, sampleRate: SampleRate, outputPairs: Int,
    offers: consuming LatestWriter<KitOffer>, settings: consuming LatestWriter<SoundSettings>,
    reports: consuming LatestReader<RenderReport>
  ) {
    self.live = live
    self.sampleRate = sampleRate
    self.outputPairs = outputPairs
    self.offers = offers
    settingsWriter = settings
    self.reports = reports
  }

  /// Makes `kit` the current one from the next block on, while the old kit rings out; a kit can be
  /// installed only once.
  ///
  /// With `keepingProgram`, a program that was selected since plays on, where the kit starts with the same preset
  /// of the same file as the one installed before.
  ///
  /// Returns false, and changes nothing, if the kit has another sample rate or number of outputs,
  /// or is already installed here or elsewhere.
  @discardableResult public mutating func install(
    _ kit: Kit, keepingProgram: Bool = false
  ) -> Bool {
    guard kit.sampleRate == sampleRate, kit.outputPairs == outputPairs,
      !kit.isInstalled.exchange(true, ordering: .relaxed)
    else { return false }
    count += 1
    let number = count
    let former = live.kits.withLock { kits in
      defer { kits.append((number, kit)) }
      return kits.first { $0.number == number - 1 }?.kit
    }
    if !keepingProgram || former.map(kit.startsLike) != true { programSince = number }
    let voices = unsafe kit.voices.shared.address
    unsafe voices.pointee.apply(settings)
    unsafe offers.publish(
      KitOffer(number: number, voices: voices, programSince: programSince))
    collect()
    return true
  }

  /// Sends levels, pans, tunings, decays and routing to the audio thread, clamped to their ranges.
  public mutating func apply(_ settings: SoundSettings) {
    self.settings = settings.clamped
    settingsWriter.publish(self.settings)
  }

  /// Frees the kits that have rung out, and returns the audio thread's status; call it regularly.
  @discardableResult public mutating func collect() -> Status {
    let report = reports.latest()
    let (gone, left) = live.kits.withLock { kits in
      let split = kits.partition { $0.number < report.current && !report.isRinging($0.number) }
      let gone = Array(kits[split...])
      kits.removeSubrange(split...)
      return (gone, kits.count)
    }
    // Released here, outside the lock: freeing a SoundFont takes a while.
    _ = consume gone
    return Status(
      activeVoices: report.activeVoices, droppedHits: report.droppedHits,
      isEchoing: report.isEchoing,
      kitCount: left)
  }

  /// The status of the audio thread at the end of its last block.
  public struct Status: Sendable, Hashable {
    /// FluidSynth's active voices, over all kits.
    public let activeVoices: Int
    /// Hits dropped since the start because too many came at once.
    public let droppedHits: Int
    /// Whether the delay has echoes left: between two of them it is silent.
    public let isEchoing: Bool
    /// Kits in memory: the current one, and those that ring out or wait.
    public let kitCount: Int
  }
}
