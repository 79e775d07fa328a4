import Clock
import FluidSynthesizer
public import LiveDrummer
public import MusicalTime
import Playback
public import Rhythm
public import Sequencing

/// Plays a patch offline, block by block, with the same engine and synthesizer as live; the result
/// is bit-identical every time.
public struct Rendering: ~Copyable {
  private static let blockFrames = 256
  /// The peak below which the ring-out ends (−96 dB); it also ends after 20 s.
  private static let silence: Float = 1.6e-5

  private let instrument: Instrument
  private var control: EngineControl
  private let kits: KitLibrary
  private let buffers: BlockBuffers
  private let seat: LiveDrummer
  private let sampleRate: SampleRate
  /// The tempo from each of these beats on.
  private let tempi: [(beat: Beats, tempo: Tempo)]
  private let length: Beats
  private var position = Frame(index: 0)
  /// A description of the loaded kit.
  public let kitName: String
  /// The keys that the kit has sounds on.
  public var kitKeys: KeySet { kits.keys }

  /// Prepares `bars` bars of `patch`, read from `file`; with `separateOutputs`, one pair of
  /// channels per drum. `loadDrummer` loads the drummer model if the patch uses one.
  public init(
    _ patch: Patch, bars: Int, sampleRate: SampleRate, soundFont: String?,
    separateOutputs: Bool = false, file: String? = nil,
    loadDrummer: @escaping @Sendable () throws(DrummerError) -> LoadedDrummer =
      Rendering.withoutDrummer
  ) throws(RenderingError) {
    try patch.checkDrummer()
    let found = try RenderingError.wrapping { () throws(DrummerError) in
      patch.playsSections || patch.humanising == nil ? nil : try loadDrummer()
    }
    let program = try RenderingError.wrapping { () throws(DrummerError) in
      try found?.program(of: patch)
    }
    let length = patch.pattern.bar.length * Int64(bars)
    try self.init(
      program ?? Program(patch), length: length,
      tempi: patch.playsSections ? patch.songForm.tempos(until: length) : [(.zero, patch.tempo)],
      kit: patch.kit,
      sampleRate: sampleRate, soundFont: soundFont,
      separateOutputs: separateOutputs, file: file, drummer: patch.drummer
    ) { () throws(DrummerError) in if let found { found } else { try loadDrummer() } }
  }

  /// Prepares the whole song of `patch`, played once; the other arguments are as above.
  public init(
    songOf patch: Patch, sampleRate: SampleRate, soundFont: String?,
    separateOutputs: Bool = false, file: String? = nil,
    loadDrummer: @escaping @Sendable () throws(DrummerError) -> LoadedDrummer =
      Rendering.withoutDrummer
  ) throws(RenderingError) {
    try patch.checkDrummer()
    let played = try patch.playingSongOnce()
    let form = played.songForm
    try self.init(
      Program(played), length: form.length, tempi: form.tempos, kit: played.kit,
      sampleRate: sampleRate, soundFont: soundFont, separateOutputs: separateOutputs, file: file,
      drummer: played.drummer, loadDrummer: loadDrummer)
  }

