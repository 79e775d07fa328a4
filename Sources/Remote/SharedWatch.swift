import CommandText
import Commands
import ControlSocket
import NIOCore
import NIOWebSocket

/// Hits and levels of the session for all pages, by one connection: to send them to each of sixteen would
/// cost the session more than to play.
///
/// Used on its event loop only. State comes as differences, so that each page watches that by itself.
final class SharedWatch {
  /// What is the same for every page.
  static let channels: Set<ControlChannel> = [.hits, .levels]
  private static let heads: [(channel: ControlChannel, bytes: [UInt8])] = channels.map {
    ($0, Array("{\"\($0.rawValue)\":".utf8))
  }

  private let daemon: DaemonLines
  private var pages: [ObjectIdentifier: PageWatch] = [:]
  private var asked: Set<ControlChannel> = []
  private var isBegun = false

  init(_ session: DaemonAddress, _ limits: RemoteLimits, on loop: any EventLoop) {
    daemon = DaemonLines(session, on: loop, retry: limits.retry)
    daemon.take = { [weak self] in self?.take($0) }
    daemon.finish = { [weak self] in self?.flush() }
    daemon.change = { [weak self] _ in
      self?.asked = []
      self?.ask()
    }
  }

  /// Has a page watch `channels` of those that are shared, and no others.
  func watch(_ channels: Set<ControlChannel>, by page: PageWatch) {
    page.channels = channels
    pages[ObjectIdentifier(page)] = channels.isEmpty ? nil : page
    if !isBegun, !channels.isEmpty {
      isBegun = true
      daemon.begin()
    }
    ask()
  }

  private func ask() {
    let wanted = pages.values.reduce(into: Set()) { $0.formUnion($1.channels) }
    guard wanted != asked else { return }
    if daemon.send(ConnectionRequest.watch(wanted).line, mayWait: true) { asked = wanted }
  }

  private func take(_ message: ByteBuffer) {
    let view = message.readableBytesView
    guard let channel = Self.heads.first(where: { view.starts(with: $0.bytes) })?.channel else {
      return
    }
    for page in pages.values { page.take(message, of: channel) }
  }

  private func flush() { for page in pages.values { page.flush() } }
}

/// What one page watches of what is shared.
///
/// It loses what it does not take in time, and hears how much once it has caught up.
final class PageWatch {
  fileprivate(set) var channels: Set<ControlChannel> = []
  private let writer: WebSocketWriter
  private var lost: [ControlChannel: Int] = [:]

  init(_ writer: WebSocketWriter) { self.writer = writer }

  fileprivate func take(_ message: ByteBuffer, of channel: ControlChannel) {
    guard channels.contains(channel) else { return }
    guard writer.channel?.isWritable == true else {
      lost[channel, default: 0] += 1
      return
    }
    writer.send(message, .text, flushes: false)
  }

  fileprivate func flush() { writer.flush() }

  /// The page takes messages again.
  func hasCaughtUp() {
    guard !lost.isEmpty else { return }
    let counts = lost.map { ($0.key.rawValue, JSONNode.integer($0.value)) }
    lost = [:]
    let members = JSONNode.object(Dictionary(uniqueKeysWithValues: counts))
    writer.send(JSONNode.object(["lost": members]).text)
  }

  /// A line without its tag that says what is watched: what is shared, and what is left of the line for the
  /// session; nil for any other line.
  static func split(_ line: String) -> (shared: Set<ControlChannel>, rest: String)? {
    guard case .watch(let channels) = CommandReader.connectionRequest(line) else { return nil }
    let own = channels.subtracting(SharedWatch.channels)
    return (channels.intersection(SharedWatch.channels), ConnectionRequest.watch(own).line)
  }
}
