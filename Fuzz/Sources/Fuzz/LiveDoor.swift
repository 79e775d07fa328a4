import MIDI
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing

@testable import ALSASequencer

/// Messages of three bytes each, as JACK and the kernel give them, into an engine that plays.
enum LiveDoor {
  static func take(_ bytes: [UInt8]) {
    let engine = Engine(EngineConfiguration(), program: Program(Patch(name: "fuzz")))
    let audio = engine.audio
    var control = engine.control
    _ = control.send(.play)
    var time: Int64 = 0
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let (kind, status) = (bytes[start], bytes[start + 1])
      let message =
        kind & 1 == 0
        ? ShortMessage(status: status, data1: bytes[start + 2], data2: bytes[start + 3])
        : decoded(Array(bytes[start..<min(start + 28, bytes.count)]))
      if let message { audio.stage(message, offset: Int(kind), from: source(kind)) }
      guard kind & 2 == 0 else { continue }
      time += Int64(kind) * 1_000_000
      let now = HostTime(nanoseconds: time)
      audio.process(BlockTime(frames: 1 + Int(kind) * 16, began: now, heard: now))
      while control.nextEvent() != nil {}
    }
    control.collect()
  }

  /// What an event of these bytes means that the kernel's sequencer gives.
  private static func decoded(_ bytes: [UInt8]) -> ShortMessage? {
    guard case .message(let message) = Incoming(eventBytes: bytes) else { return nil }
    return message
  }

  private static func source(_ kind: UInt8) -> MessageSource {
    kind & 4 == 0 ? .jack : .alsaClock(client: kind, port: 0)
  }
}
