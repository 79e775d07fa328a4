import MIDI
import Surfaces

/// A controller that keeps what it shows, by the tables of its manufacturer and not by our maps. It looks
/// at its lights only while it is in the mode for that.
struct VirtualSurface {
  enum Model: String, Sendable, CaseIterable {
    case launchpadMiniMK3 = "launchpad-mini-mk3"
    case launchpadX = "launchpad-x"
    case launchpadProMK3 = "launchpad-pro-mk3"
    case launchpad
    case apcMini = "apc-mini"
    case apcMiniMK2 = "apc-mini-mk2"
    case apcKey25 = "apc-key-25"
    case apcKey25MK2 = "apc-key-25-mk2"
    case apc40MK2 = "apc40-mk2"
    case mcu
    case plain = "plain-8x8"
  }

  let model: Model
  /// What each light shows, by status kind and number; dark ones are left out.
  private(set) var lights: [SurfaceKey: String] = [:]
  private(set) var isOpen: Bool
  private(set) var messageCount = 0

  init(_ model: Model) {
    self.model = model
    isOpen = model.opening == nil
  }

  /// Takes one message.
  mutating func take(_ message: [UInt8]) {
    messageCount += 1
    if message == model.opening { isOpen = true }
    if message == model.closing { (isOpen, lights) = (model.opening == nil, [:]) }
    if model == .launchpad, message == [0xB0, 0, 0] { lights = [:] }
    guard isOpen, message.count == 3, message[0] & 0xF0 == 0x90 || message[0] & 0xF0 == 0xB0 else {
      return
    }
    // Controllers 0 to 31 of the first Launchpad set modes.
    if model == .launchpad, message[0] & 0xF0 == 0xB0, message[1] < 104 { return }
    let key = SurfaceKey(message[0] & 0xF0 == 0x90 ? .note : .controller, message[1])
    lights[key] = model.shown(channel: message[0] & 0x0F, value: message[2], on: key)
  }

  /// What a pad shows, from the top left.
  func pad(_ column: Int, _ row: Int) -> String? {
    lights[SurfaceKey(.note, model.pad(column, row))]
  }
}

extension VirtualSurface.Model {
  var rows: Int {
    switch self {
    case .apcKey25, .apcKey25MK2, .apc40MK2: 5
    case .mcu: 4
    default: 8
    }
  }

  /// The note of a pad.
  func pad(_ column: Int, _ row: Int) -> UInt8 {
    switch self {
    case .launchpadMiniMK3, .launchpadX, .launchpadProMK3: UInt8((8 - row) * 10 + 1 + column)
    case .launchpad: UInt8(16 * row + column)
    case .mcu: UInt8(8 * row + column)
    case .plain: UInt8(36 + 8 * (7 - row) + column)
    default: UInt8(8 * (rows - 1 - row) + column)
    }
  }

  var opening: [UInt8]? {
    switch self {
    case .launchpadMiniMK3: [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0D, 0x0E, 0x01, 0xF7]
    case .launchpadX: [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0C, 0x0E, 0x01, 0xF7]
    case .launchpadProMK3: [0xF0, 0x00, 0x20, 0x29, 0x02, 0x0E, 0x0E, 0x01, 0xF7]
    case .apc40MK2: [0xF0, 0x47, 0x7F, 0x29, 0x60, 0x00, 0x04, 0x42, 0x01, 0x00, 0x00, 0xF7]
    default: nil
    }
  }

  var closing: [UInt8]? {
    guard var message = opening else { return nil }
    if self == .apc40MK2 { message[7] = 0x40 } else { message[7] = 0x00 }
    return message
  }

  /// What a message shows; nil for dark.
  func shown(channel: UInt8, value: UInt8, on key: SurfaceKey) -> String? {
    switch self {
    case .launchpadMiniMK3, .launchpadX, .launchpadProMK3:
      guard let colour = Self.palette(value) else { return nil }
      return colour + ["", " flashing", " pulsing"][min(Int(channel), 2)]
    case .apc40MK2 where key.number < 40:
      guard let colour = Self.palette(value) else { return nil }
      return colour
        + (channel == 0 ? "" : channel < 6 ? " once" : channel < 11 ? " pulsing" : " flashing")
    case .apcMiniMK2 where key.number < 64, .apcKey25MK2 where key.number < 40:
      guard let colour = Self.palette(value) else { return nil }
      let percent = [10, 25, 40, 55, 70, 85, 100]
      return colour
        + (channel < 7 ? " \(percent[Int(channel)])%" : channel < 11 ? " pulsing" : " flashing")
    case .launchpad:
      let (red, green) = (value & 3, value >> 4 & 3)
      return red + green == 0
        ? nil : "red \(red) green \(green)" + (value & 4 == 0 ? " flashing" : "")
    case .apcMini, .apcKey25:
      let isPad = key.number < (self == .apcMini ? 64 : 40)
      guard isPad else { return [nil, "on", "flashing"][min(Int(value), 2)] }
      return value == 0 || value > 6
        ? nil
        : ["green", "green flashing", "red", "red flashing", "yellow", "yellow flashing"][
          Int(value) - 1]
    case .mcu: return value == 0 ? nil : value == 127 ? "on" : "flashing"
    default: return value == 0 ? nil : "on"
    }
  }

  /// The colours of Ableton's palette of 128, as far as they are used: the bright one, then darker ones.
  static func palette(_ value: UInt8) -> String? {
    if value == 0 { return nil }
    if value < 4 { return ["white dim", "white half", "white"][Int(value) - 1] }
    let first: [(UInt8, String)] = [
      (5, "red"), (9, "orange"), (13, "yellow"), (21, "green"), (37, "cyan"), (45, "blue"),
      (49, "purple"), (53, "purple"),
    ]
    for (bright, name) in first where (bright...bright + 2).contains(value) {
      return [name, name + " half", name + " dim"][Int(value - bright)]
    }
    return "colour \(value)"
  }

  /// What a steady light of that colour and brightness is on this device.
  func expected(_ colour: String, _ level: Int, pulses: Bool = false, blinks: Bool = false)
    -> String?
  {
    let levels = [" dim", " half", ""]
    switch self {
    case .launchpadMiniMK3, .launchpadX, .launchpadProMK3, .apc40MK2:
      return colour + levels[level] + (pulses ? " pulsing" : blinks ? " flashing" : "")
    case .apcMiniMK2, .apcKey25MK2:
      if pulses { return colour + " dim pulsing" }
      return colour + (blinks ? " flashing" : [" 25%", " 55%", " 100%"][level])
    case .launchpad:
      let codes: [String: [(Int, Int)]] = [
        "green": [(0, 1), (0, 2), (0, 3)], "red": [(1, 0), (2, 0), (3, 0)],
        "orange": [(1, 1), (2, 1), (3, 2)], "yellow": [(1, 1), (1, 2), (2, 3)],
        "white": [(1, 1), (2, 2), (3, 3)],
      ]
      let nearest = ["cyan": "green", "blue": "green", "purple": "red"][colour] ?? colour
      let (red, green) = codes[nearest]?[level] ?? (0, 0)
      return "red \(red) green \(green)" + (blinks ? " flashing" : "")
    case .apcMini, .apcKey25:
      let nearest = [
        "cyan": "green", "blue": "green", "purple": "red", "orange": "yellow", "white": "yellow",
      ]
      return (nearest[colour] ?? colour) + (blinks ? " flashing" : "")
    case .mcu: return pulses ? nil : blinks ? "flashing" : "on"
    case .plain: return pulses ? nil : "on"
    }
  }
}
