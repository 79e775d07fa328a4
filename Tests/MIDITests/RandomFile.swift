import GhostnoteTesting

/// A random valid file: any format and division, running status, and events to skip.
struct RandomFile {
  let bytes: [UInt8]
  /// The number of channel messages in it.
  private(set) var messageCount = 0

  init(using random: inout SplitMix64) {
    let format = UInt8.random(in: 0...2, using: &random)
    let divisions: [[UInt8]] = [
      [0x01, 0xE0], [0, 96], [0x03, 0xE8], [0, 1], [0x7F, 0xFF], [0xE8, 4], [0xE7, 40], [0xE3, 80],
      [0xE2, 255],
    ]
    let division = divisions.randomElement(using: &random) ?? [0, 96]
    var tracks: [[UInt8]] = []
    for _ in 0..<(format == 0 ? 1 : Int.random(in: 0...4, using: &random)) {
      let (track, count) = Self.track(using: &random)
      tracks.append(track)
      messageCount += count
    }
    bytes = FileBytes.file(format: format, division: division, tracks)
  }

  private static func track(using random: inout SplitMix64) -> ([UInt8], messages: Int) {
    var bytes: [UInt8] = random.once(in: 2) ? [0, 0xFF, 3, 3, 0x54, 0x6F, 0x6D] : []
    var status: UInt8?
    var count = 0
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      let delay = [0, 1, 12, 480, 20_000, 3_000_000].randomElement(using: &random) ?? 0
      bytes += FileBytes.quantity(delay)
      if random.once(in: 4) {
        bytes += meta(using: &random)
        status = nil
      } else {
        bytes += message(&status, using: &random)
        count += 1
      }
    }
    return (bytes + FileBytes.end, count)
  }

  private static func message(
    _ running: inout UInt8?, using random: inout SplitMix64
  ) -> [UInt8] {
    let data = (0..<2).map { _ in UInt8.random(in: 0...127, using: &random) }
    if let status = running, random.once(in: 2) { return Array(data.prefix(size(status))) }
    let status = UInt8.random(in: 0x80...0xEF, using: &random)
    running = status
    return [status] + data.prefix(size(status))
  }

  private static func size(_ status: UInt8) -> Int { (0xC0...0xDF).contains(status) ? 1 : 2 }

  private static func meta(using random: inout SplitMix64) -> [UInt8] {
    let data = (0..<Int.random(in: 0...200, using: &random)).map { UInt8($0) }
    switch Int.random(in: 0...3, using: &random) {
    case 0:
      let length = UInt8.random(in: 0...255, using: &random)
      return [0xFF, 0x51, 3, .random(in: 0...80, using: &random), length, 1]
    case 1:
      let (count, halvings) = (UInt8.random(in: 1...255, using: &random), UInt8(data.count % 8))
      return [0xFF, 0x58, 4, count, halvings, 24, 8]
    case 2: return [0xF0] + FileBytes.quantity(data.count) + data
    default: return [0xFF, 0x06] + FileBytes.quantity(data.count) + data
    }
  }
}
