import Foundation
import MusicalTime
import Rhythm

extension DrumMap {
  /// JSON text with one note per line: `{"36": "kick", …}`.
  public var json: String {
    let rows = drums.sorted { $0.key < $1.key }.map { "  \"\($0.key)\": \"\($0.value.name)\"" }
    return "{\n" + rows.joined(separator: ",\n") + "\n}\n"
  }

  /// Parses a JSON object from notes to drum names or General MIDI notes 35 to 60.
  ///
  /// `path` is only used in errors.
  public init(json: [UInt8], path: String) throws(DrumMapError) {
    let written: [String: WrittenDrum]
    do {
      written = try JSONDecoder().decode([String: WrittenDrum].self, from: Data(json))
    } catch {
      throw DrumMapError(path: path, problem: .notAMap)
    }
    guard !written.isEmpty else { throw DrumMapError(path: path, problem: .empty) }
    drums = [:]
    for (key, value) in written.sorted(by: { $0.key < $1.key }) {
      guard let note = UInt8(key), Voice.notes.contains(Int(note)) else {
        throw DrumMapError(path: path, problem: .note(key))
      }
      guard let drum = value.drum else {
        throw DrumMapError(path: path, problem: .drum(note: note, "\(value)"))
      }
      guard drums.updateValue(drum, forKey: note) == nil else {
        throw DrumMapError(path: path, problem: .twice(note))
      }
    }
  }
}

/// A drum as written in a map.
private enum WrittenDrum: Decodable, CustomStringConvertible {
  case note(Int)
  case name(String)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    do { self = .note(try value.decode(Int.self)) } catch {
      self = .name(try value.decode(String.self))
    }
  }

  var drum: Drum? {
    switch self {
    case .note(let note): UInt8(exactly: note).flatMap { Drum(note: $0) }
    case .name(let name): Drum(name: name)
    }
  }

  var description: String {
    switch self {
    case .note(let note): "\(note)"
    case .name(let name): name
    }
  }
}

/// Why a file is not a valid drum map.
public struct DrumMapError: Error, Hashable {
  /// The file.
  public var path: String
  /// The reason.
  public var problem: Reason

  /// An error in the file at `path`.
  public init(path: String, problem: Reason) {
    self.path = path
    self.problem = problem
  }

  /// Reasons for the failure.
  public enum Reason: Sendable, Hashable {
    /// The file is not a JSON object from strings to drums.
    case notAMap
    case empty
    /// A key is not a note from 0 to 127.
    case note(String)
    /// A value is not a drum.
    case drum(note: UInt8, String)
    /// The same note appears twice.
    case twice(UInt8)
  }
}

extension DrumMapError: CustomStringConvertible {
  /// The file and the reason, as one sentence.
  public var description: String {
    let reason =
      switch problem {
      case .notAMap: "not a JSON object of notes and drums, such as {\"36\": \"kick\"}"
      case .empty: "the map is empty; write it as {\"36\": \"kick\"}"
      case .note(let key): Voice.notes.expected("a note", found: key)
      case .drum(let note, let value):
        "note \(note): unknown drum “\(value)”; `ghostnote kit list` lists them"
      case .twice(let note): "note \(note) appears twice; remove one"
      }
    return "\(path): \(reason)"
  }
}
