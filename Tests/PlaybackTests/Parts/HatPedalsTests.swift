import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing
import Testing

@testable import Playback

/// Hi-hat pedals of several devices at a time.
@Suite struct HatPedalsTests {
  private static let closed = ShortMessage.noteOn(channel: 9, note: 42, velocity: 100)
  private static let opened = ShortMessage.noteOn(channel: 9, note: 46, velocity: 100)
  private static let trodden = ShortMessage.noteOn(channel: 9, note: 44, velocity: 100)
  private static let closing = ShortMessage.controlChange(channel: 9, controller: 4, value: 127)
  private static let opening = ShortMessage.controlChange(channel: 9, controller: 4, value: 0)
  private static let module = MessageSource.alsa(client: 24, port: 0)
  private static let pad = MessageSource.alsa(client: 28, port: 0)

  /// Makes the next block, in which a device sends a message.
  private static func send(
    _ message: ShortMessage, from source: MessageSource, in room: Rehearsal
  ) {
    room.source = source
    room.strike(message, on: room.frame)
    room.makeBlock(frames: 128)
  }

  /// The blocks in which a hat was struck.
  private static func blocks(of hat: Drum, in room: Rehearsal) -> [Int64] {
    room.strokes(of: hat).map { $0 / 128 }
  }

  @Test func `a pedal that is up opens the hats of its own device alone`() {
    let room = Rehearsal(Score([.kick: "...."]).program())
    Self.send(Self.opening, from: Self.module, in: room)
    Self.send(Self.closed, from: Self.module, in: room)
    Self.send(Self.closed, from: Self.pad, in: room)
    Self.send(Self.closed, from: .jack, in: room)
    #expect(Self.blocks(of: .closedHat, in: room) == [2, 3])
    #expect(Self.blocks(of: .openHat, in: room) == [1])
  }

  @Test func `a pedal that strikes nothing itself opens the hats of devices without one`() {
    let room = Rehearsal(Score([.kick: "...."]).program())
    let foot = MessageSource.alsa(client: 32, port: 0)
    Self.send(Self.opening, from: foot, in: room)
    Self.send(Self.trodden, from: foot, in: room)
    Self.send(Self.closed, from: Self.pad, in: room)
    // The module's own is where the other's is.
    Self.send(Self.opening, from: Self.module, in: room)
    Self.send(Self.closing, from: foot, in: room)
    Self.send(Self.closed, from: Self.module, in: room)
    Self.send(Self.opened, from: Self.pad, in: room)
    #expect(Self.blocks(of: .openHat, in: room) == [2, 5])
    #expect(Self.blocks(of: .closedHat, in: room) == [6])
  }

  @Test func `a stamped message moves the pedal of the device that stamped it`() {
    let room = Rehearsal(Score([.kick: "...."]).program())
    room.arrive(Self.opening, at: room.moment(of: room.frame))
    // It sounds one block after its stamp.
    room.play(frames: 256)
    room.arrive(Self.closed, at: room.moment(of: room.frame))
    room.play(frames: 256)
    #expect(Self.blocks(of: .openHat, in: room).count == 1)
    Self.send(Self.closed, from: Self.pad, in: room)
    #expect(Self.blocks(of: .closedHat, in: room) == [4])
  }

  @Test(arguments: [false, true])
  func `when a device has gone, notes say which hat is struck until a pedal moves again`(
    isItsOwn: Bool
  ) {
    let room = Rehearsal(Score([.kick: "...."]).program())
    Self.send(Self.opening, from: Self.module, in: room)
    room.ask(.releaseHeld)
    let source = isItsOwn ? Self.module : Self.pad
    Self.send(Self.closed, from: source, in: room)
    #expect(Self.blocks(of: .closedHat, in: room) == [1])
    Self.send(Self.opening, from: source, in: room)
    Self.send(Self.closed, from: source, in: room)
    #expect(Self.blocks(of: .openHat, in: room) == [3])
  }

  @Test func `the pedals of 16 devices are kept, and of those that have one alone`() {
    var pedals = HatPedals()
    var reader = LiveInput(channel: 9)
    let program = Program(hits: [], length: Beats(1), loops: true)
    func receive(_ message: ShortMessage, _ client: UInt8) {
      let source = MessageSource.alsa(client: client, port: 0)
      _ = unsafe pedals.read(message, from: source, by: &reader, in: program.image)
    }
    for client in 0..<64 as Range<UInt8> { receive(Self.closed, client) }
    for client in 0..<20 as Range<UInt8> {
      receive(Self.opening, client)
      receive(Self.closed, client)
    }
    let kept = (0..<64).count { client in
      pedals.pedal(for: .alsa(client: UInt8(client), port: 0)).isKnown
    }
    #expect(kept == HatPedals.capacity)
    pedals.removeAll()
    receive(Self.opening, 63)
    receive(Self.closed, 63)
    let (isKept, isForgotten) = (
      pedals.pedal(for: .alsa(client: 63, port: 0)).isKnown,
      !pedals.pedal(for: .alsa(client: 0, port: 0)).isKnown
    )
    #expect(isKept && isForgotten)
  }
}
