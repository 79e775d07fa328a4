import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import LiveDrummer

/// What others play, as the drummer is conditioned on it.
@Suite struct LiveHitLogTests {
  private static func hit(_ beat: Beats, _ drum: Drum = .snare, velocity: Int = 90) -> Hit {
    Hit(drum: drum, velocity: Velocity(clamping: velocity), beat: beat)
  }

  @Test func `a hit is in the bar that it is played for, up to an eighth of a beat early`() {
    let early = Beats(1, over: 8)
    let grain = Beats(units: 1)
    #expect(LiveHitLog.bar(of: .zero) == 0)
    #expect(LiveHitLog.bar(of: Beats(4) - early) == 1)
    #expect(LiveHitLog.bar(of: Beats(4) - early - grain) == 0)
    #expect(LiveHitLog.bar(of: .zero - early) == 0)
    #expect(LiveHitLog.bar(of: .zero - early - grain) == -1)
  }

  @Test func `hits are given in order, counted from their bar`() {
    var log = LiveHitLog()
    log.append(Self.hit(Beats(9)))
    log.append(Self.hit(Beats(8) - Beats(1, over: 16), .kick))
    log.append(Self.hit(Beats(4), .closedHat))
    #expect(log.hits(in: 2) == [Self.hit(Beats(-1, over: 16), .kick), Self.hit(Beats(1))])
    #expect(log.hits(in: 1) == [Self.hit(.zero, .closedHat)])
    #expect(log.hits(in: 0).isEmpty && log.hits(in: 3).isEmpty)
  }

  @Test func `a hit before the song is in no bar`() {
    var log = LiveHitLog()
    log.append(Self.hit(Beats(-1)))
    #expect(log.unevaluated.isEmpty && log.hits(in: -1).isEmpty)
  }

  @Test func `a bar is to be evaluated after every hit in it`() {
    var log = LiveHitLog()
    log.append(Self.hit(Beats(1)))
    log.append(Self.hit(Beats(5)))
    #expect(log.unevaluated == [0, 1])
    log.markEvaluated(0)
    #expect(log.unevaluated == [1])
    log.append(Self.hit(Beats(2)))
    #expect(log.unevaluated == [0, 1] && log.hits(in: 0).count == 2)
    log.forget()
    #expect(log.unevaluated.isEmpty && log.hits(in: 0).isEmpty && log.hits(in: 1).isEmpty)
  }

  @Test func `hits are kept for thirty-two bars`() {
    var log = LiveHitLog()
    for bar in 0..<40 as Range<Int64> { log.append(Self.hit(Beats(bar * 4))) }
    #expect((0..<40).filter { !log.hits(in: $0).isEmpty } == Array(8..<40))
  }

  /// Eight hits of the drummer's and five of a player's, none of them together.
  private static let own = (0..<8).map { hit(Beats($0, over: 2), .closedHat) }
  private static let player = (0..<5).map { hit(Beats($0 * 3 + 1, over: 4), velocity: 50) }

  @Test func `a share of nothing is the drummer's, of all the player's, of half both`() {
    let mix = { LiveHitLog.merged(Self.own, with: Self.player, share: $0, bar: 3) }
    #expect(mix(0) == Self.own)
    #expect(mix(1) == Self.player)
    #expect(mix(0.5) == (Self.own + Self.player).sorted())
    #expect(LiveHitLog.merged(Self.own, with: [], share: 1, bar: 3) == Self.own)
  }

  @Test func `a larger share has more of the player's and less of the drummer's`() {
    var counts: [(own: Int, player: Int)] = []
    for share in stride(from: 0.05, through: 1, by: 0.05) {
      var (own, player) = (0, 0)
      for bar in 0..<50 {
        let mix = LiveHitLog.merged(Self.own, with: Self.player, share: share, bar: bar)
        #expect(mix == mix.sorted())
        own += mix.count { $0.drum == .closedHat }
        player += mix.count { $0.drum == .snare }
      }
      counts.append((own, player))
    }
    for (less, more) in zip(counts, counts.dropFirst()) {
      #expect(more.own <= less.own && more.player >= less.player)
    }
    // A tenth is two of ten of the player's hits, nine tenths two of ten of the drummer's.
    #expect((30...70).contains(counts[1].player) && (50...110).contains(counts[17].own))
  }

  @Test func `a bar is mixed the same each time, and bars differ`() {
    let bars = (0..<20).map { bar in
      LiveHitLog.merged(Self.own, with: Self.player, share: 0.2, bar: bar)
    }
    #expect(
      bars == (0..<20).map { LiveHitLog.merged(Self.own, with: Self.player, share: 0.2, bar: $0) })
    #expect(Set(bars).count > 5)
  }

  @Test func `what both play together is heard once, as the player plays it`() {
    let late = Beats(1, over: 16)
    let player = Self.own.map { Self.hit($0.beat + late, .closedHat, velocity: 20) }
    #expect(LiveHitLog.merged(Self.own, with: player, share: 0.5, bar: 0) == player)
    let apart = Self.own.map { Self.hit($0.beat + Beats(1, over: 8), .closedHat) }
    #expect(LiveHitLog.merged(Self.own, with: apart, share: 0.5, bar: 0).count == 16)
  }

  @Test(arguments: [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1])
  func `what both play together is there at any share`(share: Double) {
    for bar in 0..<10 {
      let mix = LiveHitLog.merged(Self.own, with: Self.own, share: share, bar: bar)
      #expect(mix == Self.own)
    }
  }
}
