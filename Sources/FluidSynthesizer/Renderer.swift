public import MusicalTime
public import Playback
internal import RealTime

/// The audio half: renders timed sound events. Real-time: yes.
public struct Renderer: ~Copyable, Sendable {
  private let state: Owned<RenderState>
  /// Keeps the kits in memory while this half may access them.
  private let live: LiveKits

  init(
    live: LiveKits, sampleRate: SampleRate, outputPairs: Int,
    offers: consuming LatestReader<KitOffer>, settings: consuming LatestReader<SoundSettings>,
    reports: consuming LatestWriter<RenderReport>
  ) {
    self.live = live
    state = Owned(
      RenderState(
        sampleRate: sampleRate, outputPairs: outputPairs, offers: offers, settings: settings,
        reports: reports))
  }

  /// Renders the next `frames` frames; `events` must be sorted by offset.
  ///
  /// `outputs` are the left and right buffer of each pair, `frames` long: 2 pointers in stereo, 52
  /// with one pair per drum. They are overwritten. A hit sounds from FluidSynth's next block of 64
  /// frames on, never early. Reverb and echoes, whose times follow `tempo`, come out with the first
  /// pair. Real-time: yes.
  @_noLocks public mutating func render(
    events: UnsafeBufferPointer<SoundEvent>, frames: Int,
    outputs: UnsafePointer<UnsafeMutablePointer<Float>>, tempo: Tempo = .standard
  ) {
    unsafe state.shared.address.pointee.render(events, frames, outputs, at: tempo)
  }
}
