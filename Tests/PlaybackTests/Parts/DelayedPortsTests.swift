import MIDI
import MusicalTime
import Ports
import Testing

@testable import Playback

/// The ports whose messages leave in the block, with the sound they belong to.
@Suite struct DelayedPortsTests {
  private static let noteOn = ShortMessage.noteOn(channel: 9, note: 36, velocity: 100)
  private static let noteOff = ShortMessage.noteOff(channel: 9, note: 36)

  private static func time(clock: Int32 = 0, notes: Int32 = 0, frames: Int = 100) -> BlockTime {
    BlockTime(
      frames: frames, began: HostTime(nanoseconds: 0), heard: HostTime(nanoseconds: 0),
      clockDelay: clock, notesDelay: notes)
  }

  /// All that waits: the frames of what is due before `end`.
  private static func due(_ ports: inout DelayedPorts, before end: Int64 = .max) -> [Int64] {
    var due: [Int64] = []
    while let next = ports.removeFirst(before: Frame(index: end)) { due.append(next.due.index) }
    return due
  }

  @Test func `each port has its own delay, and what is prompt has none`() {
    var ports = DelayedPorts()
    ports.approach(Self.time(clock: 30, notes: 70), atRest: true)
    var taken = [ports.insert(.timingClock, by: .clock, on: Frame(index: 1_000), isPrompt: false)]
    taken.append(ports.insert(Self.noteOn, by: .notes, on: Frame(index: 1_000), isPrompt: false))
    taken.append(ports.insert(.timingClock, by: .clock, on: Frame(index: 1_100), isPrompt: true))
    #expect(taken == [true, true, true])
    let left = Self.due(&ports)
    #expect(left == [1_030, 1_070, 1_100])
  }

  @Test func `what is due at the end of a block waits for the next`() {
    var ports = DelayedPorts()
    for frame in [10, 20, 30] as [Int64] {
      _ = ports.insert(.timingClock, by: .clock, on: Frame(index: frame), isPrompt: true)
    }
    let first = Self.due(&ports, before: 20)
    let rest = Self.due(&ports)
    #expect(first == [10] && rest == [20, 30])
  }

  @Test
  func
    `a new delay is taken at once where no follower counts, and else by a hundredth of the time`()
  {
    var ports = DelayedPorts()
    ports.approach(Self.time(clock: 300), atRest: true)
    ports.approach(Self.time(clock: 100, frames: 1_000), atRest: false)
    _ = ports.insert(.timingClock, by: .clock, on: Frame(index: 0), isPrompt: false)
    // A message waits: followers count, at rest or not.
    ports.approach(Self.time(clock: 100, frames: 1_000), atRest: true)
    _ = ports.insert(.timingClock, by: .clock, on: Frame(index: 500), isPrompt: false)
    let left = Self.due(&ports)
    #expect(left == [290, 780])
    ports.approach(Self.time(clock: 100), atRest: true)
    _ = ports.insert(.timingClock, by: .clock, on: Frame(index: 1_000), isPrompt: false)
    let last = Self.due(&ports)
    #expect(last == [1_100])
  }

  @Test func `a delay comes to its target and no further`() {
    var delay = PortDelay()
    var frames: [Int64] = []
    for _ in 0..<5 {
      delay.approach(7, during: 300, atOnce: false)
      frames.append(delay.frames)
    }
    for target in [0, -50] as [Int32] {
      for _ in 0..<2 {
        delay.approach(target, during: 300, atOnce: false)
        frames.append(delay.frames)
      }
    }
    #expect(frames == [3, 6, 7, 7, 7, 4, 1, 0, 0])
  }

  @Test func `notes begin while there is room for their ends, and ends find room to the last`() {
    var ports = DelayedPorts()
    var (begun, ticked, ended) = (0, 0, 0)
    while ports.takesNoteOn,
      ports.insert(Self.noteOn, by: .notes, on: Frame(index: 0), isPrompt: true)
    { begun += 1 }
    while ports.insert(.timingClock, by: .clock, on: Frame(index: 0), isPrompt: true) {
      ticked += 1
    }
    while ports.insert(Self.noteOff, by: .notes, on: Frame(index: 0), isPrompt: true) { ended += 1 }
    #expect(begun == DelayedPorts.capacity - 1_024)
    #expect(ticked == 1_024 - 128 && ended == 128)
    let left = Self.due(&ports).count
    #expect(left == DelayedPorts.capacity)
  }

  @Test func `in a hurry nothing waits longer than to that frame`() {
    var ports = DelayedPorts()
    ports.approach(Self.time(clock: 5_000, notes: 5_000), atRest: true)
    _ = ports.insert(Self.noteOn, by: .notes, on: Frame(index: 10), isPrompt: false)
    _ = ports.insert(.timingClock, by: .clock, on: Frame(index: 20), isPrompt: false)
    ports.hurry(to: Frame(index: 100))
    _ = ports.insert(Self.noteOff, by: .notes, on: Frame(index: 101), isPrompt: false)
    let left = Self.due(&ports)
    #expect(left == [100, 100, 101])
  }
}
