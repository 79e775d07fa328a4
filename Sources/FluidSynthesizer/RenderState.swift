internal import MusicalTime
internal import Playback
internal import RealTime
internal import Rhythm

/// The audio thread's state between blocks; stored behind a pointer. Real-time: yes.
@safe struct RenderState: ~Copyable {
  let outputPairs: Int
  var offers: LatestReader<KitOffer>
  var settingsReader: LatestReader<SoundSettings>
  var reports: LatestWriter<RenderReport>
  var report = RenderReport()

  var current: UnsafeMutablePointer<KitVoices>?
  var currentNumber = 0
  /// A fourth kit waits until the oldest of three tails has been faded out.
  var tails: TailKits

  var controllers = Controllers()
  var effects: EffectsRack

  init(
    sampleRate: SampleRate, outputPairs: Int, offers: consuming LatestReader<KitOffer>,
    settings: consuming LatestReader<SoundSettings>, reports: consuming LatestWriter<RenderReport>
  ) {
    self.outputPairs = outputPairs
    self.offers = offers
    settingsReader = settings
    self.reports = reports
    tails = TailKits(outputPairs: outputPairs, tailFrames: 3 * Int(sampleRate.hertz))
    effects = EffectsRack(sampleRate: sampleRate)
  }

  @_noLocks mutating func render(
    _ events: UnsafeBufferPointer<SoundEvent>, _ frames: Int,
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, at tempo: Tempo
  ) {
    takeKit()
    takeSettings(at: tempo)
    if unsafe outputPairs > 1 || current == nil { unsafe clear(outputs, frames) }
    var place = 0
    for index in 0..<events.count {
      let event = unsafe events[index]
      let offset = min(max(Int(event.offset), place), frames)
      if offset > place { unsafe advance(outputs, from: place, to: offset) }
      place = offset
      carryOut(event)
    }
    if frames > place { unsafe advance(outputs, from: place, to: frames) }
    unsafe effects.finish(outputs, pairs: outputPairs, frames: frames)
    tails.dropSilent()
    publishReport()
  }

  @_noLocks private mutating func advance(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int, to end: Int
  ) {
    guard !usesBus else { return unsafe advanceWithSends(outputs, from: start, to: end) }
    if let current = unsafe current {
      unsafe current.pointee.render(frames: end &- start, outputs: outputs, from: start)
    }
    unsafe tails.add(to: outputs, from: start, to: end)
    unsafe effects.process(outputs, pairs: outputPairs, from: start, to: end)
  }

  /// Whether any kit has drums that can be sent to effects, or echoes are left.
  private var usesBus: Bool {
    @_noLocks get {
      if effects.isEchoing { return true }
      if let current = unsafe current, unsafe current.pointee.handle.groups.isApart { return true }
      for index in 0..<tails.count {
        if unsafe tails[index].pointee.handle.groups.isApart { return true }
      }
      return false
    }
  }

  /// The same in parts as long as the bus, so that the effects hear what is sent to them.
  @_noLocks private mutating func advanceWithSends(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int, to end: Int
  ) {
    var place = start
    while place < end {
      let count = min(SendBuffers.capacity, end &- place)
      effects.bus.clear()
      if let current = unsafe current {
        unsafe current.pointee.render(
          frames: count, outputs: outputs, from: place, sendingTo: effects.bus)
      }
      unsafe tails.add(
        to: outputs, from: place, to: place &+ count, sendingTo: effects.bus)
      unsafe effects.processBus(outputs, pairs: outputPairs, from: place, to: place &+ count)
      place &+= count
    }
  }

  @_noLocks private func clear(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, _ frames: Int
  ) {
    for output in 0..<2 &* outputPairs {
      let samples = unsafe outputs[output]
      for frame in 0..<frames { unsafe samples[frame] = 0 }
    }
  }

  @_noLocks private mutating func publishReport() {
    var voices = unsafe current?.pointee.activeVoices ?? 0
    report.current = currentNumber
    for index in 0..<3 {
      report.tails[index] = tails.number(index)
      if index < tails.count { unsafe voices &+= tails[index].pointee.activeVoices }
    }
    report.activeVoices = voices
    report.isEchoing = effects.isEchoing
    reports.publish(report)
  }
}
