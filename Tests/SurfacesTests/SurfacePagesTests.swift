import Commands
import Foundation
import MIDI
import MusicalTime
import Rhythm
import Surfaces
import Testing

/// What pads ask for, and what they show while the music rolls.
@Suite struct SurfacePagesTests {
  /// A patch of one bar: kick on 1 and 9, snare on 5 and 13.
  private func bench(_ model: VirtualSurface.Model = .launchpadX) throws -> SurfaceBench {
    var bench = try SurfaceBench(model)
    for line in ["step kick 1 100", "step kick 9 60", "step snare 5 30", "step snare 13 100"] {
      try bench.scene.patch.carryOut(line)
    }
    return bench
  }

  @Test func `a pad writes a step as hard as it is struck, and clears one that is there`() throws {
    var bench = try bench()
    #expect(bench.press(2, 0, velocity: 77) == ["step kick 3 77"])
    #expect(bench.press(0, 0) == ["step kick 1 0"])
    #expect(bench.press(4, 1) == ["step snare 5 0"])
    var mini = try self.bench(.launchpadMiniMK3)
    #expect(mini.press(2, 0, velocity: 127) == ["step kick 3 100"])
  }

  @Test func `arrows show the steps and drums that do not fit`() throws {
    var bench = try bench()
    bench.settle()
    let right = ShortMessage.controlChange(channel: 0, controller: 94, value: 127)
    #expect(bench.device.lights[SurfaceKey(.controller, 94)] == "white half")
    #expect(bench.session.received(right, at: bench.now, bench.scene).isEmpty)
    bench.settle()
    #expect(bench.device.pad(0, 0) == "orange half")
    #expect(bench.device.pad(4, 1) == "yellow")
    #expect(bench.device.lights[SurfaceKey(.controller, 94)] == nil)
    #expect(bench.device.lights[SurfaceKey(.controller, 93)] == "white half")
    #expect(bench.press(1, 0) == ["step kick 10 100"])
    let down = ShortMessage.controlChange(channel: 0, controller: 92, value: 127)
    _ = bench.session.received(down, at: bench.now, bench.scene)
    bench.settle()
    #expect(bench.device.pad(4, 0) == "yellow")
  }

