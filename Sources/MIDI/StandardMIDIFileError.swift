import MusicalTime

/// Why bytes could not be decoded as a Standard MIDI File, and at which offset.
public struct StandardMIDIFileError: Error, Hashable {
  /// The offset of the byte where decoding stopped, counted from 0.
  public var offset: Int
  /// The reason.
  public var problem: Reason

  /// An error at the byte `offset`.
  public init(offset: Int, problem: Reason) {
    self.offset = offset
    self.problem = problem
  }

  /// Reasons for the failure.
  public enum Reason: Sendable, Hashable {
    /// The data does not begin with a header chunk.
    case noHeader
    /// The file, a chunk or an event is shorter than announced.
    case cutOff(needed: Int, left: Int)
    /// A header of fewer than six bytes.
    case shortHeader(Int)
    case unknownFormat(UInt16)
    /// Zero ticks, or an unknown frame rate.
    case impossibleDivision(UInt16)
    /// The header announced more tracks than the file has.
    case missingTracks(announced: Int, found: Int)
    /// A variable-length quantity of more than four bytes.
    case longQuantity
    /// A data byte without a preceding status byte.
    case dataWithoutStatus(UInt8)
    /// A system message other than SysEx, which a file cannot contain.
    case systemMessage(UInt8)
    /// A status byte inside a message.
    case statusInMessage(UInt8)
    /// A tempo or time signature event of the wrong length.
    case metaLength(kind: UInt8, Int)
    /// A beat of zero microseconds.
    case impossibleTempo
    /// A time signature whose count or unit is out of range; the unit is 2 to the power of
    /// `halvings`.
    case impossibleMeter(count: UInt8, halvings: UInt8)
    /// A tick beyond the supported range.
    case tooLong
  }
}

extension StandardMIDIFileError: CustomStringConvertible {
  public var description: String { "byte \(offset): \(problem)" }
}

extension StandardMIDIFileError.Reason: CustomStringConvertible {
  /// The reason as a phrase, for example `“MThd” is missing`.
  public var description: String {
    switch self {
    case .noHeader: "no Standard MIDI File begins like this (MThd)"
    case .cutOff(let needed, let left):
      "\(needed) more bytes should follow and \(left) do; the file is cut off or damaged: copy it again"
    case .shortHeader(let length): "a header of \(length) bytes; it has at least 6"
    case .unknownFormat(let format): "format \(format); 0, 1 and 2 can be read"
    case .impossibleDivision(let word):
      "division \(word): expected \(StandardMIDIFile.Division.ticksPerBeat.words()) ticks a beat, "
        + "or 24, 25, 29 or 30 frames of \(StandardMIDIFile.Division.ticksPerFrame.words()) ticks"
    case .missingTracks(let announced, let found):
      "the file ends after \(found) of \(announced) tracks; it is cut off: copy it again"
    case .longQuantity: "a number of more than 4 bytes; the file is damaged"
    case .dataWithoutStatus(let byte): "data byte \(byte) before any message; the file is damaged"
    case .systemMessage(let byte): "system message \(byte); a file holds none but SysEx"
    case .statusInMessage(let byte): "byte \(byte) inside a message, whose data end at 127"
    case .metaLength(let kind, let length):
      kind == 0x51
        ? "a tempo of \(length) bytes; it has 3" : "a time signature of \(length) bytes; it has 4"
    case .impossibleTempo: "a beat of 0 microseconds"
    case .impossibleMeter(let count, let halvings):
      "a time signature of \(count) counts of 1/2^\(halvings): expected \(Meter.counts.words()) of "
        + "1/\(Meter.units.lowerBound) to 1/\(Meter.units.upperBound)"
    case .tooLong: "a place further on than can be counted; the file is damaged"
    }
  }
}
