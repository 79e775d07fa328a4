import Commands
import Files
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Rhythm
import Surfaces
import Testing

@Suite struct SurfaceDeskTests {
  private let x = SurfacePort.alsa(SequencerPatchbay.Address(client: 24, port: 1))
  private let other = SurfacePort.alsa(SequencerPatchbay.Address(client: 28, port: 0))
  private let own = FileManager.default.temporaryDirectory
    .appending(path: "surfaces-\(UUID().uuidString)").path

  private func desk(instruments: [String] = [], isAutomatic: Bool = true) -> SurfaceDesk {
    let folders = DataFolders([own, "\(GhostnoteProgram.root)/Surfaces"], own: own)
    var desk = SurfaceDesk(
      maps: SurfaceMaps(folders: folders), instruments: instruments.map { NamePattern($0) },
      isAutomatic: isAutomatic)
    #expect(desk.readMaps().news.isEmpty)
    return desk
  }

  private func plugIn(_ desk: inout SurfaceDesk) -> SurfaceOrders {
    desk.appeared(x, client: "Launchpad X", port: "Launchpad X LPX MIDI In")
  }

  private func sent(_ orders: SurfaceOrders) -> [[UInt8]] {
    orders.orders.compactMap { if case .send(let bytes, _) = $0 { bytes } else { nil } }
  }

  private func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `a device whose map is known is connected when it appears, and lit when it is`() {
    var desk = desk()
    #expect(plugIn(&desk).orders == [.connect(x)])
    #expect(!desk.isUsed)
    let news = desk.connected(x, toDevice: false).news
    #expect(news == ["surface: Launchpad X:Launchpad X LPX MIDI In is used as Launchpad X"])
    // Nothing would arrive before the other direction is there.
    #expect(sent(desk.messages(at: time(0))).isEmpty)
    _ = desk.connected(x, toDevice: true)
    let first = sent(desk.messages(at: time(10)))
    #expect(first.first == [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x01, 0xF7])
    #expect(first.count == LightSender.burst)
  }

  @Test func `a device is sent everything again where messages to it were lost`() {
    var desk = desk()
    _ = plugIn(&desk)
    _ = desk.connected(x, toDevice: true)
    let all = (0..<10).flatMap { sent(desk.messages(at: time($0 * 1_000))) }
    #expect(sent(desk.messages(at: time(10_000))).isEmpty)
    desk.lostMessages(to: x)
    let again = (11..<20).flatMap { sent(desk.messages(at: time($0 * 1_000))) }
    #expect(again.count == all.count && Set(again) == Set(all))
    #expect(again.first?.first == 0xF0)
  }

  @Test func `a source of notes, an unknown device and another Ghostnote are left alone`() {
    var asked = desk(instruments: ["Launchpad*"])
    #expect(plugIn(&asked).orders.isEmpty)
    var off = desk(isAutomatic: false)
    #expect(plugIn(&off).orders.isEmpty)
    var desk = desk()
    #expect(desk.appeared(other, client: "Keys", port: "Keys MIDI 1").orders.isEmpty)
    let news = desk.connected(other, toDevice: false).news
    #expect(news.first?.contains("no map fits Keys:Keys MIDI 1") == true)
  }

