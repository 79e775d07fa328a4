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
