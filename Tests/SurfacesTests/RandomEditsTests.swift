import CommandText
import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import Rhythm
import Surfaces
import Testing

/// A device that is used by the installed map, in a time that the test turns.
struct SurfaceBench {
  var session: SurfaceSession
  var device: VirtualSurface
  var scene = SurfaceScene()
  var now = HostTime(nanoseconds: 1_000_000_000)
  /// When each message was sent.
  private(set) var times: [Int64] = []

  init(_ model: VirtualSurface.Model) throws {
    let root = URL(filePath: GhostnoteProgram.root)
    session = SurfaceSession(
      try SurfaceMap(path: root.appending(path: "Surfaces/\(model.rawValue).json").path))
    device = VirtualSurface(model)
  }

  /// Lets 20 ms pass and sends what may be sent.
  mutating func tick() {
    now = now.advanced(by: HostTime.Interval(nanoseconds: 20_000_000))
    for message in session.messages(showing: scene, at: now) {
      device.take(message)
      times.append(now.nanoseconds)
    }
  }

  /// Lets a second pass, more than enough for every light.
  mutating func settle() { for _ in 0..<25 { tick() } }

  /// The most messages in any second.
  var mostInASecond: Int {
    var (most, first) = (0, 0)
    for (index, time) in times.enumerated() {
      while time - times[first] >= 1_000_000_000 { first += 1 }
      most = max(most, index - first + 1)
    }
    return most
  }

  /// Presses and releases a pad; returns the lines that it asks for.
  mutating func press(_ column: Int, _ row: Int, velocity: UInt8 = 100) -> [String] {
    let note = device.model.pad(column, row)
    let lines = session.received(
      .noteOn(channel: 0, note: note, velocity: velocity), at: now, scene)
    return lines + session.received(.noteOff(channel: 0, note: note), at: now, scene)
  }

  /// What differs from what the document says, pad by pad.
  func differences() -> [String] {
    let oracle = SurfaceOracle(patch: scene.patch, model: device.model)
    var found: [String] = []
    for row in 0..<device.model.rows {
      for column in 0..<8 {
        let (shown, wanted) = (
          device.pad(column, row), oracle.pad(column, row, of: session.view.page)
        )
        if shown != wanted {
          found.append(
            "\(session.view.page) \(column) \(row): \(shown ?? "-") for \(wanted ?? "-")")
        }
      }
    }
    return found
  }
}

@Suite struct RandomEditsTests {
  @Test(arguments: VirtualSurface.Model.allCases)
  func `after 10000 random edits a device shows the state, with at most 500 messages a second`(
    model: VirtualSurface.Model
  ) throws {
    var bench = try SurfaceBench(model)
    var random = SplitMix64(seed: UInt64(model.rawValue.count))
    var presses = 0
    for edit in 1...10_000 {
      if random.once(in: 4) {
        for line in bench.press(
          .random(in: 0..<8, using: &random), .random(in: 0..<model.rows, using: &random))
        {
          presses += 1
          try bench.scene.patch.carryOut(line)
        }
      } else {
        try bench.scene.patch.editAnything(&random)
      }
      if random.once(in: 200), let page = SurfacePage.allCases.randomElement(using: &random) {
        bench.session.show(page)
      }
      if edit % 8 == 0 { bench.tick() }
      if edit % 1_000 == 0 {
        bench.settle()
        #expect(bench.differences() == [], "after \(edit) edits")
      }
    }
    #expect(presses > 500)
    #expect(bench.session.isDone(showing: bench.scene, at: bench.now))
    print("\(model.rawValue): \(bench.mostInASecond) messages a second at most")
    #expect((100...500).contains(bench.mostInASecond))
  }

  @Test(arguments: VirtualSurface.Model.allCases)
  func `a device is dark and in its own mode after it was released`(
    model: VirtualSurface.Model
  ) throws {
    var bench = try SurfaceBench(model)
    bench.session.show(.drums)
    bench.settle()
    #expect(!bench.device.lights.isEmpty)
    for message in bench.session.close().messages { bench.device.take(message) }
    #expect(bench.device.lights.isEmpty)
    #expect(bench.device.isOpen == (model.opening == nil))
  }

  @Test(arguments: VirtualSurface.Model.allCases)
  func `a device that was unplugged shows everything again`(model: VirtualSurface.Model) throws {
    var bench = try SurfaceBench(model)
    try bench.scene.patch.carryOut("step kick 1 100")
    bench.settle()
    bench.device = VirtualSurface(model)
    bench.session.restart()
    bench.settle()
    #expect(bench.differences() == [])
    #expect(bench.device.pad(0, 0) == model.expected("orange", 2))
  }

  @Test func `a light that the device changed while its pad was held is set again`() throws {
    var bench = try SurfaceBench(.apcMini)
    try bench.scene.patch.carryOut("step kick 1 100")
    bench.settle()
    // The device turns its own light off while the pad is held.
    bench.device.take([0x90, bench.device.model.pad(0, 0), 0])
    #expect(bench.device.pad(0, 0) == nil)
    let before = bench.times.count
    _ = bench.press(0, 0)
    bench.settle()
    #expect(bench.device.pad(0, 0) == "yellow")
    #expect(bench.times.count == before + 1)
  }
}

extension Patch {
  /// Does what a line of a controller asks for, as the machine does.
  mutating func carryOut(_ line: String) throws {
    let command = try #require(try CommandReader.command(line))
    switch command.action {
    case .edit(let edit): try edit.apply(to: &self)
    case .drummer(let asked): drummer.apply(asked)
    case .arrange(.pattern(.select(let choice, _))):
      if case .number(let number) = choice { try select(number) }
    case .arrange(.song(.play)): playsSong = true
    case .engine, .arrange, .keep: break
    default: Issue.record("unexpected line: \(line)")
    }
  }

  /// One of the changes that people make.
  mutating func editAnything(_ random: inout SplitMix64) throws {
    let drum = Drum.all[Int.random(in: 0..<26, using: &random)]
    switch Int.random(in: 0..<40, using: &random) {
    case 0: pattern.removeLane(of: Voice(drum))
    case 1: try? pattern.setMuted(random.once(in: 2), of: Voice(drum))
    case 2: try select(Int.random(in: 0..<patterns.count, using: &random))
    case 3: drummer.density = Double.random(in: 0...1, using: &random)
    case 4: drummer.isOn.toggle()
    case 5 where patterns.count < 20:
      let next = try Pattern(name: "p\(patterns.count)", stepCount: random.once(in: 2) ? 12 : 16)
      try setPatterns(patterns + [next], selected: selected)
    case 6 where song.sections.count < 20:
      var longer = song
      longer.sections.append(Section(pattern: patterns[0].name))
      try setSong(longer)
    default:
      let velocity = Velocity(exactly: Int.random(in: 1...127, using: &random))
      let step = Int.random(in: 0..<pattern.stepCount, using: &random)
      try pattern.set(step: step, of: drum, to: random.once(in: 3) ? nil : velocity)
    }
  }
}
