import Ports
import Surfaces

/// Maps of controllers: read, and asked for what a session asks of them; those that the wizard could have made
/// are written and read again.
enum SurfaceDoor {
  static func take(_ bytes: [UInt8]) {
    guard let map = try? SurfaceMap(json: bytes, file: "a map") else { return }
    _ = map.matches(client: map.name, port: "MIDI 1")
    for position in map.grid.positions {
      let key = map.grid.key(of: position)
      precondition(map.grid.position(of: key) == position, "a pad is not where it is")
      precondition(map.buttons[key] == nil, "a pad is a button too")
    }
    var plain = SurfaceMap(name: map.name, grid: map.grid)
    plain.ports = map.ports
    do {
      let again = try SurfaceMap(json: Array(plain.plainJSON.utf8), file: "a written map")
      precondition(again.grid == plain.grid, "a grid changes when it is written")
    } catch { fatalError("a map that was written can't be read: \(error)") }
  }
}
