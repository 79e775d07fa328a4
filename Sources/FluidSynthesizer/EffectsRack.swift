internal import MusicalTime
internal import Rhythm

/// The effects that drums are sent to, and the master level. Real-time: yes.
struct EffectsRack: ~Copyable {
  private var reverb: Reverb
  private var delay: TempoDelay
  private var master: MasterLevel
  private let sampleRate: SampleRate
  /// What is sent to the effects in 64 frames.
  let bus = SendBuffers()

  /// Real-time: no.
  init(sampleRate: SampleRate) {
    reverb = Reverb(sampleRate: sampleRate)
    delay = TempoDelay(sampleRate: sampleRate)
    master = MasterLevel(sampleRate: sampleRate)
    self.sampleRate = sampleRate
  }

  deinit { bus.deallocate() }

  /// Whether the delay has echoes left.
  var isEchoing: Bool { @_noLocks get { delay.isSounding } }

  /// Takes the settings and the tempo of the next block.
  @_noLocks mutating func apply(_ settings: borrowing SoundSettings, at tempo: Tempo) {
    reverb.setDecay(settings.effects.reverbDecay)
    delay.set(
      settings.effects,
      framesPerBeat: Double(sampleRate.hertz) * 60_000_000 / Double(max(1, tempo.microbpm)))
    master.decibels = settings.masterLevel
  }

  /// Sends all pairs to the reverb by a share of 0 to 1.
  @_noLocks mutating func feedReverb(_ share: Float) { reverb.feed(share) }

  /// Ends reverb and echoes within 256 frames.
  @_noLocks mutating func silence() {
    reverb.silence()
    delay.silence()
  }

  /// Adds the reverb of all pairs to the first, where no drum is sent to effects.
  @_noLocks mutating func process(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, pairs: Int, from start: Int, to end: Int
  ) {
    unsafe reverb.process(outputs, pairs: pairs, from: start, to: end)
  }

  /// Adds reverb and echoes to the first pair: those of the pairs, and of what is on the bus, which
  /// begins at frame `start`.
  @_noLocks mutating func processBus(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, pairs: Int, from start: Int, to end: Int
  ) {
    unsafe reverb.process(outputs, pairs: pairs, from: start, to: end, sent: bus)
    unsafe delay.process(bus, outputs, from: start, frames: end &- start)
  }

  /// Applies the master level to a block.
  @_noLocks mutating func finish(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, pairs: Int, frames: Int
  ) {
    unsafe master.process(outputs, pairs: pairs, frames: frames)
  }
}
