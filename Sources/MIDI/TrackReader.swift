import MusicalTime

/// The events of a track chunk, at their ticks.
struct TrackReader {
  private(set) var name = ""
  private(set) var events: [(tick: Int64, content: StandardMIDIFile.Content)] = []
  /// The end of the track; its last event if the end-of-track event is missing.
  private(set) var tick: Int64 = 0
  private(set) var isAtEnd = false
  private var status: UInt8?

  /// Decodes `chunk` up to its end or its end-of-track event; data after that is ignored.
  init(_ chunk: ByteCursor) throws(StandardMIDIFileError) {
    var chunk = chunk
    while chunk.left > 0, !isAtEnd { try readEvent(&chunk) }
  }

  private mutating func readEvent(_ chunk: inout ByteCursor) throws(StandardMIDIFileError) {
    tick += Int64(try chunk.quantity())
    switch try chunk.peeked() {
    case 0xFF:
      _ = try chunk.byte()
      let kind = try chunk.byte()
      let length = try chunk.quantity()
      try readMeta(kind, chunk.part(length))
    case 0xF0, 0xF7:
      _ = try chunk.byte()
      let length = try chunk.quantity()
      _ = try chunk.part(length)
    case let byte where byte >= 0xF0: throw chunk.error(.systemMessage(byte))
    default: try readMessage(&chunk)
    }
  }

  private mutating func readMessage(_ chunk: inout ByteCursor) throws(StandardMIDIFileError) {
    let first = try chunk.peeked()
    if first >= 0x80 { status = try chunk.byte() }
    // The specification ends running status at a SysEx or meta event. Some writers continue it;
    // such files are read as intended, because in a correct file no data byte can occur here.
    guard let status else { throw chunk.error(.dataWithoutStatus(first)) }
    let data1 = try Self.dataByte(&chunk)
    let data2 = ShortMessage.length(ofStatus: status) == 3 ? try Self.dataByte(&chunk) : 0
    let message = ShortMessage(status: status, data1: data1, data2: data2)
    events.append((tick, .message(message)))
  }

  private static func dataByte(_ chunk: inout ByteCursor) throws(StandardMIDIFileError) -> UInt8 {
    let byte = try chunk.peeked()
    guard byte < 0x80 else { throw chunk.error(.statusInMessage(byte)) }
    return try chunk.byte()
  }

  private mutating func readMeta(
    _ kind: UInt8, _ data: ByteCursor
  ) throws(StandardMIDIFileError) {
    var data = data
    switch kind {
    case 0x03: if name.isEmpty { name = data.text() }
    case 0x2F: isAtEnd = true
    case 0x51:
      guard data.left == 3 else { throw data.error(.metaLength(kind: kind, data.left)) }
      let place = data
      guard let beat = BeatDuration(microseconds: try data.number(3)) else {
        throw place.error(.impossibleTempo)
      }
      events.append((tick, .tempo(beat)))
    case 0x58:
      guard data.left == 4 else { throw data.error(.metaLength(kind: kind, data.left)) }
      let place = data
      let (count, halvings) = (try data.byte(), try data.byte())
      guard halvings < 8, let meter = Meter(count: Int(count), unit: 1 << halvings) else {
        throw place.error(.impossibleMeter(count: count, halvings: halvings))
      }
      events.append((tick, .meter(meter)))
    default: break
    }
  }
}
