import Clock
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

/// A reported beat that is lost, given up, or shared in part, and reports that make no sense.
@Suite struct LostLineTests {
  @Test(arguments: [ClockSettings.LostPolicy.hold, .stop, .internal])
  func `a line that is lost is held, stops, or gives way to our tempo`(
    policy: ClockSettings.LostPolicy
  ) throws {
    let studio = LineStudio(bpm: 100) { $0.lost = policy }
    studio.play()
    studio.play(to: 200_000)
    let line = try #require(studio.line)
    studio.line = nil
    studio.play(to: 280_000)
    #expect(studio.room.status.leader == .link)
    studio.play(to: 600_000)
    let status = studio.room.status
    #expect(status.clockHealth.presence == .lost)
    #expect(status.isRolling == (policy != .stop))
    #expect(status.leader == (policy == .hold ? .link : .internal))
    if policy == .hold {
      let errors = studio.errors(after: 0, of: line)
      // It begins on the bar at 115,200; a beat is 28,800 frames.
      #expect(errors.count >= 16 && errors.allSatisfy { $0.magnitude < 0.05 }, "\(errors)")
    }
    if policy == .internal {
      #expect(status.tempo.bpm == 120)
      let last = studio.hits.suffix(2)
      #expect(zip(last, last.dropFirst()).map { $1 - $0 } == [24_000])
    }
    // It is followed again when it is back.
    studio.line = line
    if policy == .stop { studio.play() }
    studio.play(to: 1_200_000)
    #expect(studio.room.status.leader == .link && studio.room.status.tempo.bpm == 100)
    let errors = studio.errors(after: 900_000, of: line)
    #expect(errors.count >= 9 && errors.allSatisfy { $0.magnitude < 0.05 }, "\(errors)")
  }

  @Test(arguments: [ClockSettings.LostPolicy.stop, .internal])
  func `what a lost line means can be chosen while its tempo is held`(
    policy: ClockSettings.LostPolicy
  ) {
    var settings = ClockSettings()
    let studio = LineStudio(bpm: 100) { settings = $0 }
    studio.play()
    studio.play(to: 200_000)
    studio.line = nil
    studio.play(to: 500_000)
    #expect(studio.room.status.leader == .link && studio.room.status.isRolling)
    settings.lost = policy
    studio.room.ask(.clock(settings))
    studio.play(to: 700_000)
    #expect(studio.room.status.isRolling == (policy == .internal))
    #expect(studio.room.status.tempo.bpm == 120)
    // One that is begun then is ours, and goes on.
    studio.room.ask(.play)
    studio.play(to: 800_000)
    #expect(studio.room.status.isRolling && studio.room.status.leader == .internal)
  }

