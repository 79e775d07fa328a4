/// Why bytes are no Standard MIDI File, and where.
public struct StandardMIDIFileError: Error, Hashable {
  /// The byte where reading stopped, counted from 0.
  public var offset: Int
  /// What is wrong.
  public var problem: Problem

  /// `problem` at the byte `offset`.
  public init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }

  /// What is wrong there.
  public enum Problem: Sendable, Hashable {
    /// It does not begin as a Standard MIDI File.
    case noHeader
    /// The file, a chunk or an event ends where more bytes were announced.
    case cutOff(needed: Int, left: Int)
    /// A header of less than six bytes.
    case shortHeader(Int)
    case unknownFormat(UInt16)
    /// No ticks, or frames that no time code has.
    case impossibleDivision(UInt16)
    /// The header announced more tracks than there are.
    case missingTracks(announced: Int, found: Int)
    /// A variable-length quantity of more than four bytes.
    case longQuantity
    /// A data byte before any status byte.
    case dataWithoutStatus(UInt8)
    /// A system message other than SysEx, which has no place in a file.
    case systemMessage(UInt8)
    /// A status byte in the middle of a message.
    case statusInMessage(UInt8)
    /// A tempo or time signature of a length that it cannot have.
    case metaLength(kind: UInt8, Int)
    /// A beat that lasts no time.
    case impossibleTempo
    /// So many counts of a note that is a whole note halved so often.
    case impossibleMeter(count: UInt8, halvings: UInt8)
    /// A place further on than can be counted.
    case tooLong
  }
}

extension StandardMIDIFileError: CustomStringConvertible {
  public var description: String { "byte \(offset): \(problem)" }
}

extension StandardMIDIFileError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noHeader: "no Standard MIDI File begins like this (MThd)"
    case .cutOff(let needed, let left):
      "\(needed) more bytes should follow and \(left) do; the file is cut off or damaged: copy it again"
    case .shortHeader(let length): "a header of \(length) bytes; it has at least 6"
    case .unknownFormat(let format): "format \(format); 0, 1 and 2 can be read"
    case .impossibleDivision(let word):
      "division \(word); it is 1 to 32767 ticks a beat, or 24, 25, 29 or 30 frames of 1 to 255 ticks"
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
      "a time signature of \(count) counts of 1/2^\(halvings); it is 1 to 255 of 1/1 to 1/128"
    case .tooLong: "a place further on than can be counted; the file is damaged"
    }
  }
}
