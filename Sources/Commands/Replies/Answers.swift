public import Rhythm

/// What is selected.
public struct SelectionAnswer: Sendable, Hashable, Codable {
  /// `markers` or `hits`; nil for nothing.
  public var kind: String?
  /// The drum whose own grid the markers are of; nil for the pattern's.
  public var grid: String?
  /// The drums whose hits are meant; nil for all on the grid.
  public var drums: [String]?
  /// Markers from 1.
  public var markers: [Int]

  /// Counts markers from 1; nil is an empty selection.
  public init(_ selection: Selection?) {
    kind = selection?.kind.rawValue
    grid = selection?.lane.map { "\($0)" }
    drums = selection?.voices.map { $0.sorted { $0.key < $1.key }.map { "\($0)" } }
    markers = selection?.numbers.map { $0 + 1 } ?? []
  }

  /// For a terminal, markers in ranges.
  var text: String {
    guard let kind else { return "nothing is selected" }
    var ranges: [ClosedRange<Int>] = []
    for number in markers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let numbers = ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: " ")
    let owners = (grid.map { [$0] } ?? drums ?? []).map { " \($0)" }.joined()
    return "selected: \(kind)\(owners) \(numbers)"
  }
}

/// How something is set.
public struct SettingAnswer: Sendable, Hashable, Codable {
  /// As it is typed: `level kick`.
  public var name: String
  /// Nil where it is not a number.
  public var value: Double?
  /// What is set, where it is not a number: `on`, `off`, a groove.
  public var word: String?
  /// Empty for a bare number.
  public var unit: String

  /// A number in `unit`.
  public init(name: String, value: Double, unit: String) {
    self.name = name
    self.value = value
    self.unit = unit
  }

  /// A setting that is a word, such as `on`.
  public init(name: String, word: String) {
    self.name = name
    self.word = word
    unit = ""
  }

  /// A switch.
  init(name: String, isOn: Bool) { self.init(name: name, word: isOn ? "on" : "off") }

  var text: String {
    let set = value.map { MachineStatus.rounded($0) } ?? word ?? ""
    return "\(name) \(set)" + (unit.isEmpty ? "" : " \(unit)")
  }
}

/// The pattern as the notation writes it.
public struct NotationAnswer: Sendable, Hashable, Codable {
  /// A line a lane, or one line that pastes it.
  public var text: String

  public init(text: String) { self.text = text }
}

/// What a note, a controller or pitch bend does.
public struct AssignmentRow: Sendable, Hashable, Codable {
  /// `cc`, `note` or `bend`.
  public var trigger: String
  /// 0 to 127; nil for pitch bend.
  public var number: Int?
  /// 1 to 16; nil for the channel that notes are received on.
  public var channel: Int?
  /// How values are read, where not as positions of 0 to 127.
  public var coding: String?
  /// Whether it is kept for this machine rather than in the patch.
  public var isKept: Bool?
  /// The command, but for what the control gives; of a note that is played, the drum.
  public var command: String
  /// `nothing`, `switch`, `range` or `drum`.
  public var gives: String
  /// What the control gives at value 0; nil unless `gives` is `range`.
  public var from: Double?
  /// What the control gives at its highest value; nil unless `gives` is `range`.
  public var to: Double?

  /// Of one in a patch: the channel counts from 1, and `isKept` is nil.
  public init(_ assignment: ControlAssignment) {
    switch assignment.trigger {
    case .controller(let number): (trigger, self.number) = ("cc", Int(number))
    case .note(let number): (trigger, self.number) = ("note", Int(number))
    case .pitchBend: trigger = "bend"
    }
    channel = assignment.channel.map { Int($0) + 1 }
    coding = assignment.coding == .absolute ? nil : assignment.coding.rawValue
    command = assignment.action.words.joined(separator: " ")
    switch assignment.action.gives {
    case .nothing: gives = "nothing"
    case .switch: gives = "switch"
    case .range(let from, let to): (gives, self.from, self.to) = ("range", from, to)
    }
  }

  /// A note that plays another drum than General MIDI's.
  public init(note: UInt8, drum: Drum) {
    (trigger, number, command, gives) = ("note", Int(note), drum.name, "drum")
  }

  /// The same, kept for this machine.
  public var kept: AssignmentRow {
    var row = self
    row.isKept = true
    return row
  }

  static func text(_ rows: [AssignmentRow]) -> String {
    rows.isEmpty ? "nothing is assigned" : rows.map(\.text).joined(separator: "\n")
  }

  /// One line for a terminal.
  public var text: String {
    var text = trigger
    if let number { text += " \(number)" }
    if let channel { text += " channel \(channel)" }
    if let coding { text += " \(coding)" }
    text += "  \(command)"
    if gives == "switch" { text += " on|off" }
    if let from, let to {
      text += " from \(MachineStatus.rounded(from)) to \(MachineStatus.rounded(to))"
    }
    if isKept == true { text += "  (this machine)" }
    return text
  }
}
