import Commands
import Foundation
import NIOCore
import Testing

@testable import Remote

/// Who is let in over the network, and for how long.
@Suite struct GrantsTests {
  private let now = NIODeadline.uptimeNanoseconds(1_000_000_000)
  private let phone = IPAddress("192.168.1.7")

  private func cookie(
    _ grants: Grants, _ link: Grants.Link, from address: IPAddress? = IPAddress("192.168.1.7")
  ) throws -> String {
    guard
      case .cookie(let cookie) = grants.enter(
        token: grants.token(of: link).text, from: address, at: now)
    else { throw RawClient.Failure(what: "no cookie") }
    return cookie.text
  }

  @Test func `a token is 32 hexadecimal digits, and each is another`() {
    let tokens = (0..<100).map { _ in AccessToken() }
    #expect(Set(tokens.map(\.text)).count == 100)
    for token in tokens {
      #expect(token.text.count == 32)
      #expect(AccessToken(token.text)?.matches(token) == true)
    }
    #expect(AccessToken("0123456789abcdef0123456789abcdef")?.text.hasPrefix("0123") == true)
  }

  @Test(arguments: [
    "", "0", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
    "0123456789ABCDEF0123456789ABCDEF", "+123456789abcdef+123456789abcdef",
    "0123456789abcdef 123456789abcdef", "0123456789abcdef0123456789abcdeg",
    "٠123456789abcdef0123456789abcdef",
  ])
  func `nothing else is a token`(text: String) { #expect(AccessToken(text) == nil) }

  @Test func `tokens that differ in one bit do not match`() throws {
    let text = "0123456789abcdef0123456789abcdef"
    let token = try #require(AccessToken(text))
    for index in 0..<32 {
      var digits = Array(text)
      digits[index] = digits[index] == "0" ? "1" : "0"
      #expect(AccessToken(String(digits))?.matches(token) == false, "\(index)")
    }
  }

  @Test func `a phone may play, and the owner's devices what was said`() throws {
    let grants = Grants(owner: .edit)
    #expect(grants.access(cookie: try cookie(grants, .phone)) == .play)
    #expect(grants.access(cookie: try cookie(grants, .owner)) == .edit)
    #expect(grants.access(token: grants.token(of: .phone).text, from: phone, at: now) == .play)
    let careful = Grants(owner: .watch)
    #expect(careful.access(cookie: try cookie(careful, .phone)) == .watch)
  }

  @Test func `a cookie is worth nothing where it was not given, nor as a token`() throws {
    let (grants, other) = (Grants(owner: .files), Grants(owner: .files))
    let cookie = try cookie(grants, .owner)
    #expect(other.access(cookie: cookie) == nil)
    #expect(grants.access(token: cookie, from: phone, at: now) == nil)
    #expect(grants.access(cookie: grants.token(of: .owner).text) == nil)
    #expect(grants.access(cookie: String(cookie.dropLast())) == nil)
  }

  @Test func `who left is not let in by the same cookie`() throws {
    let grants = Grants(owner: .files)
    let (gone, here) = (try cookie(grants, .phone), try cookie(grants, .phone))
    grants.leave(cookie: gone)
    #expect(grants.access(cookie: gone) == nil)
    #expect(grants.access(cookie: here) == .play)
  }

  @Test func `after five wrong tokens an address waits a second, even with the right one`() throws {
    let grants = Grants(owner: .files)
    let wrong = AccessToken().text
    for _ in 0..<5 {
      guard case .wrong = grants.enter(token: wrong, from: phone, at: now) else {
        Issue.record("expected that it is wrong")
        return
      }
    }
    let right = grants.token(of: .phone).text
    guard case .wait = grants.enter(token: right, from: phone, at: now) else {
      Issue.record("expected to wait")
      return
    }
    #expect(grants.access(token: right, from: phone, at: now) == nil)
    // Others don't wait, and after a second none does.
    #expect(grants.access(token: right, from: IPAddress("192.168.1.8"), at: now) == .play)
    #expect(grants.access(token: right, from: phone, at: now + .milliseconds(999)) == nil)
    #expect(grants.access(token: right, from: phone, at: now + .seconds(1)) == .play)
  }

  @Test func `five wrong tokens are too many in every second, not only in the first`() {
    let grants = Grants(owner: .files)
    let (wrong, right) = (AccessToken().text, grants.token(of: .phone).text)
    for second in Int64(0)..<4 {
      let begin = now + .seconds(second)
      for attempt in 1...5 {
        guard case .wrong = grants.enter(token: wrong, from: phone, at: begin) else {
          Issue.record("second \(second), attempt \(attempt): expected that it is wrong")
          return
        }
      }
      for text in [wrong, right] {
        guard case .wait = grants.enter(token: text, from: phone, at: begin + .milliseconds(999))
        else {
          Issue.record("second \(second): expected to wait")
          return
        }
      }
    }
    #expect(grants.access(token: right, from: phone, at: now + .seconds(4)) == .play)
  }

  @Test func `a second is counted from the first wrong token in it`() {
    var limit = AttemptLimit(2, in: .seconds(1))
    limit.count(phone, at: now)
    // The first is forgotten: these two begin another second.
    limit.count(phone, at: now + .milliseconds(1_500))
    #expect(!limit.isReached(by: phone, at: now + .milliseconds(1_500)))
    limit.count(phone, at: now + .milliseconds(2_400))
    #expect(limit.isReached(by: phone, at: now + .milliseconds(2_499)))
    #expect(!limit.isReached(by: phone, at: now + .milliseconds(2_500)))
  }

  @Test func `wrong tokens from many addresses of one network count together`() throws {
    var limit = AttemptLimit(5, in: .seconds(1))
    for number in 1...5 { limit.count(IPAddress("fd00::1:\(number)"), at: now) }
    #expect(limit.isReached(by: IPAddress("fd00::9"), at: now))
    #expect(!limit.isReached(by: IPAddress("fd00:1::9"), at: now))
    // Addresses without end are not remembered without end.
    for number in 0..<10_000 {
      limit.count(IPAddress("10.\(number / 250).0.\(number % 250)"), at: now)
    }
    #expect(limit.rememberedCount <= 4_097)
  }

  @Test func `while too many addresses try at once, all others wait together`() {
    var limit = AttemptLimit(2, in: .seconds(1))
    for number in 0..<4_096 {
      limit.count(IPAddress("10.\(number / 256).\(number % 256).1"), at: now)
    }
    let (remembered, others) = (IPAddress("10.0.0.1"), (1...3).map { IPAddress("10.99.0.\($0)") })
    #expect(!limit.isReached(by: others[0], at: now))
    for address in others[..<2] { limit.count(address, at: now) }
    for address in others { #expect(limit.isReached(by: address, at: now)) }
    // One that is remembered is still counted by itself.
    #expect(!limit.isReached(by: remembered, at: now))
    limit.count(remembered, at: now)
    #expect(limit.isReached(by: remembered, at: now))
    let later = now + .seconds(1)
    for address in [remembered] + others { #expect(!limit.isReached(by: address, at: later)) }
  }

  @Test func `old cookies go when there are too many`() throws {
    let grants = Grants(owner: .files)
    let owner = try cookie(grants, .owner)
    let first = try cookie(grants, .phone)
    // From many addresses, since one is not given as many.
    let rest = try (0..<Grants.mostCookies).map { index in
      try cookie(grants, .phone, from: IPAddress("10.0.\(index).1"))
    }
    #expect(grants.access(cookie: first) == nil)
    #expect(rest.allSatisfy { grants.access(cookie: $0) == .play })
    // Phones cannot put out the owner's devices.
    #expect(grants.access(cookie: owner) == .files)
  }

  @Test func `an address is given some cookies in a minute, and others are not delayed by it`()
    throws
  {
    let grants = Grants(owner: .files)
    let right = grants.token(of: .phone).text
    let given = (0..<1_000).count { _ in
      if case .cookie = grants.enter(token: right, from: phone, at: now) { true } else { false }
    }
    #expect(given == Grants.mostTrades)
    guard case .waitLonger = grants.enter(token: right, from: phone, at: now + .seconds(59)) else {
      Issue.record("expected to wait longer")
      return
    }
    _ = try cookie(grants, .phone, from: IPAddress("192.168.1.8"))
    guard case .cookie = grants.enter(token: right, from: phone, at: now + .seconds(60)) else {
      Issue.record("expected a cookie after a minute")
      return
    }
  }

  @Test func `who shows a cookie that allows as much keeps it`() throws {
    let grants = Grants(owner: .files)
    let (mine, owner) = (try cookie(grants, .phone), try cookie(grants, .owner))
    let after = { (shown: String, link: Grants.Link) -> String? in
      let token = grants.token(of: link).text
      guard
        case .cookie(let cookie) = grants.enter(token: token, cookie: shown, from: phone, at: now)
      else { return nil }
      return cookie.text
    }
    #expect(after(mine, .phone) == mine)
    #expect(after(owner, .phone) == owner)
    let more = try #require(after(mine, .owner))
    #expect(more != mine && grants.access(cookie: more) == .files)
    // A cookie that was not given, or has left, is worth nothing.
    grants.leave(cookie: mine)
    #expect(after(mine, .phone) != mine)
    let foreign = AccessToken().text
    #expect(after(foreign, .phone) != foreign)
    // And it does not stand for a token.
    guard case .wrong = grants.enter(token: foreign, cookie: owner, from: phone, at: now) else {
      Issue.record("expected that the token is wrong")
      return
    }
  }

  @Test func `phones stay joined when the server restarts, unless new links are asked for`() throws
  {
    let file = FileManager.default.temporaryDirectory.path + "/gn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let before = Grants(owner: .files, file: file)
    before.keep()
    let cookie = try cookie(before, .phone)
    let after = Grants(owner: .files, file: file)
    #expect(after.access(cookie: cookie) == .play)
    #expect(after.token(of: .owner).matches(before.token(of: .owner)))
    // What is kept says who came by which link, and not what that allows.
    #expect(Grants(owner: .watch, file: file).access(cookie: cookie) == .watch)
    let renewed = Grants(owner: .files, file: file, isNew: true)
    renewed.keep()
    #expect(renewed.access(cookie: cookie) == nil)
    #expect(!renewed.token(of: .owner).matches(before.token(of: .owner)))
    #expect(Grants(owner: .files, file: file).access(cookie: cookie) == nil)
  }

  @Test func `what is kept is for this user's eyes alone`() throws {
    let file = FileManager.default.temporaryDirectory.path + "/gn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let mode = { try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int }
    Grants(owner: .files, file: file).keep()
    #expect(try mode() == 0o600)
    // As earlier versions wrote it.
    unsafe chmod(file, 0o644)
    Grants(owner: .files, file: file).keep()
    #expect(try mode() == 0o600)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"links":{},"cookies":[]}"#, #"{"links":{"owner":"x"},"cookies":[["a"]]}"#,
  ])
  func `a file that is damaged is written again`(text: String) throws {
    let file = FileManager.default.temporaryDirectory.path + "/gn-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let grants = Grants(owner: .files, file: file)
    grants.keep()
    let again = Grants(owner: .files, file: file)
    #expect(again.token(of: .phone).matches(grants.token(of: .phone)))
  }
}