  /// Prepares `length` of `program` with the kit described by `file`, and a drummer if it plays.
  public init(
    _ program: Program, length: Beats, tempi: [(beat: Beats, tempo: Tempo)],
    kit: KitDescription = KitDescription(),
    sampleRate: SampleRate, soundFont: String?, separateOutputs: Bool = false, file: String? = nil,
    drummer: DrummerSettings = DrummerSettings(),
    loadDrummer: @escaping @Sendable () throws(DrummerError) -> LoadedDrummer =
      Rendering.withoutDrummer
  ) throws(RenderingError) {
    self.sampleRate = sampleRate
    self.tempi = tempi
    self.length = length
    var configuration = EngineConfiguration()
    configuration.sampleRate = sampleRate
    configuration.tempo = tempi.first?.tempo ?? .standard
    let engine = Engine(configuration, program: program)
    let synthesizer = DrumSynthesizer(
      sampleRate: sampleRate, outputPairs: separateOutputs ? 26 : 1)
    let outputs = separateOutputs ? 52 : 2
    kits = KitLibrary(rack: synthesizer.rack, soundFont: soundFont)
    instrument = Instrument(
      engine: engine.audio, renderer: synthesizer.renderer, outputs: outputs)
    control = engine.control
    seat = LiveDrummer(settings: drummer, engine: engine.drummer, loadDrummer: loadDrummer)
    buffers = BlockBuffers(count: outputs, frames: Self.blockFrames)
    let (seat, kits) = (self.seat, self.kits)
    try RenderingError.wrapping { try seat.check(drummer) }
    kitName = try RenderingError.wrapping { try kits.load(kit, of: file) }
    buffers.connect(to: instrument.audio)
    instrument.audio.giveTurn(to: .paced) {}
  }

  /// Plays the bars and, with `ringsOut`, the remaining sound; passes each block's channels on,
  /// which are only valid during the call.
  ///
  /// The first frame is the downbeat.
  public mutating func run(
    ringsOut: Bool, _ receive: ([UnsafeBufferPointer<Float>]) throws(FileError) -> Void
  ) throws(FileError) {
    _ = control.send(.play)
    // Skips the silence between Start and the downbeat.
    process(Int(Transport.preRollFrames(at: sampleRate)))
    let end = frame(at: length).index
    var done: Int64 = 0
    while done < end {
      let frames = Int(min(Int64(Self.blockFrames), end - done))
      process(frames)
      try unsafe receive(buffers.channels(frames: frames))
      done += Int64(frames)
    }
    guard ringsOut else { return }
    _ = control.send(.stop)
    var quiet = 0
    let limit = end + sampleRate.hertz * 20
    while done < limit, quiet < Int(sampleRate.hertz) / 5 || kits.isEchoing {
      process(Self.blockFrames)
      try unsafe receive(buffers.channels(frames: Self.blockFrames))
      done += Int64(Self.blockFrames)
      quiet = buffers.peak(frames: Self.blockFrames) < Self.silence ? quiet + Self.blockFrames : 0
    }
  }

  /// The frame at which a beat is heard, counted from the downbeat.
  private func frame(at beat: Beats) -> Frame {
    var line = Timeline(
      tempo: tempi.first?.tempo ?? .standard, sampleRate: sampleRate, beatOrigin: .zero,
      frameOrigin: Frame(index: 0))
    for change in tempi where change.beat < beat {
      line = line.bent(to: change.tempo, at: line.frame(at: change.beat))
    }
    return line.frame(at: beat)
  }

  /// For patches that ask for no drummer.
  public static let withoutDrummer: @Sendable () throws(DrummerError) -> LoadedDrummer = {
    () throws(DrummerError) in throw DrummerError("no drummer available")
  }

  private mutating func process(_ frames: Int) {
    seat.catchUp()
    let now = HostTime(nanoseconds: 0)
      .advanced(by: sampleRate.duration(frames: position.index))
    instrument.audio.process(BlockTime(frames: frames, began: now, heard: now))
    position = position.advanced(by: Int64(frames))
  }
}

extension Patch {
  /// Throws where its drummer is on and cannot play along: live, it is silent.
  public func checkDrummer() throws(RenderingError) {
    if drummer.isOn, let obstacle = drummerObstacle { throw RenderingError(obstacle) }
  }

  /// The same playing its song, once; throws where there is none.
  public func playingSongOnce() throws(RenderingError) -> Patch {
    guard !song.sections.isEmpty else {
      throw RenderingError("the patch has no song: `song add` adds patterns to it")
    }
    var once = song
    once.loops = false
    var played = self
    played.playsSong = true
    do throws(PatchRuleError) { try played.setSong(once) } catch {
      throw RenderingError(error.description)
    }
    return played
  }
}
