import Foundation
import MusicalTime
import Rhythm

/// A JSON map from drums to files, for samples whose names say too little.
public struct KitMap: Sendable, Hashable {
  /// The kit's name.
  public var name: String?
  /// Who made the samples.
  public var author: String?
  /// Their licence.
  public var licence: String?
  /// By the drum's name, General MIDI's name, or note.
  public var drums: [String: Entry]

  /// The files of a drum and how it sounds.
  public struct Entry: Sendable, Hashable {
    /// Softest first; a list in the list is one layer's variants.
    public var layers: [[String]]
    /// Drums of one group cut each other off in players with one channel.
    public var choke: String?
    /// −1 left … 1 right.
    public var pan: Double?
    /// In dB.
    public var level: Double?
    /// In cents.
    public var tuning: Double?
    /// Whether the samples are played backwards.
    public var reverse: Bool?
    /// Whether the sound is held: its own loop, or all of it, repeats until the note ends.
    public var loop: Bool?
  }

  /// Reads a map; throws what is wrong with it, as a phrase.
  public init(json: [UInt8]) throws(SampleKitError) {
    do { self = try JSONDecoder().decode(Self.self, from: Data(json)) } catch {
      throw SampleKitError("no map of drums: \(Self.reason(error))")
    }
    var names: [UInt8: String] = [:]
    for (name, entry) in drums.sorted(by: { $0.key < $1.key }) {
      guard let note = Self.note(of: name) else {
        throw SampleKitError("unknown drum \(name.quoted): `ghostnote kit list` names them")
      }
      if let other = names.updateValue(name, forKey: note) {
        throw SampleKitError(
          "“\(other)” and “\(name)” are both note \(note): put their files together")
      }
      guard !entry.layers.isEmpty, entry.layers.allSatisfy({ !$0.isEmpty }) else {
        throw SampleKitError("\(name): expected at least one file")
      }
      try Self.check(entry.pan, Knob.pan.range, "\(name), pan")
      try Self.check(entry.level, -60...24, "\(name), level")
      try Self.check(entry.tuning, -12_000...12_000, "\(name), tuning")
    }
  }

  /// The MIDI note of a drum's name or number.
  static func note(of name: String) -> UInt8? {
    Voice(name: name)?.note ?? UInt8(name).flatMap { Voice.notes.contains(Int($0)) ? $0 : nil }
      ?? DrumName.notes(for: name).first
  }

  private static func check(
    _ value: Double?, _ range: ClosedRange<Double>, _ name: String
  ) throws(SampleKitError) {
    guard let value, !range.contains(value) else { return }
    throw SampleKitError("\(name): " + range.expected(found: value))
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath))“\(key.stringValue)” is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(path(context.codingPath))\(context.debugDescription)"
    default: "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "" : keys.map(\.stringValue).joined(separator: ", ") + ": "
  }
}

/// Why a kit was not made, as a phrase.
public struct SampleKitError: Error, Hashable, CustomStringConvertible {
  /// A phrase that follows the name of the kit's file.
  public let description: String

  /// `description` is a phrase that follows the name of the kit's file.
  public init(_ description: String) { self.description = description }
}
