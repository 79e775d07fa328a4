import Foundation
import Rhythm

extension DrumMap {
  /// As a file has it, a note a line: `{"36": "kick", …}`.
  public var json: String {
    let rows = drums.sorted { $0.key < $1.key }.map { "  \"\($0.key)\": \"\($0.value.name)\"" }
    return "{\n" + rows.joined(separator: ",\n") + "\n}\n"
  }

  /// The map of a JSON object from notes to drums: names, or General MIDI notes 35 to 60.
  ///
  /// `path` stands in errors only.
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
      guard let note = UInt8(key), note < 128 else {
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

/// A drum as a map may write it.
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

/// Why a file is no map of notes to drums.
public struct DrumMapError: Error, Hashable {
  /// The file.
  public var path: String
  /// What is wrong.
  public var problem: Problem

  /// `problem` of the file at `path`.
  public init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }

  /// What is wrong in it.
  public enum Problem: Sendable, Hashable {
    /// No JSON object from strings to drums.
    case notAMap
    case empty
    /// A key that is no note 0 to 127.
    case note(String)
    /// A value that is no drum.
    case drum(note: UInt8, String)
    /// One note, written in two ways.
    case twice(UInt8)
  }
}

extension DrumMapError: CustomStringConvertible {
  public var description: String {
    let reason =
      switch problem {
      case .notAMap: "not a JSON object of notes and drums, such as {\"36\": \"kick\"}"
      case .empty: "names no note; write it as {\"36\": \"kick\"}"
      case .note(let key): "“\(key)” is no note; notes are 0 to 127"
      case .drum(let note, let value):
        "note \(note): “\(value)” is no drum; `ghostnote kit list` names them"
      case .twice(let note): "note \(note) is there twice; leave one"
      }
    return "\(path): \(reason)"
  }
}