  @Test(arguments: [0, 10_000])
  func `after a stop, a lost line holds nothing: play begins at once at our tempo`(rest: Int) {
    let studio = LineStudio(bpm: 100)
    studio.play()
    studio.play(to: 300_000)
    studio.line = nil
    studio.play(to: 500_000)
    studio.room.ask(.stop)
    studio.room.play(frames: rest)
    studio.room.ask(.play)
    studio.room.play(frames: 2_000)
    #expect(studio.room.status.isRolling && studio.room.status.leader == .internal)
    #expect(studio.room.status.tempo.bpm == 120)
    // It stays there, too.
    let began = studio.room.frame.index
    studio.room.play(frames: 300_000)
    #expect(studio.room.status.leader == .internal && studio.room.status.tempo.bpm == 120)
    let hits = studio.hits.filter { $0 > began }
    let isEven = zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == 24_000 }
    #expect(hits.count > 10 && isEven, "\(hits)")
  }

  @Test(arguments: [EngineMessage.locate(Beats(8)), .play])
  func `while a lost line is held, a song that is moved or begun again goes on with it`(
    order: EngineMessage
  ) throws {
    let studio = LineStudio(bpm: 100)
    studio.play()
    studio.play(to: 300_000)
    let line = try #require(studio.line)
    studio.line = nil
    studio.play(to: 500_000)
    studio.room.ask(order)
    studio.play(to: 800_000)
    let status = studio.room.status
    #expect(status.isRolling && !status.isArmed && status.leader == .link)
    #expect(status.tempo.bpm == 100)
    let errors = studio.errors(after: 510_000, of: line)
    #expect(errors.count >= 5 && errors.allSatisfy { $0.magnitude < 0.05 }, "\(errors)")
    // Our tempo is kept for later.
    studio.room.ask(.tempo(Tempo(clampingBPM: 90)))
    studio.play(to: 900_000)
    #expect(studio.room.status.leader == .link && studio.room.status.tempo.bpm == 100)
  }

  @Test func `a song that waits for its bar begins there also where the line is lost meanwhile`() {
    let studio = LineStudio(bpm: 20)
    // A bar lasts twelve seconds, and patience two.
    studio.play(to: 100_000)
    studio.room.ask(.play)
    studio.play(to: 110_000)
    studio.line = nil
    studio.play(to: 570_000)
    #expect(!studio.room.status.isRolling && studio.room.status.leader == .link)
    studio.play(to: 600_000)
    #expect(studio.room.status.isRolling && studio.room.status.leader == .link)
    #expect(studio.room.status.tempo.bpm == 20)
  }

  @Test(arguments: [EngineMessage.locate(Beats(2)), .play], [false, true])
  func `a song that waits for the bar of a line that is given up begins at once at our tempo`(
    order: EngineMessage, chooses: Bool
  ) throws {
    var settings = ClockSettings()
    let studio = LineStudio(bpm: 20) {
      $0.lost = chooses ? .hold : .internal
      settings = $0
    }
    // The bar of twelve seconds at which the song begins, and its middle.
    studio.play()
    studio.play(to: 870_000)
    #expect(studio.room.status.isRolling)
    studio.line = nil
    // With another choice, after it was lost; else before that is known.
    studio.play(to: chooses ? 1_000_000 : 900_000)
    settings.lost = .internal
    studio.room.ask(.clock(settings))
    studio.room.ask(order)
    studio.play(to: 1_100_000)
    let status = studio.room.status
    #expect(status.isRolling && !status.isArmed && status.leader == .internal)
    #expect(status.tempo.bpm == 120)
    let position = status.position
    studio.play(to: 1_124_000)
    #expect((studio.room.status.position - position).inBeats == 1)
    if case .locate(let beat) = order { #expect(position > beat && position < beat + Beats(6)) }
  }

  @Test func `a tempo that is asked for in one block with another clock is played`() {
    let studio = LineStudio(bpm: 100)
    studio.play()
    studio.play(to: 200_000)
    var settings = ClockSettings()
    settings.source = .internal
    studio.room.ask(.clock(settings))
    studio.room.ask(.tempo(Tempo(clampingBPM: 90)))
    studio.play(to: 500_000)
    let hits = studio.hits.filter { $0 > 240_000 }
    let isEven = zip(hits, hits.dropFirst()).allSatisfy { $1 - $0 == 32_000 }
    #expect(hits.count > 6 && isEven, "\(hits)")
  }

  @Test func `play waits for no bar of a clock that was given up in the same block`() {
    let studio = LineStudio()
    studio.play(to: 1_024)
    #expect(studio.room.status.leader == .link)
    studio.room.ask(.clock(ClockSettings()))
    studio.room.ask(.play)
    studio.play(to: 2_048)
    #expect(studio.room.status.isRolling && !studio.room.status.isArmed)
    // Chosen again with the next play, it is not heard yet: our own beat leads for so long.
    var settings = ClockSettings()
    settings.source = .link
    studio.room.ask(.stop)
    studio.line = nil
    studio.room.ask(.clock(settings))
    studio.room.ask(.play)
    studio.play(to: 4_096)
    #expect(studio.room.status.isRolling && studio.room.status.leader == .internal)
  }

  @Test func `without its transport, only the beat is followed; without its tempo, only that`() {
    let beat = LineStudio { $0.followsTransport = false }
    beat.play(to: 10_000)
    beat.session(.rolling)
    beat.play(to: 300_000)
    #expect(!beat.room.status.isRolling && beat.room.status.leader == .link)
    let transport = LineStudio(bpm: 77) { $0.followsTempo = false }
    transport.play(to: 10_000)
    transport.session(.rolling)
    transport.play(to: 14_000)
    #expect(transport.room.status.isRolling && transport.room.status.leader == .internal)
    transport.session(.stopped)
    transport.play(to: 20_000)
    #expect(!transport.room.status.isRolling)
  }

  @Test func `a beat reported of another time, or not to be followed, is ignored`() {
    let far = LineStudio()
    far.line?.time = HostTime(nanoseconds: 4_000_000_000_000_000_000)
    far.play(to: 10_000)
    #expect(far.room.status.leader == .internal)
    let own = LineStudio { $0.source = .internal }
    own.play(to: 10_000)
    own.session(.rolling)
    own.play(to: 60_000)
    #expect(own.room.status.leader == .internal && !own.room.status.isRolling)
  }

  @Test func `an offset is heard that much later`() throws {
    let studio = LineStudio { $0.offset = HostTime.Interval(nanoseconds: 20_000_000) }
    studio.play()
    studio.play(to: 480_000)
    let errors = studio.errors(after: 0, of: try #require(studio.line))
    #expect(errors.count > 10 && errors.allSatisfy { ($0 - 20).magnitude < 0.05 }, "\(errors)")
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `whatever is reported and asked for, every message is on its frame and in order`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    let policies = [ClockSettings.LostPolicy.hold, .stop, .internal]
    let studio = LineStudio(ahead: seed % 2 == 0) { $0.lost = policies[Int(seed % 3)] }
    for _ in 0..<3_000 {
      switch Int.random(in: 0..<40, using: &dice) {
      case 0: studio.room.ask(.play)
      case 1: studio.room.ask(.stop)
      case 2: studio.room.ask(.continue)
      case 3: studio.room.ask(.locate(Beats(.random(in: 0...64, using: &dice))))
      case 4: studio.session(.rolling)
      case 5: studio.session(.stopped)
      case 6: studio.change(to: .random(in: 20...300, using: &dice))
      case 7:
        studio.room.ask(
          .line(
            BeatLine(
              beat: Beats(units: .random(in: .min ... .max, using: &dice)),
              at: HostTime(nanoseconds: .random(in: 0...4_000_000_000_000_000_000, using: &dice)),
              tempo: Tempo(measuredMicrobpm: .random(in: 1...1_000_000_000, using: &dice)),
              bar: Beats(units: .random(in: .min ... .max, using: &dice)), motion: .rolling)))
      case 8:
        studio.room.ask(
          .line(
            BeatLine(
              beat: Beats(units: .random(in: -10_000_000...10_000_000, using: &dice)),
              at: studio.heard(studio.room.frame.index),
              tempo: Tempo(measuredMicrobpm: .random(in: 1...1_000_000_000, using: &dice)),
              bar: Beats(units: .random(in: 0...100_000_000, using: &dice)), motion: .rolling)))
      default: break
      }
      studio.room.makeBlock(frames: .random(in: 1...1_500, using: &dice))
    }
    studio.room.ask(.finish)
    studio.room.play(frames: 9_600)
    #expect(studio.room.misplacedCount == 0)
    #expect(!studio.room.status.isRolling && !studio.room.status.isArmed)
    #expect(studio.room.status.hits > 0)
    // Followers of our clock are not left rolling.
    let starts = studio.room.clock(.start).count + studio.room.clock(.continue).count
    #expect(starts > 0 && studio.room.clock(.stop).count > 0)
  }
}
