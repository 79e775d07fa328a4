import ALSAAudio
import MusicalTime
import Synchronization
import Testing

extension ALSATests {
  @Suite(.serialized) struct Sound {
    @Test(arguments: ["hw:Dummy", "hw:Loopback,0", "plughw:Dummy"])
    func `a card is filled period by period at a steady pace`(device: String) throws {
      let trace = Trace()
      defer { trace.free() }
      let output = try unsafe PCMOutput(
        PCMConfiguration(device: device, period: 256), context: trace.memory,
        handler: recordCycle
      ) { event in Issue.record("\(event)") }
      #expect(output.rate == .standard)
      #expect(output.period == 256)
      #expect(eventually { trace.count >= 300 })
      output.close()
      let heard = trace.heard
      #expect(output.statistics.cycles >= 300)
      let nominal: Int64 = 5_333_333
      let steps = zip(heard, heard.dropFirst()).map { $0.distance(to: $1).nanoseconds }
      // Once the loop has settled, consecutive periods differ little, whenever the thread woke.
      let late = steps.dropFirst(150)
      let spread = (late.max() ?? 0) - (late.min() ?? 0)
      print(
        "\(device): steps \(late.min() ?? 0)…\(late.max() ?? 0) ns, xruns",
        output.statistics.xruns, "real time:", output.priority)
      if output.statistics.xruns == 0 { #expect(spread < nominal / 10) }
    }

    @Test func `a missing device is an error with advice`() {
      let error = #expect(throws: (any Error).self) {
        try unsafe PCMOutput(
          PCMConfiguration(device: "hw:Nowhere"),
          context: UnsafeMutableRawPointer(bitPattern: 8).unsafelyUnwrapped,
          handler: recordCycle
        ) { _ in }
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.hasPrefix("snd_pcm_open hw:Nowhere: No such"))
      #expect(text.contains("aplay -L"))
    }

    @Test func `cards with playback are listed, without VirMIDI`() {
      let cards = PCMDevices.list().map(\.cardName)
      #expect(cards.contains { $0.hasPrefix("Dummy") })
      #expect(cards.contains { $0.hasPrefix("Loopback") })
      #expect(!cards.contains { $0.contains("VirMIDI") })
      #expect(PCMDevices.hasPlayback(device: "hw:Dummy"))
      #expect(!PCMDevices.hasPlayback(device: "hw:Nowhere"))
      #expect(!PCMDevices.hasPlayback(device: "null"))
    }

    @Test func `a card in use and a name that none has are closed, the null device is absent`()
      throws
    {
      let trace = Trace()
      defer { trace.free() }
      let device = "hw:Loopback,0,3"
      #expect(PCMDevices.playback(on: device) == .ready)
      let output = try unsafe PCMOutput(
        PCMConfiguration(device: device), context: trace.memory, handler: recordCycle
      ) { event in Issue.record("\(event)") }
      #expect(PCMDevices.playback(on: device) == .closed)
      output.close()
      #expect(PCMDevices.playback(on: "hw:Nowhere") == .closed)
      #expect(PCMDevices.playback(on: "null") == .absent)
    }
  }
}

/// The handler's records.
@safe private struct Trace {
  struct State {
    var count = 0
    var heard: InlineArray<512, Int64> = .init(repeating: 0)
  }

  let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  init() { unsafe state.initialize(to: State()) }

  var memory: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(state) }
  var count: Int { unsafe state.pointee.count }
  var heard: [HostTime] {
    (0..<min(512, count)).map { unsafe HostTime(nanoseconds: state.pointee.heard[$0]) }
  }

  func free() { unsafe state.deallocate() }
}

private func recordCycle(_ context: UnsafeMutableRawPointer, _ pointer: UnsafeRawPointer) {
  let state = unsafe context.assumingMemoryBound(to: Trace.State.self)
  let cycle = unsafe PCMCycle.at(pointer)
  for channel in 0..<cycle.audioCount {
    for frame in 0..<cycle.frames { unsafe cycle.audio(channel)[frame] = 0.1 }
  }
  if unsafe state.pointee.count < 512 {
    unsafe state.pointee.heard[state.pointee.count] = cycle.heard.nanoseconds
  }
  unsafe state.pointee.count += 1
}
