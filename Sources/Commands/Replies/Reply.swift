/// What a command returns: values, from which text is made for people and JSON for programs.
public enum Reply: Sendable, Hashable {
  case done
  /// Drawings and help, which are made for people.
  case text(String)
  /// What happened besides what was asked for, or in which way.
  case remarks([Remark])
  case status(MachineStatus)
  case clock(ClockStatus)
  case drummer(DrummerStatus)
  case patterns(PatternListing)
  case song(SongListing)
  case savedSelections([SavedSelectionRow])
  case clips([ClipRow])
  /// Grids or grooves that have names.
  case presets([PresetRow])
  /// Surface maps, with the controllers that use them.
  case surfaces([SurfaceMapRow])
  case history(HistoryListing)
  case selection(SelectionAnswer)
  case setting(SettingAnswer)
  case assignments([AssignmentRow])
  /// The pattern as the notation writes it.
  case notation(NotationAnswer)
  /// The process is to end.
  case quit

  /// One remark.
  public static func remark(_ remark: Remark) -> Reply { .remarks([remark]) }

  /// The remarks, or done where there are none.
  public static func remarks(orDone remarks: [Remark]) -> Reply {
    remarks.isEmpty ? .done : .remarks(remarks)
  }

  /// What a person is shown; nil where there is nothing to say.
  public var text: String? {
    switch self {
    case .done, .quit: nil
    case .text(let text): text
    case .remarks(let remarks): remarks.map(\.text).joined(separator: "\n")
    case .status(let status): status.text
    case .clock(let status): status.text
    case .drummer(let status): status.text
    case .patterns(let listing): listing.text
    case .song(let listing): listing.text
    case .savedSelections(let rows): SavedSelectionRow.text(rows)
    case .clips(let rows): rows.map(\.text).joined(separator: "\n")
    case .presets(let rows): PresetRow.text(rows)
    case .surfaces(let rows): SurfaceMapRow.text(rows)
    case .history(let listing): listing.text
    case .selection(let answer): answer.text
    case .setting(let answer): answer.text
    case .assignments(let rows): AssignmentRow.text(rows)
    case .notation(let answer): answer.text
    }
  }
}

extension Reply: Codable {
  private enum Kind: String, CodingKey, CaseIterable {
    case done, text, remarks, status, clock, drummer, patterns, song, clips, presets
    case savedSelections = "groups"
    case surfaces, history, selection, setting, assignments, notation, quit
  }

  /// An object with one member, whose key says what it is: `{"patterns": {…}}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Kind.self)
    // Remarks have their text beside them.
    let keys = values.allKeys
    guard let kind = keys.first(where: { $0 != .text }) ?? keys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected one of a reply's kinds"))
    }
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try values.decode(type, forKey: kind)
    }
    switch kind {
    case .done: self = .done
    case .quit: self = .quit
    case .text: self = .text(try value())
    case .remarks: self = .remarks(try value())
    case .status: self = .status(try value())
    case .clock: self = .clock(try value())
    case .drummer: self = .drummer(try value())
    case .patterns: self = .patterns(try value())
    case .song: self = .song(try value())
    case .savedSelections: self = .savedSelections(try value())
    case .clips: self = .clips(try value())
    case .presets: self = .presets(try value())
    case .surfaces: self = .surfaces(try value())
    case .history: self = .history(try value())
    case .selection: self = .selection(try value())
    case .setting: self = .setting(try value())
    case .assignments: self = .assignments(try value())
    case .notation: self = .notation(try value())
    }
  }

  /// The same object; remarks have what a person is shown beside them, as `text`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Kind.self)
    guard let (kind, payload) = content else {
      return try values.encode(true, forKey: self == .quit ? .quit : .done)
    }
    try values.encode(payload, forKey: kind)
    if kind == .remarks { try values.encode(text, forKey: .text) }
  }

  /// What it holds, by itself; nil where it only says that all was done.
  public var payload: (any Encodable & Sendable)? { content?.payload }

  private var content: (kind: Kind, payload: any Encodable & Sendable)? {
    switch self {
    case .done, .quit: nil
    case .text(let text): (.text, text)
    case .remarks(let remarks): (.remarks, remarks)
    case .status(let status): (.status, status)
    case .clock(let status): (.clock, status)
    case .drummer(let status): (.drummer, status)
    case .patterns(let listing): (.patterns, listing)
    case .song(let listing): (.song, listing)
    case .savedSelections(let rows): (.savedSelections, rows)
    case .clips(let rows): (.clips, rows)
    case .presets(let rows): (.presets, rows)
    case .surfaces(let rows): (.surfaces, rows)
    case .history(let listing): (.history, listing)
    case .selection(let answer): (.selection, answer)
    case .setting(let answer): (.setting, answer)
    case .assignments(let rows): (.assignments, rows)
    case .notation(let answer): (.notation, answer)
    }
  }
}
