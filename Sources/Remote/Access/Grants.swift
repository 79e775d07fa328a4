import Commands
import Files
import Foundation
import NIOCore
import Synchronization

/// Who was let in over the network, and what they may do.
///
/// A link carries a token, which is traded for a cookie; both are kept in a file, so that phones stay
/// joined when the server restarts.
final class Grants: Sendable {
  /// What was handed out.
  enum Link: String, Sendable, Hashable, Codable, CaseIterable {
    /// For the owner's other devices.
    case owner
    /// For everybody who joins in.
    case phone
  }

  /// What came of showing a token.
  enum Outcome: Sendable {
    case cookie(AccessToken)
    case wrong
    /// Too many wrong ones from there: wait a second.
    case wait
    /// Too many right ones from there: wait a minute.
    case waitLonger
  }

  private struct State {
    var links: [Link: AccessToken]
    var cookies: [(token: AccessToken, link: Link)] = []
    /// Wrong tokens, and cookies that were given.
    var attempts = AttemptLimit(5, in: .seconds(1))
    var trades = AttemptLimit(Grants.mostTrades, in: .seconds(60))
  }
  private let state: Mutex<State>
  private let levels: [Link: AccessLevel]
  private let file: String?

  /// Cookies of each link at a time; the oldest of the same link goes first, so that phones cannot put out
  /// the owner.
  static let mostCookies = 256
  /// Cookies that an address is given in a minute: more than there are seats and places to wait.
  static let mostTrades = 60

  /// - Parameters:
  ///   - owner: what the owner's link allows; a phone's allows to play, or less where this does.
  ///   - file: where tokens are kept between runs, in a folder that only this user may enter; nil for nowhere.
  ///   - isNew: whether what is kept there is forgotten.
  init(owner: AccessLevel, file: String? = nil, isNew: Bool = false) {
    levels = [.owner: owner, .phone: min(.play, owner)]
    self.file = file
    let kept = isNew ? nil : file.flatMap(Self.read)
    state = Mutex(kept ?? State(links: [.owner: AccessToken(), .phone: AccessToken()]))
  }

  /// Keeps the tokens from now on: the port is ours, and the file with it.
  func keep() { state.withLock { save($0) } }

  /// What a link allows.
  func level(of link: Link) -> AccessLevel { levels[link] ?? .watch }

  /// The token in a link.
  func token(of link: Link) -> AccessToken {
    state.withLock { $0.links[link] } ?? AccessToken()
  }

  /// What the token of a link allows; nil for one that is not a link's, or after too many wrong ones.
  func access(token text: some StringProtocol, from address: IPAddress?, at now: NIODeadline)
    -> AccessLevel?
  {
    link(token: text, from: address, at: now).map(level)
  }

  /// Which link's the token is; nil for one that is not a link's, or after too many wrong ones.
  func link(token text: some StringProtocol, from address: IPAddress?, at now: NIODeadline) -> Link?
  {
    state.withLock { state in
      guard !state.attempts.isReached(by: address, at: now) else { return nil }
      guard let link = Self.link(of: text, in: state) else {
        state.attempts.count(address, at: now)
        return nil
      }
      return link
    }
  }

  /// Trades a link's token for a cookie; who shows a cookie that allows as much keeps it.
  func enter(
    token text: some StringProtocol, cookie shown: (some StringProtocol)? = String?.none,
    from address: IPAddress?, at now: NIODeadline
  ) -> Outcome {
    state.withLock { state in
      guard !state.attempts.isReached(by: address, at: now) else { return .wait }
      guard let link = Self.link(of: text, in: state) else {
        state.attempts.count(address, at: now)
        return .wrong
      }
      if let cookie = shown.flatMap({ AccessToken($0) }),
        let known = Self.link(ofCookie: cookie, in: state), level(of: known) >= level(of: link)
      {
        return .cookie(cookie)
      }
      guard !state.trades.isReached(by: address, at: now) else { return .waitLonger }
      state.trades.count(address, at: now)
      return .cookie(give(link, &state))
    }
  }

  private func give(_ link: Link, _ state: inout State) -> AccessToken {
    let cookie = AccessToken()
    if state.cookies.count(where: { $0.link == link }) >= Self.mostCookies,
      let oldest = state.cookies.firstIndex(where: { $0.link == link })
    {
      state.cookies.remove(at: oldest)
    }
    state.cookies.append((cookie, link))
    save(state)
    return cookie
  }

  /// What a cookie allows; nil for one that was not given, or that has left.
  func access(cookie text: some StringProtocol) -> AccessLevel? { link(cookie: text).map(level) }

  /// By which link a cookie was given; nil for one that was not, or that has left.
  func link(cookie text: some StringProtocol) -> Link? {
    guard let token = AccessToken(text) else { return nil }
    return state.withLock { Self.link(ofCookie: token, in: $0) }
  }

  private static func link(ofCookie token: AccessToken, in state: State) -> Link? {
    state.cookies.reduce(nil as Link?) { $1.token.matches(token) ? $1.link : $0 }
  }

  /// Makes a cookie worthless.
  func leave(cookie text: some StringProtocol) {
    guard let token = AccessToken(text) else { return }
    state.withLock { state in
      let count = state.cookies.count
      state.cookies.removeAll { $0.token.matches(token) }
      // Anybody can ask for this, and writing takes a while.
      if state.cookies.count != count { save(state) }
    }
  }

  private static func link(of text: some StringProtocol, in state: State) -> Link? {
    guard let token = AccessToken(text) else { return nil }
    return Link.allCases.first { state.links[$0]?.matches(token) == true }
  }

  // MARK: Between runs

  private struct Kept: Codable {
    var links: [String: String]
    var cookies: [[String]]
  }

  private static func read(_ file: String) -> State? {
    guard let bytes = try? RegularFile.bytes(at: file, limit: 1 << 20),
      let kept = try? JSONDecoder().decode(Kept.self, from: Data(bytes))
    else { return nil }
    let links = kept.links.compactMap { name, text -> (Link, AccessToken)? in
      guard let link = Link(rawValue: name), let token = AccessToken(text) else { return nil }
      return (link, token)
    }
    guard links.count == Link.allCases.count else { return nil }
    let cookies = kept.cookies.compactMap { pair -> (AccessToken, Link)? in
      guard pair.count == 2, let token = AccessToken(pair[0]), let link = Link(rawValue: pair[1])
      else { return nil }
      return (token, link)
    }
    let recent = Link.allCases.flatMap { link in
      cookies.filter { $0.1 == link }.suffix(mostCookies)
    }
    return State(links: Dictionary(links) { first, _ in first }, cookies: recent)
  }

  /// A file that cannot be written costs phones a scan of the code after a restart.
  private func save(_ state: State) {
    guard let file else { return }
    let links = state.links.map { ($0.key.rawValue, $0.value.text) }
    let kept = Kept(
      links: Dictionary(links) { first, _ in first },
      cookies: state.cookies.map { [$0.token.text, $0.link.rawValue] })
    guard let data = try? JSONEncoder().encode(kept) else { return }
    try? FileReplacement.replace(file, with: data, mode: 0o600)
  }
}
