import MusicalTime

extension StandardMIDIFile {
  /// The encoded file; decoding it gives an equal file if all beats fall on ticks.
  ///
  /// A beat between two ticks is moved to the nearest one.
  public var bytes: [UInt8] {
    let written = tracks.prefix(0xFFFF)
    let format = format == .single && written.count != 1 ? .together : format
    var bytes = Self.bigEndian(Self.headerName, 4) + Self.bigEndian(6, 4)
    bytes += Self.bigEndian(Int(format.rawValue), 2) + Self.bigEndian(written.count, 2)
    bytes += Self.bigEndian(Int(division.word), 2)
    let common = format == .separate ? nil : TempoMap(tracks)
    for track in written {
      let tempi = common ?? TempoMap(track)
      let chunk = track.bytes(TickScale(division, tempi))
      bytes += Self.bigEndian(Self.trackName, 4) + Self.bigEndian(chunk.count, 4) + chunk
    }
    return bytes
  }

  fileprivate static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension StandardMIDIFile.Track {
  /// The contents of a track chunk.
  fileprivate func bytes(_ scale: TickScale) -> [UInt8] {
    var bytes: [UInt8] = []
    var last: Int64 = 0
    if !name.isEmpty {
      bytes.append(0)
      bytes.appendMeta(0x03, Array(name.utf8))
    }
    for event in events where event.content.isWritable {
      let tick = scale.tick(at: event.beat)
      bytes.appendDelay(tick - last)
      bytes.append(event.content)
      last = tick
    }
    bytes.appendDelay(max(scale.tick(at: end) - last, 0))
    bytes.appendMeta(0x2F, [])
    return bytes
  }
}

extension StandardMIDIFile.Content {
  fileprivate var isWritable: Bool {
    if case .message(let message) = self { (0x80..<0xF0).contains(message.status) } else { true }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ content: StandardMIDIFile.Content) {
    switch content {
    case .message(let message):
      self += [message.status, message.data1, message.data2].prefix(message.length)
    case .tempo(let beat):
      appendMeta(0x51, StandardMIDIFile.bigEndian(Int(beat.microseconds), 3))
    case .meter(let meter):
      // 24 clocks per metronome click, 8 thirty-second notes per beat: the values of nearly every
      // file.
      appendMeta(0x58, [meter.count, UInt8(meter.unit.trailingZeroBitCount), 24, 8])
    }
  }

  fileprivate mutating func appendMeta(_ kind: UInt8, _ data: [UInt8]) {
    self += [0xFF, kind]
    appendQuantity(data.count)
    self += data
  }

  /// Appends the delta time to the next event; if it exceeds four bytes, empty text events are
  /// inserted.
  fileprivate mutating func appendDelay(_ ticks: Int64) {
    var rest = Int(ticks)
    while rest > 0xFFF_FFFF {
      appendQuantity(0xFFF_FFFF)
      appendMeta(0x01, [])
      rest -= 0xFFF_FFFF
    }
    appendQuantity(rest)
  }

  /// Appends a variable-length quantity of up to 28 bits: seven bits per byte, most significant
  /// first.
  fileprivate mutating func appendQuantity(_ value: Int) {
    for shift in [21, 14, 7] where value >> shift > 0 {
      append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
    }
    append(UInt8(value & 0x7F))
  }
}
