import MIDI
import Surfaces
import Testing

@Suite struct GridWizardTests {
  private func learn(_ keys: [SurfaceKey], columns: Int = 8, rows: Int = 8)
    -> GridWizard.Outcome?
  {
    var wizard = GridWizard(columns: columns, rows: rows)
    return keys.map { wizard?.take($0, velocity: 90) }.last ?? nil
  }

  @Test(arguments: [
    (81, 82, 71, 1, -10), (0, 1, 16, 1, 16), (56, 57, 48, 1, -8), (92, 93, 84, 1, -8),
    // Turned by a quarter and by a half.
    (0, 8, 1, 8, 1), (63, 62, 55, -1, -8),
  ])
  func `three presses say where every pad is, whichever way the grid is turned`(
    first: UInt8, right: UInt8, below: UInt8, column: Int, row: Int
  ) throws {
    let keys = [first, right, below].map { SurfaceKey(.note, $0) }
    guard case .done(let grid) = learn(keys) else {
      Issue.record("not learnt")
      return
    }
    #expect(grid.first == keys[0])
    #expect((grid.column, grid.row) == (column, row))
    #expect(grid.positions.count == 64)
    for position in grid.positions {
      #expect(grid.position(of: grid.key(of: position)) == position)
    }
  }

  @Test(
    arguments: [
      ([90, 90, 127], true), ([127, 64, 127], true), ([1, 127, 127], true),
      ([127, 127, 127], false), ([127, 127, 126], true),
    ] as [([UInt8], Bool)])
  func `pads have velocity where any of the three presses was not as hard as can be`(
    velocities: [UInt8], hasVelocity: Bool
  ) throws {
    var wizard = try #require(GridWizard())
    // What was pressed before it began again does not count.
    _ = wizard.take(SurfaceKey(.note, 0), velocity: 1)
    _ = wizard.take(SurfaceKey(.note, 0), velocity: 1)
    var outcome: GridWizard.Outcome?
    for (number, velocity) in zip([81, 82, 71] as [UInt8], velocities) {
      outcome = wizard.take(SurfaceKey(.note, number), velocity: velocity)
    }
    guard case .done(let grid) = outcome else {
      Issue.record("not learnt")
      return
    }
    #expect(grid.hasVelocity == hasVelocity)
  }

  @Test func `a press that does not fit begins again`() throws {
    let pad = { (number: UInt8) in SurfaceKey(.note, number) }
    guard case .refused = learn([pad(36), pad(36)]),
      case .refused = learn([pad(36), SurfaceKey(.controller, 37)]),
      case .refused = learn([pad(36), SurfaceKey(.note, 37, channel: 1)]),
      case .refused(let reason) = learn([pad(36), pad(37), pad(40)])
    else {
      Issue.record("it was taken")
      return
    }
    #expect(
      reason == "8 × 8 pads with steps of 1 and 4 do not fit: "
        + "`surface learn COLUMNSxROWS` says how many there are")
    #expect(learn([pad(36), pad(37), pad(40)], columns: 4, rows: 4) != nil)
    guard case .done = learn([pad(36), pad(37), pad(40)], columns: 4, rows: 4) else {
      Issue.record("4 × 4 was not learnt")
      return
    }
  }
}