  @Test func `a device that returns is used again, and two of a kind are two`() throws {
    var desk = desk()
    _ = plugIn(&desk)
    _ = desk.connected(x, toDevice: true)
    #expect(
      desk.vanished(x).news == ["surface: Launchpad X:Launchpad X LPX MIDI In is gone"])
    #expect(!desk.isUsed)
    #expect(plugIn(&desk).orders == [.connect(x)])
    _ = desk.connected(x, toDevice: true)
    _ = desk.appeared(other, client: "Launchpad X", port: "Launchpad X LPX MIDI In")
    _ = desk.connected(other, toDevice: true)
    _ = desk.received(
      .controlChange(channel: 0, controller: 96, value: 127), from: x, at: time(0))
    let press = ShortMessage.noteOn(channel: 0, note: 12, velocity: 80)
    #expect(desk.received(press, from: x, at: time(5)).lines == ["hit kick 80 at 5000000"])
    #expect(desk.received(press, from: other, at: time(5)).lines == ["step crash 2 80"])
  }

  @Test func `off clears and disconnects, and auto uses it again`() throws {
    var desk = desk()
    _ = plugIn(&desk)
    _ = desk.connected(x, toDevice: true)
    _ = desk.messages(at: time(0))
    let (_, orders) = try desk.perform(.off)
    #expect(orders.orders.last == .disconnect(x))
    #expect(sent(orders).last == [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x00, 0xF7])
    #expect(!desk.isUsed)
    #expect(try desk.perform(.auto).orders.orders == [.connect(x)])
  }

  @Test func `a map is used for any port that is named, also when that returns`() throws {
    var desk = desk()
    _ = desk.appeared(other, client: "Grid", port: "Grid MIDI 1")
    let (_, orders) = try desk.perform(.use(map: "plain-8x8", port: "Grid*"))
    #expect(orders.orders == [.connect(other)])
    _ = desk.connected(other, toDevice: true)
    #expect(desk.isUsed)
    let list = try desk.perform(.list).reply
    guard case .surfaces(let rows) = list else {
      Issue.record("no list")
      return
    }
    let plain = SurfaceMapRow(
      map: "plain-8x8", device: "a grid of 8 × 8 pads", ports: ["Grid:Grid MIDI 1"])
    #expect(rows.contains(plain))
    #expect(rows.allSatisfy { $0 == plain || $0.ports.isEmpty && $0.error == nil })
    #expect(list.text?.contains("  a grid of 8 × 8 pads: Grid:Grid MIDI 1") == true)
    _ = desk.vanished(other)
    #expect(desk.appeared(other, client: "Grid", port: "Grid MIDI 1").orders == [.connect(other)])
  }

  @Test
  func `a device that the user connected, or that is used by another map, is shown by the new one`()
    throws
  {
    var desk = desk()
    _ = desk.appeared(other, client: "Grid", port: "Grid MIDI 1")
    _ = desk.connected(other, toDevice: false)
    _ = desk.connected(other, toDevice: true)
    #expect(!desk.isUsed)
    _ = try desk.perform(.use(map: "plain-8x8", port: "Grid*"))
    #expect(sent(desk.messages(at: time(0))).count == LightSender.burst)
    let (_, orders) = try desk.perform(.use(map: "launchpad-x", port: "Grid*"))
    #expect(!orders.orders.contains(.disconnect(other)))
    #expect(
      sent(desk.messages(at: time(10))).first == [
        0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x01, 0xF7,
      ])
  }

  @Test func `an error says what there is instead`() throws {
    var desk = desk()
    _ = desk.appeared(other, client: "Grid", port: "Grid MIDI 1")
    do throws(CommandError) {
      _ = try desk.perform(.use(map: "mcu", port: nil))
      Issue.record("it was used")
    } catch {
      #expect(
        "\(error)" == "surface use mcu: no port is one of mcu’s; there are “Grid:Grid MIDI 1”")
    }
    #expect(throws: CommandError.self) { try desk.perform(.use(map: "nothing", port: nil)) }
    #expect(throws: CommandError.self) {
      try desk.perform(.learn(port: "Nothing", columns: 8, rows: 8))
    }
  }

  @Test func `a device that was not learnt after all is used as before`() throws {
    var desk = desk()
    _ = plugIn(&desk)
    _ = desk.connected(x, toDevice: true)
    _ = desk.messages(at: time(0))
    let (_, orders) = try desk.perform(.learn(port: "Launchpad*", columns: 8, rows: 8))
    #expect(sent(orders).last == [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x00, 0xF7])
    #expect(!desk.isUsed)
    _ = try desk.perform(.learnOff)
    #expect(desk.isUsed)
    #expect(!sent(desk.messages(at: time(10))).isEmpty)
  }

  @Test func `a grid that is given a map, or let go of, is not learnt any more`() throws {
    let press = ShortMessage.noteOn(channel: 0, note: 11, velocity: 80)
    var used = desk()
    _ = plugIn(&used)
    _ = used.connected(x, toDevice: true)
    _ = try used.perform(.learn(port: "Launchpad*", columns: 8, rows: 8))
    _ = try used.perform(.use(map: "launchpad-x", port: "Launchpad*"))
    #expect(used.received(press, from: x, at: time(0)).news.isEmpty)
    var left = desk()
    _ = plugIn(&left)
    _ = left.connected(x, toDevice: true)
    _ = try left.perform(.learn(port: "Launchpad*", columns: 8, rows: 8))
    _ = try left.perform(.off)
    #expect(left.received(press, from: x, at: time(0)).news.isEmpty)
  }

  @Test func `an unknown grid is learnt from three presses, used and kept`() throws {
    defer { try? FileManager.default.removeItem(atPath: own) }
    var desk = desk()
    _ = desk.appeared(other, client: "My Grid!", port: "My Grid! MIDI 1")
    let (reply, orders) = try desk.perform(.learn(port: "My Grid*", columns: 4, rows: 4))
    #expect(reply.text == "press the top left pad; `surface learn off` ends it")
    #expect(orders.orders == [.connect(other)])
    _ = desk.connected(other, toDevice: false)
    _ = desk.connected(other, toDevice: true)
    let press = { (note: UInt8) in ShortMessage.noteOn(channel: 9, note: note, velocity: 70) }
    #expect(
      desk.received(press(48), from: other, at: time(0)).news
        == ["surface learn: now press the pad on its right"])
    _ = desk.received(.noteOff(channel: 9, note: 48), from: other, at: time(0))
    _ = desk.received(press(49), from: other, at: time(0))
    let news = desk.received(press(44), from: other, at: time(0)).news
    #expect(news.first?.hasSuffix("kept in \(own)/my-grid-.json") == true, "\(news)")
    #expect(sent(desk.messages(at: time(0))).count == 16)
    #expect(desk.received(press(50), from: other, at: time(0)).lines == ["step kick 3 70"])
    // Learnt again, it takes the place of the first.
    _ = try desk.perform(.learn(port: "My Grid*", columns: 4, rows: 4))
    let again = [52, 53, 48].flatMap { desk.received(press($0), from: other, at: time(1)).news }
    #expect(again.last?.hasSuffix("kept in \(own)/my-grid-.json") == true, "\(again)")
    // The next session knows it.
    var next = self.desk()
    #expect(
      next.appeared(other, client: "My Grid!", port: "My Grid! MIDI 1").orders
        == [.connect(other)])
    _ = next.connected(other, toDevice: false)
    #expect(next.received(press(54), from: other, at: time(0)).lines == ["step kick 3 70"])
  }

  @Test(arguments: [#"{"name": "my grid", "#, nil])
  func `a learnt map that was edited is kept, whether it can be read or not`(text: String?) throws {
    defer { try? FileManager.default.removeItem(atPath: own) }
    let press = { (note: UInt8) in ShortMessage.noteOn(channel: 9, note: note, velocity: 70) }
    var desk = desk()
    _ = desk.appeared(other, client: "My Grid!", port: "My Grid! MIDI 1")
    func learn(_ notes: [UInt8]) throws -> String {
      _ = try desk.perform(.learn(port: "My Grid*", columns: 4, rows: 4))
      return notes.flatMap { desk.received(press($0), from: other, at: time(0)).news }.last ?? ""
    }
    _ = try learn([48, 49, 44])
    let file = "\(own)/my-grid-.json"
    let written = try String(contentsOfFile: file, encoding: .utf8)
    let edited =
      text ?? written.replacing(#""white": [0, 127, 127]"#, with: #""white": [0, 60, 127]"#)
    #expect(edited != written)
    try edited.write(toFile: file, atomically: true, encoding: .utf8)
    let news = try learn([52, 53, 48])
    #expect(news.contains("kept in \(own)/my-grid--2.json"))
    #expect(
      news.hasSuffix("; the next session uses “my-grid-”, unless it is removed") == (text == nil))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == edited)
  }

  @Test(arguments: [true, false])
  func `a device that was being learnt is used again by auto, and let go of by off`(
    isAuto: Bool
  ) throws {
    var desk = desk()
    _ = plugIn(&desk)
    _ = desk.connected(x, toDevice: true)
    _ = try desk.perform(.learn(port: "Launchpad*", columns: 8, rows: 8))
    let (_, orders) = try desk.perform(isAuto ? .auto : .off)
    #expect(desk.isUsed == isAuto)
    #expect(orders.orders == (isAuto ? [] : [.disconnect(x)]))
  }

  @Test(arguments: [true, false])
  func `a grid that was not in use is let go of where it was not learnt after all`(
    isInstrument: Bool
  ) throws {
    var desk = desk(instruments: isInstrument ? ["Launchpad*"] : [])
    _ = plugIn(&desk)
    if !isInstrument { _ = try desk.perform(.off) }
    let (_, orders) = try desk.perform(.learn(port: "Launchpad*", columns: 8, rows: 8))
    #expect(orders.orders == [.connect(x)])
    for toDevice in [false, true] {
      #expect(desk.connected(x, toDevice: toDevice).news.isEmpty)
    }
    // It shows nothing while it is learnt.
    #expect(!desk.isUsed)
    #expect(try desk.perform(.learnOff).orders.orders == [.disconnect(x)])
    #expect(!desk.isUsed && !desk.isHeard)
  }

  @Test func `grids that were not pressed are used as before when one was learnt`() throws {
    defer { try? FileManager.default.removeItem(atPath: own) }
    let keys = SurfacePort.alsa(SequencerPatchbay.Address(client: 32, port: 0))
    var desk = desk()
    _ = plugIn(&desk)
    _ = desk.appeared(other, client: "Grid", port: "Grid MIDI 1")
    _ = desk.appeared(keys, client: "Keys", port: "Keys MIDI 1")
    _ = try desk.perform(.use(map: "plain-8x8", port: "Grid*"))
    for port in [x, other] { _ = desk.connected(port, toDevice: true) }
    _ = desk.messages(at: time(0))
    _ = try desk.perform(.learn(port: "*", columns: 8, rows: 8))
    _ = desk.connected(keys, toDevice: false)
    var orders = SurfaceOrders()
    for note in [81, 82, 71] as [UInt8] {
      let press = ShortMessage.noteOn(channel: 0, note: note, velocity: 70)
      orders = desk.received(press, from: x, at: time(0))
    }
    // What was connected only to be learnt is not kept.
    #expect(orders.orders == [.disconnect(keys)])
    #expect(orders.news.count == 1)
    let lit = desk.messages(at: time(10)).orders.compactMap { order -> SurfacePort? in
      if case .send(_, let port) = order { port } else { nil }
    }
    #expect(Set(lit) == [x, other])
  }

  @Test func `a page is moved by command where a grid has no arrows`() throws {
    defer { try? FileManager.default.removeItem(atPath: own) }
    var desk = desk()
    _ = desk.appeared(other, client: "Grid", port: "Grid MIDI 1")
    _ = desk.connected(other, toDevice: false)
    _ = try desk.perform(.learn(port: "Grid*", columns: 4, rows: 4))
    for note in [48, 49, 44] as [UInt8] {
      _ = desk.received(
        .noteOn(channel: 9, note: note, velocity: 70), from: other, at: time(0))
    }
    func struck(_ note: UInt8) -> String? {
      let line = desk.received(
        .noteOn(channel: 9, note: note, velocity: 70), from: other, at: time(0)
      ).lines.first
      _ = desk.received(.noteOff(channel: 9, note: note), from: other, at: time(0))
      return line.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }
    _ = try desk.perform(.page(.drums))
    #expect(struck(36) == "hit \(Drum.all[0].name)")
    _ = try desk.perform(.move(.up))
    #expect(struck(36) == "hit \(Drum.all[4].name)")
    _ = try desk.perform(.page(.drummer))
    _ = try desk.perform(.move(.right))
    #expect(struck(48) == "drummer on")
    #expect(struck(49) == "keep 1")
  }
}
