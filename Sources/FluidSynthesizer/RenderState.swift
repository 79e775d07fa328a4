internal import MusicalTime
internal import Playback
internal import RealTime
internal import Rhythm

/// A replaced kit that rings out.
@safe struct TailKit: BitwiseCopyable {
  var voices: UnsafeMutablePointer<KitVoices>
  var number: Int
  var framesLeft: Int

  @_noLocks init(voices: UnsafeMutablePointer<KitVoices>, number: Int, framesLeft: Int) {
    unsafe self.voices = voices
    self.number = number
    self.framesLeft = framesLeft
  }
}

/// The audio thread's state between blocks; stored behind a pointer. Real-time: yes.
@safe struct RenderState: ~Copyable {
  let outputPairs: Int
  /// The length of a replaced kit's fade-out; its gain is the square of the remaining share.
  let tailFrames: Int

  var offers: LatestReader<KitOffer>
  var settingsReader: LatestReader<SoundSettings>
  var reports: LatestWriter<RenderReport>
  var report = RenderReport()

  var current: UnsafeMutablePointer<KitVoices>?
  var currentNumber = 0
  /// Up to three; a fourth kit waits until the oldest tail has been faded out.
  let tails: UnsafeMutablePointer<TailKit>
  var tailCount = 0
  /// 64 frames of each output, for tails.
  let scratch: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let scratchFrames: UnsafeMutablePointer<Float>

  var controllers = Controllers()
  var master: MasterLevel
  var reverb: Reverb
  var delay: TempoDelay
  private let sampleRate: SampleRate
  /// What is sent to the effects in 64 frames, and what a tail adds to that.
  private let bus = SendBuffers()
  private let tailBus = SendBuffers()

  init(
    sampleRate: SampleRate, outputPairs: Int, offers: consuming LatestReader<KitOffer>,
    settings: consuming LatestReader<SoundSettings>, reports: consuming LatestWriter<RenderReport>
  ) {
    self.outputPairs = outputPairs
    tailFrames = 3 * Int(sampleRate.hertz)
    self.offers = offers
    settingsReader = settings
    self.reports = reports
    unsafe tails = .allocate(capacity: 3)
    unsafe UnsafeMutableRawPointer(tails).initializeMemory(
      as: UInt8.self, repeating: 0, count: 3 * MemoryLayout<TailKit>.stride)
    unsafe scratchFrames = .allocate(capacity: 128 * outputPairs)
    unsafe scratchFrames.initialize(repeating: 0, count: 128 * outputPairs)
    unsafe scratch = .allocate(capacity: 2 * outputPairs)
    for output in 0..<2 * outputPairs {
      unsafe (scratch + output).initialize(to: scratchFrames + 64 * output)
    }
    master = MasterLevel(sampleRate: sampleRate)
    reverb = Reverb(sampleRate: sampleRate)
    delay = TempoDelay(sampleRate: sampleRate)
    self.sampleRate = sampleRate
  }

  deinit {
    unsafe tails.deallocate()
    unsafe scratch.deallocate()
    unsafe scratchFrames.deallocate()
    bus.deallocate()
    tailBus.deallocate()
  }

  @_noLocks mutating func render(
    _ events: UnsafeBufferPointer<SoundEvent>, _ frames: Int,
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, at tempo: Tempo
  ) {
    takeKit()
    takeSettings(
      framesPerBeat: Double(sampleRate.hertz) * 60_000_000 / Double(max(1, tempo.microbpm)))
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
    unsafe master.process(outputs, pairs: outputPairs, frames: frames)
    dropSilentTails()
    publishReport()
  }

  @_noLocks private mutating func advance(
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int, to end: Int
  ) {
    guard !usesBus else { return unsafe advanceWithSends(outputs, from: start, to: end) }
    if let current = unsafe current {
      unsafe current.pointee.render(frames: end &- start, outputs: outputs, from: start)
    }
    for index in 0..<tailCount { unsafe addTail(index, outputs, from: start, to: end) }
    unsafe reverb.process(outputs, pairs: outputPairs, from: start, to: end)
  }

  /// Whether any kit has drums that can be sent to effects, or echoes are left.
  private var usesBus: Bool {
    @_noLocks get {
      if delay.isSounding { return true }
      if let current = unsafe current, unsafe current.pointee.handle.groups.isApart { return true }
      for index in 0..<tailCount {
        if unsafe tails[index].voices.pointee.handle.groups.isApart { return true }
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
      bus.clear()
      if let current = unsafe current {
        unsafe current.pointee.render(
          frames: count, outputs: outputs, from: place, sendingTo: bus)
      }
      for index in 0..<tailCount {
        unsafe addTail(index, outputs, from: place, to: place &+ count, sendingTo: bus)
      }
      unsafe reverb.process(
        outputs, pairs: outputPairs, from: place, to: place &+ count, sent: bus)
      unsafe delay.process(bus, outputs, from: place, frames: count)
      place &+= count
    }
  }

  @_noLocks private mutating func addTail(
    _ index: Int, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    to end: Int, sendingTo bus: SendBuffers? = nil
  ) {
    let slope = 1 / Float(tailFrames)
    var place = start
    while place < end {
      let count = min(64, end &- place)
      unsafe clear(UnsafePointer(scratch), 64)
      if bus != nil { tailBus.clear() }
      unsafe tails[index].voices.pointee.render(
        frames: count, outputs: UnsafePointer(scratch), from: 0,
        sendingTo: bus == nil ? nil : tailBus)
      let left = unsafe tails[index].framesLeft
      for output in 0..<2 &* outputPairs {
        let from = unsafe scratch[output]
        let to = unsafe outputs[output] + place
        for frame in 0..<count {
          let gain = Float(max(0, left &- frame)) * slope
          unsafe to[frame] += from[frame] * gain * gain
        }
      }
      bus?.add(tailBus, frames: count, framesLeft: left, slope: slope)
      unsafe tails[index].framesLeft = max(0, left &- count)
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
      report.tails[index] = unsafe index < tailCount ? tails[index].number : 0
      if index < tailCount { unsafe voices &+= tails[index].voices.pointee.activeVoices }
    }
    report.activeVoices = voices
    report.isEchoing = delay.isSounding
    reports.publish(report)
  }
}
