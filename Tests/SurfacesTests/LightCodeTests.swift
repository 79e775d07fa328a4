import MIDI
import Testing

@testable import Surfaces

/// The message that sets a light, and what a device shows that has not the colour asked for.
@Suite struct LightCodeTests {
  private static let pad = SurfaceKey(.note, 40, channel: 3)
  private static let button = SurfaceKey(.controller, 91, channel: 3)

  /// A device with a channel for each behaviour, and two colours.
  private static let rich = LightCode(
    off: 0, channels: [.steady: [0], .blink: [1], .pulse: [2]],
    colours: [.red: [.steady: [7, 6, 5]], .blue: [.steady: [45]]])
  /// A device with the brightness in the channel.
  private static let byChannel = LightCode(
    off: 0, channels: [.steady: [4, 5, 6], .pulse: [9]], colours: [.white: [.steady: [3]]])
  /// A device with a value for each behaviour.
  private static let byValue = LightCode(
    off: 64, channels: [:], colours: [.green: [.steady: [1], .blink: [2]]])

  private static func bytes(_ message: ShortMessage) -> [UInt8] {
    [message.status, message.data1, message.data2]
  }

  @Test func `brightness is the value of its level, or the channel`() {
    let levels = { (code: LightCode, colour: LightColour) in
      LightLevel.allCases.map { Self.bytes(code.message(Light(colour, $0), on: Self.pad)) }
    }
    #expect(levels(Self.rich, .red) == [[0x90, 40, 7], [0x90, 40, 6], [0x90, 40, 5]])
    #expect(levels(Self.rich, .blue) == Array(repeating: [0x90, 40, 45], count: 3))
    #expect(levels(Self.byChannel, .white) == [[0x94, 40, 3], [0x95, 40, 3], [0x96, 40, 3]])
  }

  @Test func `a behaviour is a channel or a value, and steady where the device has neither`() {
    let behaviours = { (code: LightCode, colour: LightColour) in
      LightBehaviour.allCases.map {
        Self.bytes(code.message(Light(colour, .full, $0), on: Self.pad))
      }
    }
    #expect(behaviours(Self.rich, .red) == [[0x90, 40, 5], [0x91, 40, 5], [0x92, 40, 5]])
    #expect(behaviours(Self.byValue, .green) == [[0x93, 40, 1], [0x93, 40, 2], [0x93, 40, 1]])
    #expect(behaviours(Self.byChannel, .white) == [[0x96, 40, 3], [0x96, 40, 3], [0x99, 40, 3]])
  }

  @Test func `a pad is set by a note and a button by a controller, on its own channel`() {
    let light = Light(.white)
    #expect(Self.bytes(LightCode.plain.message(light, on: Self.pad)) == [0x93, 40, 127])
    #expect(Self.bytes(LightCode.plain.message(light, on: Self.button)) == [0xB3, 91, 127])
  }

  @Test func `a light that is off is steady, with the value that the device has for it`() {
    #expect(Self.bytes(Self.rich.message(nil, on: Self.pad)) == [0x90, 40, 0])
    #expect(Self.bytes(Self.byChannel.message(nil, on: Self.pad)) == [0x96, 40, 0])
    #expect(Self.bytes(Self.byValue.message(nil, on: Self.button)) == [0xB3, 91, 64])
    let none = LightCode(off: 5, channels: [:], colours: [:])
    #expect(Self.bytes(none.message(Light(.red), on: Self.pad)) == [0x93, 40, 5])
  }

  @Test func `lights that are on or off are off for what would pulse, and buttons where dim`() {
    let plain = { (light: Light) in LightCode.plain.message(light, on: Self.pad).data2 }
    #expect([plain(Light(.blue, .dim)), plain(Light(.red, .full, .pulse))] == [127, 0])
    #expect(plain(Light(.red, .full, .blink)) == 127)
    let buttons = LightLevel.allCases.map {
      LightCode.plainButtons.message(Light(.green, $0), on: Self.button).data2
    }
    #expect(buttons == [0, 127, 127])
  }

  @Test func `a colour that is not there is the nearest that is`() {
    // Red and blue are what the device has.
    let red: Set<LightColour> = [.red, .orange, .yellow, .white]
    for colour in LightColour.allCases {
      let value = Self.rich.message(Light(colour, .full), on: Self.pad).data2
      let expected: UInt8 = red.contains(colour) ? 5 : 45
      if colour != .green { #expect(value == expected, "\(colour)") }
    }
  }

  @Test func `every colour has all others to fall back on, each once`() {
    for colour in LightColour.allCases {
      #expect(colour.others.count == LightColour.allCases.count - 1)
      #expect(Set(colour.others + [colour]) == Set(LightColour.allCases))
    }
  }

  @Test func `a pad outside the picture is dark and stays so`() {
    var picture = LightPicture(columns: 3, rows: 2)
    for (column, row) in [(-1, 0), (3, 0), (0, -1), (0, 2), (3, 1)] {
      picture[column, row] = Light(.red)
      #expect(picture[column, row] == nil)
    }
    #expect(picture == LightPicture(columns: 3, rows: 2))
    picture[2, 0] = Light(.blue)
    picture[0, 1] = Light(.red)
    #expect(picture.lights == [nil, nil, Light(.blue), Light(.red), nil, nil])
    picture[2, 0] = nil
    #expect(picture.lights.compactMap { $0 } == [Light(.red)])
  }
}