  @Test func `while it rolls the step that is heard is white`() throws {
    var bench = try bench()
    bench.scene.transport.isRolling = true
    bench.scene.transport.time = bench.now
    bench.scene.transport.tempo = Tempo(clampingBPM: 20)
    // A sixteenth takes 750 ms; each tick 20 ms.
    for _ in 0..<25 { bench.tick() }
    #expect(
      (0..<8).map { bench.device.pad($0, 0) ?? "-" } == ["white"] + Array(repeating: "-", count: 7))
    #expect(bench.device.pad(0, 2) == "white half")
    for _ in 0..<25 { bench.tick() }
    #expect(bench.device.pad(0, 0) == "orange")
    #expect(bench.device.pad(1, 0) == "white half")
    #expect(bench.device.pad(0, 2) == nil)
  }

  @Test(arguments: [
    (Beats(9, over: 8), [4, 6, 2, 4, 6]), (Beats(25, over: 8), [12, 2, 6, 0, 1]),
    // In the second loop of the pattern.
    (Beats(51, over: 8), [9, 6, 12, 1, 4]),
  ])
  func `a lane with a speed of its own has its own step white`(beat: Beats, steps: [Int]) throws {
    let scene = try Self.scene(
      """
      grid: 16/4
      kick: x...x...x...x...
      snare [ratio 3/2]: x...x...x...x...
      closedhat [ratio 1/2]: x...x...x...x...
      openhat [grid 5/4, ratio 2]: x.x..
      clap [ratio √2]: x...x...x...x...
      """, at: beat)
    for (row, step) in steps.enumerated() {
      #expect(Self.columns(of: scene, row) { $0.colour == .white } == [step], "row \(row)")
    }
  }

  private static let now = HostTime(nanoseconds: 1_000_000_000)

  /// A pattern that is heard `beat` after it began.
  private static func scene(_ text: String, at beat: Beats) throws -> SurfaceScene {
    let pattern = try PatternNotation.pattern(text)
    var scene = SurfaceScene(Patch(pattern: pattern))
    scene.transport.isRolling = true
    scene.transport.pattern = pattern.name
    scene.transport.time = now
    // What counts is the time since the pattern began.
    scene.transport.origin = Beats(8)
    scene.transport.beat = Beats(8) + beat
    return scene
  }

  /// The columns of a row of steps that have such a light.
  private static func columns(
    of scene: SurfaceScene, _ row: Int, where isMeant: (Light) -> Bool
  ) -> [Int] {
    let picture = SurfaceView(columns: 16, rows: 8).picture(of: scene, at: now)
    return (0..<16).filter { column in picture[column, row].map(isMeant) == true }
  }

  @Test(arguments: [
    (Beats(9, over: 8), [4, 9, 4]), (Beats(33, over: 8), [15, 5, 3]),
    (Beats(73, over: 8), [2, 1, 4]),
  ])
  func `a lane that turns has the step white that is played, loop after loop`(
    beat: Beats, steps: [Int]
  ) throws {
    let scene = try Self.scene(
      """
      grid: 16/4
      kick [turn 1]: x...x...x...x...
      snare [turn -2, ratio 2]: x...x...x...x...
      closedhat [grid 5/4, turn 1]: x....
      """, at: beat)
    for (row, step) in steps.enumerated() {
      #expect(Self.columns(of: scene, row) { $0.colour == .white } == [step], "row \(row)")
    }
  }

  @Test func `what the drummer is going to play pulses on the step that is played then`() throws {
    var scene = try Self.scene(
      """
      grid: 16/4
      kick [turn 1]: x...x...x...x...
      snare [ratio 1/2]: x...x...x...x...
      closedhat [ratio 2, turn -1]: x...x...x...x...
      """, at: Beats(4))
    // A little before its marker, on one, and a little after one.
    let origin = scene.transport.origin
    scene.ghosts = [
      .init(.kick, at: origin + Beats(5) - Beats(1, over: 32)),
      .init(.snare, at: origin + Beats(5)),
      .init(.closedHat, at: origin + Beats(11, over: 2) + Beats(1, over: 64)),
    ]
    for (row, step) in [3, 10, 14].enumerated() {
      #expect(Self.columns(of: scene, row) { $0.behaviour == .pulse } == [step], "row \(row)")
    }
  }

  @Test func `the playhead costs two columns a step`() throws {
    var bench = try bench()
    bench.settle()
    bench.scene.transport.isRolling = true
    bench.scene.transport.time = bench.now
    bench.scene.transport.tempo = Tempo(clampingBPM: 120)
    let before = bench.times.count
    // One bar is 2 seconds, of which 8 steps are shown.
    for _ in 0..<100 { bench.tick() }
    // The green of play as well.
    #expect((100...(16 * 9)).contains(bench.times.count - before))
  }

  @Test func `what the drummer is going to play pulses dimly, and never hides a step`() throws {
    var bench = try bench()
    bench.scene.transport.isRolling = true
    bench.scene.transport.time = bench.now
    bench.scene.transport.tempo = Tempo(clampingBPM: 20)
    bench.scene.transport.origin = Beats(-4)
    bench.scene.transport.beat = Beats(-4)
    bench.scene.ghosts = [
      .init(.snare, at: Beats(-7, over: 2)), .init(.kick, at: Beats(-4)),
      // A little early for step 8 of the hi-hat.
      .init(.closedHat, at: Beats(-9, over: 4) - Beats(1, over: 32)),
      // Of the loop after the next, and of the past.
      .init(.clap, at: Beats(9, over: 2)), .init(.clap, at: Beats(-5)),
    ]
    bench.settle()
    #expect(bench.device.pad(2, 1) == "yellow dim pulsing")
    #expect(bench.device.pad(7, 2) == "cyan dim pulsing")
    #expect((0..<8).allSatisfy { bench.device.pad($0, 4)?.contains("pulsing") != true })
    #expect(bench.device.pad(0, 0) != "orange dim pulsing")
    #expect(bench.device.pad(4, 1) == "yellow dim")
  }

  @Test func `a drum pad strikes when it was struck, and lights up when it is heard`() throws {
    var bench = try bench()
    bench.session.show(.drums)
    bench.settle()
    // The second of the lowest row is General MIDI's bass drum.
    #expect(bench.press(1, 7, velocity: 90) == ["hit kick 90 at \(bench.now.nanoseconds)"])
    #expect(bench.press(7, 0).isEmpty)
    bench.scene.struck[.kick] = bench.now.advanced(by: .init(nanoseconds: 30_000_000))
    bench.tick()
    #expect(bench.device.pad(1, 7) == "orange half")
    bench.tick()
    #expect(bench.device.pad(1, 7) == "white")
    bench.settle()
    #expect(bench.device.pad(1, 7) == "orange half")
  }

  @Test func `patterns show which is heard and which waits`() throws {
    var bench = try bench()
    let names = ["a", "b", "c"]
    try bench.scene.patch.setPatterns(
      try names.map { try Pattern(name: $0) }, selected: 2)
    bench.scene.transport.isRolling = true
    bench.scene.transport.pattern = "a"
    bench.scene.queued = "b"
    bench.session.show(.patterns)
    bench.settle()
    #expect((0..<4).map { bench.device.pad($0, 0) } == ["green", "green flashing", "blue", nil])
    #expect(bench.press(1, 0) == ["pattern 2"])
    #expect(bench.press(3, 0).isEmpty)
  }

  /// Presses and releases the button for the rows below.
  private func scrollDown(_ bench: inout SurfaceBench) {
    for value in [127, 0] as [UInt8] {
      let message = ShortMessage.controlChange(channel: 0, controller: 92, value: value)
      #expect(bench.session.received(message, at: bench.now, bench.scene).isEmpty)
    }
  }

  @Test func `patterns that are left stay in sight when others are deleted`() throws {
    var bench = try bench()
    func have(_ count: Int) throws {
      try bench.scene.patch.setPatterns((0..<count).map { try Pattern(name: "p\($0)") })
    }
    try have(100)
    bench.session.show(.patterns)
    // Of 13 rows the last 8.
    for _ in 0..<9 { scrollDown(&bench) }
    #expect(bench.press(0, 0) == ["pattern 41"])
    try have(80)
    #expect(bench.press(0, 0) == ["pattern 17"])
    #expect(bench.press(7, 7) == ["pattern 80"])
    try have(3)
    bench.settle()
    #expect((0..<4).map { bench.device.pad($0, 0) } == ["blue", "blue half", "blue half", nil])
    #expect(bench.press(2, 0) == ["pattern 3"])
    #expect(bench.press(3, 0).isEmpty)
    #expect(bench.device.lights[SurfaceKey(.controller, 91)] == nil)
  }

  @Test func `sections that are left stay in sight when others are deleted`() throws {
    var bench = try bench()
    let pattern = bench.scene.patch.pattern.name
    func have(_ count: Int) throws {
      let sections = Array(repeating: Section(pattern: pattern), count: count)
      try bench.scene.patch.setSong(Song(sections: sections))
    }
    try have(100)
    bench.scene.patch.playsSong = true
    bench.session.show(.song)
    for _ in 0..<9 { scrollDown(&bench) }
    #expect(bench.press(0, 0) == ["song loop 41"])
    try have(80)
    #expect(bench.press(0, 0) == ["song loop 17"])
    #expect(bench.press(7, 7) == ["song loop 80"])
    try have(3)
    bench.settle()
    #expect(
      (0..<4).map { bench.device.pad($0, 0) } == ["orange half", "orange half", "orange half", nil])
    #expect(bench.press(2, 0) == ["song loop 3"])
    #expect(bench.press(3, 0).isEmpty)
    #expect(bench.device.lights[SurfaceKey(.controller, 91)] == nil)
  }

  @Test func `a section of the song is looped by its pad, and let go by it again`() throws {
    var bench = try bench()
    var song = Song()
    song.sections = [Section(pattern: ""), Section(pattern: "")]
    try bench.scene.patch.setSong(song)
    bench.session.show(.song)
    #expect(bench.press(1, 0) == ["song play"])
    bench.scene.patch.playsSong = true
    bench.scene.section = 1
    #expect(bench.press(1, 0) == ["song loop 2"])
    bench.scene.loopsSection = true
    bench.settle()
    #expect((0..<3).map { bench.device.pad($0, 0) } == ["orange half", "green flashing", nil])
    #expect(bench.press(1, 0) == ["song loop off"])
  }

  @Test func `a column of the drummer sets a knob to its height`() throws {
    var bench = try bench()
    bench.session.show(.drummer)
    #expect(bench.press(0, 0) == ["drummer density 1.0"])
    #expect(bench.press(1, 7) == ["drummer loudness 0.0"])
    #expect(bench.press(3, 4) == ["drummer listen 0.43"])
    #expect(bench.press(4, 0) == ["drummer on"])
    #expect(bench.press(4, 1) == ["drummer fill"])
    #expect(bench.press(5, 0).isEmpty)
  }

  @Test func `what the drummer is asked for goes on in the next column where there are few rows`()
    throws
  {
    var bench = try bench(.mcu)
    bench.session.show(.drummer)
    #expect(
      (0..<4).map { bench.press(4, $0) } == [
        ["drummer on"], ["drummer fill"], ["drummer lock"], ["drummer release"],
      ])
    #expect(bench.press(5, 0) == ["keep 1"])
    #expect(bench.press(5, 1).isEmpty)
    #expect(bench.press(6, 0).isEmpty)
  }

  @Test func `a button does its line, and another one when it is released`() throws {
    var bench = try bench()
    let fill = { (value: UInt8) in
      ShortMessage.controlChange(channel: 0, controller: 69, value: value)
    }
    #expect(bench.session.received(fill(127), at: bench.now, bench.scene) == ["fill on"])
    #expect(bench.session.received(fill(127), at: bench.now, bench.scene).isEmpty)
    #expect(bench.session.received(fill(0), at: bench.now, bench.scene) == ["fill off"])
    #expect(bench.session.received(fill(127), at: bench.now, bench.scene) == ["fill on"])
    // Unplugged while it is held.
    #expect(bench.session.close().lines == ["fill off"])
  }
}
