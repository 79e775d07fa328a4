import Commands
import Control
import Testing

@Suite struct ConnectionDigestTests {
  @Test func `a few connections are reported each, a storm by its number, and then each again`() {
    var digest = ConnectionDigest()
    let begin = ContinuousClock.now
    let storm = (0..<750).compactMap {
      digest.line("wire \($0)", at: begin + .milliseconds($0 / 2))
    }
    #expect(storm == (0..<ConnectionDigest.most).map { "wire \($0)" })
    #expect(digest.rest(at: begin + .milliseconds(999)) == nil)
    let rest = digest.rest(at: begin + .seconds(1))
    #expect(rest == "\(750 - ConnectionDigest.most) more connections and disconnections")
    #expect(digest.rest(at: begin + .seconds(2)) == nil)
    #expect(digest.line("one", at: begin + .seconds(3)) == "one")
    #expect(digest.rest(at: begin + .seconds(5)) == nil)
  }
}
