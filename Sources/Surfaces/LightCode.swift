public import MIDI

/// How the lights of a device are set: colour and brightness by the value of a message, behaviour by its
/// channel or another value.
public struct LightCode: Sendable, Hashable {
  /// The value that turns a light off.
  public var off: UInt8
  /// The channels, from 0, for dim, half and full, or one for all. A device without channels of its own for
  /// a behaviour has values for it, or shows it steady.
  public var channels: [LightBehaviour: [UInt8]]
  /// The values for dim, half and full, or one for all.
  public var colours: [LightColour: [LightBehaviour: [UInt8]]]

  /// The values of a message.
  static let values = 0...127

  /// A light that is on at 127 and off at 0, and off for what would pulse.
  public static let plain = LightCode(
    off: 0, channels: [:], colours: [.white: [.steady: [127], .pulse: [0]]])
  /// The same for buttons, which are off where they would be dim.
  public static let plainButtons = LightCode(
    off: 0, channels: [:], colours: [.white: [.steady: [0, 127, 127]]])

  /// A code of these values.
  public init(
    off: UInt8, channels: [LightBehaviour: [UInt8]],
    colours: [LightColour: [LightBehaviour: [UInt8]]]
  ) {
    self.off = off
    self.channels = channels
    self.colours = colours
  }

  /// The message that sets the light of `key`; nil turns it off.
  public func message(_ light: Light?, on key: SurfaceKey) -> ShortMessage {
    let status: UInt8 = key.kind == .note ? 0x90 : 0xB0
    let steady = channels[.steady] ?? [key.channel]
    guard let light, let values = values(of: light.colour) else {
      return ShortMessage(
        status: status | Self.pick(steady, .full), data1: key.number, data2: off)
    }
    let canShow = channels[light.behaviour] != nil || values[light.behaviour] != nil
    let behaviour = canShow ? light.behaviour : .steady
    let value = Self.pick(values[behaviour] ?? values[.steady] ?? [off], light.level)
    return ShortMessage(
      status: status | Self.pick(channels[behaviour] ?? steady, light.level), data1: key.number,
      data2: value)
  }

  private func values(of colour: LightColour) -> [LightBehaviour: [UInt8]]? {
    ([colour] + colour.others).lazy.compactMap { colours[$0] }.first
  }

  /// One of up to three values, the last for what is brighter than they reach.
  private static func pick(_ values: [UInt8], _ level: LightLevel) -> UInt8 {
    values.isEmpty ? 0 : values[min(level.rawValue, values.count - 1)]
  }
}
