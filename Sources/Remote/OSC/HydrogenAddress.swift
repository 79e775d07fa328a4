import Commands
import Foundation
import MusicalTime
import OSC
import Rhythm

/// An address that Hydrogen takes by OSC, and what it does here.
///
/// Source: `OscServer.cpp` of Hydrogen 1.2 and 2.0-dev, and its manual.
struct HydrogenAddress: Sendable {
  /// What follows `/Hydrogen/`; `X` stands for the number of an instrument, from 1.
  let path: String
  /// How many numbers follow, or a string; Hydrogen's own buttons send a number that is ignored.
  let takes: Arguments
  /// What it does here, or why it does nothing.
  let meaning: String
  /// The lines that do it; nil where it does nothing.
  let lines: Lines?

  /// What follows an address.
  enum Arguments: Sendable, Hashable {
    case nothing
    case numbers(Int)
    case string
    /// More of them than are looked at: what it does here does not depend on them.
    case any
  }

  typealias Lines = @Sendable (Call, inout HydrogenMemory) throws -> [String]

  /// What came with a message.
  struct Call {
    var numbers: [Double]
    var text: String
    var drum: Drum
    var session: SessionPicture
    /// `CLOCK_MONOTONIC`.
    var time: Int64

    /// The first number.
    var number: Double { numbers.first ?? 0 }
    var isOn: Bool { number != 0 }
  }

  init(
    _ path: String, _ takes: Arguments = .nothing, does meaning: String, _ lines: @escaping Lines
  ) {
    self.path = path
    self.takes = takes
    self.meaning = meaning
    self.lines = lines
  }

  /// One that does nothing here.
  init(_ path: String, not reason: String) {
    self.path = path
    takes = .any
    meaning = reason
    lines = nil
  }

  /// Whether it has the number of an instrument as its last part.
  var hasStrip: Bool { path.hasSuffix("/X") }
}

extension HydrogenAddress {
  /// The first part of Hydrogen's addresses.
  static let root = "Hydrogen"

  /// Every address, in the order of Hydrogen's manual.
  static let all =
    transport + recording + HydrogenMixer.rows + notes + patterns + modes + files
    + HydrogenHumanising.rows + drumkits
    + playlists

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

  /// The row of an address and the number of the instrument in it, from 1; throws for one that Hydrogen
  /// has not either.
  static func row(of address: OSCAddress) throws(CommandError) -> (HydrogenAddress, strip: Int) {
    // Hydrogen's manual prints a slash at the end, and its code has none.
    let parts = address.parts.dropFirst().filter { !$0.isEmpty }
    let name = parts.first.map(String.init) ?? ""
    if parts.count == 1, let row = byPath[name] { return (row, 1) }
    if parts.count == 2, let row = byPath[name + "/X"], let strip = Int(parts[1]) {
      return (row, strip)
    }
    throw CommandError("unknown address \(address): docs/osc.md lists Hydrogen's", isUsage: true)
  }

  /// The lines that `message` asks for; none where there is nothing to do.
  static func lines(
    _ message: OSCMessage, session: SessionPicture, at time: Int64, _ memory: inout HydrogenMemory
  ) throws(CommandError) -> [String] {
    let (row, strip) = try row(of: message.address)
    guard let lines = row.lines else {
      throw CommandError("\(message.address): \(row.meaning)")
    }
    let numbers = message.arguments.compactMap(\.number)
    var text = ""
    if case .string(let given)? = message.arguments.first { text = given }
    try row.check(numbers, text, message.address)
    guard session.isKnown else { throw CommandError("the session is not there yet: try again") }
    let call = Call(
      numbers: numbers, text: text, drum: row.hasStrip ? try drum(ofStrip: strip) : .kick,
      session: session, time: time)
    do { return try lines(call, &memory) } catch let error as CommandError { throw error } catch {
      throw CommandError("\(error)")
    }
  }

  private func check(
    _ numbers: [Double], _ text: String, _ address: OSCAddress
  ) throws(CommandError) {
    switch takes {
    case .numbers(let count):
      guard numbers.count >= count, numbers.allSatisfy(\.isFinite) else {
        throw CommandError(
          "\(address): expected \(count) number\(count == 1 ? "" : "s"), found "
            + "\(numbers.filter(\.isFinite).count)",
          isUsage: true)
      }
    case .string:
      guard !text.isEmpty else {
        throw CommandError("\(address): expected a string", isUsage: true)
      }
    case .nothing, .any: break
    }
  }

  /// The drum of Hydrogen's instrument, counted from 1: its own kits have them in General MIDI's order
  /// from note 36 on.
  static func drum(ofStrip strip: Int) throws(CommandError) -> Drum {
    // The number is a sender's: nothing is computed from it before it is in range.
    let strips = 1...(Drum.count - 1)
    let lowest = Int(Drum.notes.lowerBound)
    guard strips.contains(strip), let drum = Drum(note: UInt8(lowest + strip)) else {
      let notes = lowest + strips.lowerBound...lowest + strips.upperBound
      throw CommandError(
        strips.expected("an instrument", found: strip) + ": they are notes \(notes.words())")
    }
    return drum
  }

  /// The drum of Hydrogen's instrument, counted from 0.
  static func drum(_ instrument: Int) throws(CommandError) -> Drum {
    try drum(ofStrip: instrument &+ 1)
  }

  /// A whole number near `number`.
  static func whole(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? -1 }

  /// A gain as dB within the knob's range; 0 is the lowest.
  static func decibels(_ gain: Double, _ knob: Knob = .level) -> Double {
    guard gain > 0 else { return knob.range.lowerBound }
    let level = (200 * log10(gain)).rounded() / 10
    return min(max(level, knob.range.lowerBound), knob.range.upperBound)
  }

  /// Hydrogen's gains.
  static let gains = 0.0...1.5

  /// dB as a gain; the lowest is 0.
  static func gain(_ level: Double, _ knob: Knob = .level) -> Double {
    level <= knob.range.lowerBound ? gains.lowerBound : pow(10, level / 20)
  }

  /// dB as Hydrogen shows it: no more than its faders have.
  static func shownGain(_ level: Double) -> Double { min(gain(level), gains.upperBound) }

  /// A gain one step up or down; Hydrogen steps by 0.05, and 0 silences. One beyond Hydrogen's goes down, and not further
  /// up.
  static func stepped(_ gain: Double, by direction: Double) -> Double {
    direction == 0
      ? gains.lowerBound
      : min(max(gain + 0.05 * direction, gains.lowerBound), max(gain, gains.upperBound))
  }

  /// A command's line; its words are quoted where they have to be.
  static func line(_ path: String, _ arguments: ArgumentValue...) throws(CommandError) -> String {
    try CommandTable.command(path, arguments).line
  }
}
