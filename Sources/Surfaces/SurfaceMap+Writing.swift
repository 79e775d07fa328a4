import MIDI
import Ports

extension SurfaceMap {
  /// The file of a map whose lights and buttons are plain, as the wizard makes it.
  public var plainJSON: String {
    let ports = ports.map { Self.quoted($0.text) }.joined(separator: ", ")
    return """
      {
        "name": \(Self.quoted(name)),
        "note": "learnt from three presses; see docs/surfaces.md for colours and buttons",
        "ports": [\(ports)],
        "grid": {
          "kind": "\(grid.first.kind == .note ? "note" : "cc")", "channel": \(grid.first.channel + 1),
          "first": \(grid.first.number), "column": \(grid.column), "row": \(grid.row),
          "columns": \(grid.columns), "rows": \(grid.rows), "velocity": \(grid.hasVelocity)
        },
        "lights": {"off": 0, "colours": {"white": {"steady": 127, "pulse": 0}}},
        "buttonLights": {"off": 0, "colours": {"white": [0, 127, 127]}}
      }

      """
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      default: quoted += scalar.value < 0x20 ? "?" : String(scalar)
      }
    }
    return quoted + "\""
  }
}
