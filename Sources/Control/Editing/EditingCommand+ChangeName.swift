import Rhythm

extension EditingCommand {
  /// What undo calls it.
  var changeName: String {
    switch self {
    case .undo, .redo, .history, .clips: "edit"
    case .select: "select"
    case .fill(let code, _): "fill \(code)"
    case .draw(let marker, _, _): "draw \(marker + 1)"
    case .shift: "shift"
    case .scale: "scale"
    case .subdivide: "subdivide"
    case .merge: "merge"
    case .rotate: "rotate"
    case .reverse: "reverse"
    case .delete: "delete"
    case .marker: "marker"
    case .amplitude: "amplitude"
    case .clip(let number, _): "clip \(number + 1)"
    case .group(.save(let number, _)): "group save \(number + 1)"
    case .group(.clear(let number)): "group clear \(number + 1)"
    case .group(.place(let number, _)): "group place \(number + 1)"
    case .group(.placeNamed(let name, _)): "group place \(name)"
    case .group(.list): "group list"
    }
  }

  /// Whether a fader may send many of them in a row.
  var isStream: Bool {
    switch self {
    case .amplitude: true
    default: false
    }
  }
}
