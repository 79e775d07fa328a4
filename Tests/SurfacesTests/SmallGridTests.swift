import Commands
import MIDI
import MusicalTime
import Rhythm
import Surfaces
import Testing

/// Grids that are too small for a page: arrows get everywhere.
@Suite struct SmallGridTests {
  private let now = HostTime(nanoseconds: 0)

  private static let arrows: [(number: UInt8, use: ButtonUse)] = [
    (100, .up), (101, .down), (102, .left), (103, .right),
  ]

  private func session(
    _ columns: Int, _ rows: Int, _ page: SurfacePage
  ) throws -> SurfaceSession {
    let first = SurfaceKey(.note, 0)
    let grid = try #require(
      PadGrid(first: first, column: 1, row: columns, columns: columns, rows: rows))
    var map = SurfaceMap(name: "Small", grid: grid)
    for arrow in Self.arrows { map.buttons[SurfaceKey(.controller, arrow.number)] = arrow.use }
    var session = SurfaceSession(map)
    session.show(page)
    return session
  }

  /// What each pad asks for without what the strike adds, row by row from the top.
  private func lines(_ session: inout SurfaceSession, _ scene: SurfaceScene) -> [String] {
    session.map.grid.positions.flatMap { position in
      let note = session.map.grid.key(of: position).number
      let lines = session.received(.noteOn(channel: 0, note: note, velocity: 9), at: now, scene)
      _ = session.received(.noteOff(channel: 0, note: note), at: now, scene)
      return lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }
  }

  private func press(_ number: UInt8, _ session: inout SurfaceSession, _ scene: SurfaceScene) {
    for value in [127, 0] as [UInt8] {
      _ = session.received(
        .controlChange(channel: 0, controller: number, value: value), at: now, scene)
    }
  }

  @Test func `on 4 by 4 pads the lowest 16 drums are first, and the arrow up gets to the others`()
    throws
  {
    let scene = SurfaceScene()
    var session = try session(4, 4, .drums)
    let names = Drum.all.map { "hit \($0.name)" }
    #expect(Set(lines(&session, scene)) == Set(names[..<16]))
    #expect(lines(&session, scene).suffix(4) == names[..<4])
    // Nothing is below.
    press(101, &session, scene)
    #expect(lines(&session, scene).suffix(4) == names[..<4])
    press(100, &session, scene)
    #expect(lines(&session, scene).suffix(4) == names[4..<8])
    for _ in 0..<5 { press(100, &session, scene) }
    #expect(
      lines(&session, scene)
        == Array(names[24...] + names[20..<24] + names[16..<20] + names[12..<16]))
    press(101, &session, scene)
    #expect(lines(&session, scene).suffix(4) == names[8..<12])
  }

  @Test func `pads that strike are those that are lit, wherever the page stands`() throws {
    let scene = SurfaceScene()
    var session = try session(4, 4, .drums)
    for _ in 0..<4 {
      var lit: Set<UInt8> = []
      session.restart()
      for second in 1...4 {
        let time = now.advanced(by: .init(nanoseconds: Int64(second) * 1_000_000_000))
        for message in session.messages(showing: scene, at: time)
        where message[0] == 0x90 && message[2] > 0 { lit.insert(message[1]) }
      }
      var struck: Set<UInt8> = []
      for note in UInt8(0)..<16 {
        let lines = session.received(.noteOn(channel: 0, note: note, velocity: 9), at: now, scene)
        _ = session.received(.noteOff(channel: 0, note: note), at: now, scene)
        if !lines.isEmpty { struck.insert(note) }
      }
      #expect(lit == struck)
      press(100, &session, scene)
    }
  }

  @Test(arguments: [
    (4, 4), (8, 4), (4, 8), (5, 5), (1, 1), (2, 3), (8, 1), (1, 8), (16, 4), (3, 16),
  ])
  func `everything of the drums and the drummer is somewhere`(columns: Int, rows: Int) throws {
    let scene = SurfaceScene()
    for page in [SurfacePage.drums, .drummer] {
      var session = try session(columns, rows, page)
      var found: Set<String> = []
      let way: UInt8 = page == .drums ? 100 : 103
      for _ in 0..<26 {
        found.formUnion(lines(&session, scene))
        press(way, &session, scene)
      }
      let drummer = [
        "drummer density", "drummer loudness", "drummer wildness", "drummer listen", "drummer on",
        "drummer fill", "drummer lock", "drummer release", "keep 1",
      ]
      #expect(found == Set(page == .drums ? Drum.all.map { "hit \($0.name)" } : drummer))
    }
  }
}
