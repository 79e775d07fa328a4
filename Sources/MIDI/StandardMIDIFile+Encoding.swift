import MusicalTime

extension StandardMIDIFile {
  /// The file's bytes (Standard MIDI Files 1.0): a header, and one track with tempo and messages.
  public var bytes: [UInt8] {
    var track: [UInt8] = []
    let microsecondsPerBeat = UInt32((60_000_000_000_000 + tempo.microbpm / 2) / tempo.microbpm)
    track += [0, 0xFF, 0x51, 3] + Self.bigEndian(microsecondsPerBeat).dropFirst()
    var last: Int64 = 0
    for event in events {
      let tick = tick(at: event.beat)
      track += Self.variableLength(UInt32(clamping: tick - last))
      let message = event.message
      track += [message.status, message.data1, message.data2].prefix(message.length)
      last = tick
    }
    track += Self.variableLength(UInt32(clamping: tick(at: end) - last)) + [0xFF, 0x2F, 0]
    let header: [UInt8] = Array("MThd".utf8) + Self.bigEndian(6) + [0, 0, 0, 1]
    return header + Self.bigEndian(UInt32(ticksPerBeat)).suffix(2)
      + Array("MTrk".utf8) + Self.bigEndian(UInt32(track.count)) + track
  }

  /// The tick nearest below `beat`.
  func tick(at beat: Beats) -> Int64 {
    beat.units * Int64(ticksPerBeat) / Beats.unitsPerBeat
  }

  /// Seven bits a byte, the highest first, all but the last marked.
  static func variableLength(_ value: UInt32) -> [UInt8] {
    var rest = min(value, 0x0FFF_FFFF)
    var bytes = [UInt8(rest & 0x7F)]
    rest >>= 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> UInt32($0) & 0xFF) }
  }
}
