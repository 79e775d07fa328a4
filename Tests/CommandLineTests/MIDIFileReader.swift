import Testing

/// A Standard MIDI File of format 0 as another sequencer reads it.
struct MIDIFileReader {
  var ticksPerBeat: Int
  var microsecondsPerBeat = 0
  var notes: [Note] = []
  /// Ticks from the beginning to the end of the track.
  var length = 0

  struct Note: Hashable {
    var tick: Int
    var isOn: Bool
    var channel: UInt8
    var number: UInt8
    var velocity: UInt8
  }

  init(_ bytes: [UInt8]) throws {
    try #require(bytes.count > 22 && Array(bytes[0..<4]) == Array("MThd".utf8))
    try #require(Array(bytes[4..<12]) == [0, 0, 0, 6, 0, 0, 0, 1])
    ticksPerBeat = Int(bytes[12]) << 8 | Int(bytes[13])
    try #require(Array(bytes[14..<18]) == Array("MTrk".utf8))
    let size = bytes[18..<22].reduce(0) { $0 << 8 | Int($1) }
    try #require(size == bytes.count - 22)
    var rest = bytes[22...]
    while !rest.isEmpty {
      length += Self.variableLength(&rest)
      let status = try Self.byte(&rest)
      if status == 0xFF {
        let kind = try Self.byte(&rest)
        let count = Self.variableLength(&rest)
        if kind == 0x51 { microsecondsPerBeat = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) } }
        if kind == 0x2F { try #require(rest.isEmpty) }
        rest = rest.dropFirst(count)
      } else {
        try #require([0x80, 0x90].contains(status & 0xF0))
        let number = try Self.byte(&rest)
        let velocity = try Self.byte(&rest)
        notes.append(
          Note(
            tick: length, isOn: status & 0xF0 == 0x90, channel: status & 0x0F, number: number,
            velocity: velocity))
      }
    }
  }

  private static func byte(_ rest: inout ArraySlice<UInt8>) throws -> UInt8 {
    let byte = rest.popFirst()
    return try #require(byte)
  }

  private static func variableLength(_ rest: inout ArraySlice<UInt8>) -> Int {
    var value = 0
    while let byte = rest.popFirst() {
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return value
  }
}
