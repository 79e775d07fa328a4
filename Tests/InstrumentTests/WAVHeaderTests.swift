import GhostnoteTesting
import Testing

@testable import Instrument

/// The header of a recording, as it is found again after a crash.
@Suite struct WAVHeaderTests {
  private static func header(_ channels: Int, _ rate: Int, _ frames: Int) -> WAVHeader {
    WAVHeader(channelCount: channels, sampleRate: rate, frameCount: frames)
  }

  private static func fileLength(_ header: WAVHeader) -> Int {
    WAVHeader.length + header.frameCount * header.frameLength
  }

  @Test(arguments: [1, 2, 52], [8_000, 44_100, 48_000, 192_000])
  func `what was written is read, below and beyond 4 GiB`(channels: Int, rate: Int) {
    for frames in [0, 1, 1_000, 30_000_000, 2_000_000_000] {
      let header = Self.header(channels, rate, frames)
      let read = WAVHeader(header.bytes, fileLength: Self.fileLength(header))
      #expect(read?.channelCount == channels && read?.sampleRate == rate)
      #expect(read?.frameCount == frames && read?.bytes == header.bytes)
    }
  }

  @Test func `the frames are those of the file, not those that the header has`() {
    let old = Self.header(2, 48_000, 100)
    let read = WAVHeader(old.bytes, fileLength: WAVHeader.length + 250 * 6 + 5)
    #expect(read?.frameCount == 250, "the last frame is not whole")
    #expect(read?.bytes == Self.header(2, 48_000, 250).bytes)
    // A recording that grew beyond 4 GiB after its header was written.
    let long = Self.header(2, 48_000, 1_000_000_000)
    #expect(WAVHeader(old.bytes, fileLength: Self.fileLength(long))?.bytes == long.bytes)
    #expect(WAVHeader(long.bytes, fileLength: Self.fileLength(old))?.bytes == old.bytes)
  }

  @Test func `a header that was cut, or of a file that is shorter, is none`() {
    let bytes = Self.header(2, 48_000, 10).bytes
    #expect(WAVHeader(Array(bytes.dropLast()), fileLength: 1_000) == nil)
    #expect(WAVHeader(bytes + [0], fileLength: 1_000) == nil)
    #expect(WAVHeader(bytes, fileLength: WAVHeader.length - 1) == nil)
    #expect(WAVHeader(bytes, fileLength: WAVHeader.length)?.frameCount == 0)
  }

  @Test func `any changed byte but those of the sizes is another program's file`() {
    let bytes = Self.header(2, 48_000, 10).bytes
    var accepted: Set<Int> = []
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x40
      if WAVHeader(changed, fileLength: 140) != nil { accepted.insert(place) }
    }
    // RIFF or RF64 with its size, the chunk of the long sizes, and the size of the samples.
    #expect(accepted == Set(0..<8).union(12..<48).union(76..<80))
  }

  @Test func `a header of no channels or no rate is not ours`() {
    for (channels, rate) in [(0, 48_000), (2, 0)] {
      let bytes = Self.header(channels, rate, 0).bytes
      #expect(WAVHeader(bytes, fileLength: 200) == nil)
    }
  }
}
