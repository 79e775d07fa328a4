import FluidSynthesizer
public import MusicalTime
import Playback
public import Rhythm
import Sequencing

/// Renders single strokes of a kit, each as the instrument would sound it by itself.
///
/// For one thread at a time. Real-time: no.
public struct OneShots: ~Copyable {
  private static let blockFrames = 256
  /// A stroke ends below this peak (−72 dB), and after four seconds in any case.
  private static let silence: Float = 2.5e-4
  private static let longest = 4
  /// The end of one that was cut off is faded over this many frames.
  private static let fade = 2_400

  private let instrument: Instrument
  private var control: EngineControl
  private let kits: KitLibrary
  private let buffers: BlockBuffers
  private let sampleRate: SampleRate
  private var position = Frame(index: 0)

  /// Loads the kit of `patch`, read from `file`, unless `soundFont` names another; drums echo at the tempo of
  /// `patch`.
  public init(
    _ patch: Patch, file: String?, soundFont: String?, sampleRate: SampleRate = .standard
  ) throws(RenderingError) {
    self.sampleRate = sampleRate
    var configuration = EngineConfiguration()
    configuration.sampleRate = sampleRate
    // Echoes are in tempo.
    configuration.tempo = patch.tempo
    let engine = Engine(configuration, program: Program(patch))
    let synthesizer = DrumSynthesizer(sampleRate: sampleRate)
    kits = KitLibrary(rack: synthesizer.rack, soundFont: soundFont)
    instrument = Instrument(
      engine: engine.audio, renderer: synthesizer.renderer, outputs: 2, sampleRate: sampleRate)
    control = engine.control
    buffers = BlockBuffers(count: 2, frames: Self.blockFrames)
    let kits = kits
    _ = try RenderingError.wrapping { try kits.load(patch.kit, of: file) }
    buffers.connect(to: instrument.audio)
    instrument.audio.giveTurn(to: .paced) {}
    process()
  }

  /// One stroke until it has rung out: left and right in turn, −1 to 1.
  public mutating func render(_ drum: Drum, _ velocity: Velocity) -> [Float] {
    _ = control.send(.hit(drum, velocity))
    var samples: [Float] = []
    var quiet = 0
    let most = Self.longest * Int(sampleRate.hertz)
    while samples.count < 2 * most, quiet < Int(sampleRate.hertz) / 10 || kits.isEchoing {
      process()
      unsafe append(buffers.channels(frames: Self.blockFrames), to: &samples)
      let isQuiet = buffers.peak(frames: Self.blockFrames) < Self.silence
      quiet = isQuiet ? quiet + Self.blockFrames : 0
    }
    if quiet == 0 { Self.fadeOut(&samples) }
    // What still sounds is not to be heard in the next.
    _ = control.send(.panic)
    settle()
    return samples
  }

  /// Waits for the end of what rings, reverberation included.
  private mutating func settle() {
    for block in 0..<2_000 {
      process()
      let isQuiet = buffers.peak(frames: Self.blockFrames) < Self.silence / 100
      if block > 16, isQuiet, !kits.isEchoing { return }
    }
  }

  private func append(_ channels: [UnsafeBufferPointer<Float>], to samples: inout [Float]) {
    for index in 0..<Self.blockFrames {
      unsafe samples.append(channels[0][index])
      unsafe samples.append(channels[1][index])
    }
  }

  private static func fadeOut(_ samples: inout [Float]) {
    let frames = min(fade, samples.count / 2)
    for index in 0..<frames {
      let gain = Float(index) / Float(frames)
      samples[samples.count - 1 - 2 * index] *= gain
      samples[samples.count - 2 - 2 * index] *= gain
    }
  }

  private mutating func process() {
    let now = HostTime(nanoseconds: 0).advanced(by: sampleRate.duration(frames: position.index))
    instrument.audio.process(BlockTime(frames: Self.blockFrames, began: now, heard: now))
    position = position.advanced(by: Int64(Self.blockFrames))
  }
}
