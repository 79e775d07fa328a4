public import MIDI
public import MusicalTime

/// Sends the differences between what a device shows and what it should show, at most 390 messages in any
/// second.
///
/// It knows what the device shows by what was sent. A light that the device may have changed itself is sent
/// again; lights that wait take turns, so that none waits for a busy one.
public struct LightSender: Sendable {
  /// Messages a second on average.
  public static let rate = 350
  /// Messages that may be sent at once.
  public static let burst = 40

  /// The message that each light was set by; nil where it is not known what the light shows.
  private var shown: [ShortMessage?]
  /// Whether each light was ever sent anything.
  private var isSent: [Bool]
  private var next = 0
  /// Messages that may be sent now, in billionths.
  private var allowance = Int64(Self.burst) * 1_000_000_000
  private var last: HostTime?
  /// What goes before the lights.
  private var opening: [[UInt8]]

  /// A sender to a device with that many lights, none of which is known; `opening` is sent first.
  public init(lights: Int, opening: [[UInt8]] = []) {
    shown = Array(repeating: nil, count: lights)
    isSent = Array(repeating: false, count: lights)
    self.opening = opening
  }

  /// Whether the device shows all of `wanted`, the message of each light.
  public func isDone(_ wanted: [ShortMessage]) -> Bool { opening.isEmpty && shown == wanted }

  /// Sends a light again, which the device may have changed.
  public mutating func forget(_ light: Int) { shown[light] = nil }

  /// Sends everything again to a device that was connected again, `opening` first.
  public mutating func restart(opening: [[UInt8]]) {
    self.opening = opening
    shown = Array(repeating: nil, count: shown.count)
  }

  /// The messages that may be sent at `now`; `wanted` are those that set each light as it should be.
  public mutating func messages(at now: HostTime, _ wanted: [ShortMessage]) -> [[UInt8]] {
    refill(at: now)
    var messages: [[UInt8]] = []
    while !opening.isEmpty, spend() { messages.append(opening.removeFirst()) }
    guard opening.isEmpty else { return messages }
    for offset in shown.indices {
      let light = (next + offset) % shown.count
      guard shown[light] != wanted[light] else { continue }
      guard spend() else {
        next = light
        return messages
      }
      shown[light] = wanted[light]
      isSent[light] = true
      messages.append(wanted[light].bytes)
    }
    return messages
  }

  /// What turns off all lights that are on, or may be; `off` are the messages that do so.
  public mutating func clear(_ off: [ShortMessage]) -> [[UInt8]] {
    defer {
      shown = Array(repeating: nil, count: shown.count)
      isSent = Array(repeating: false, count: shown.count)
    }
    return off.indices.compactMap { light in
      isSent[light] && shown[light] != off[light] ? off[light].bytes : nil
    }
  }

  private mutating func refill(at now: HostTime) {
    defer { last = now }
    guard let last else { return }
    let passed = min(max(last.distance(to: now).nanoseconds, 0), 1_000_000_000)
    allowance = min(allowance + passed * Int64(Self.rate), Int64(Self.burst) * 1_000_000_000)
  }

  private mutating func spend() -> Bool {
    guard allowance >= 1_000_000_000 else { return false }
    allowance -= 1_000_000_000
    return true
  }
}

extension ShortMessage {
  /// The message as it is sent.
  fileprivate var bytes: [UInt8] { [status, data1, data2] }
}
