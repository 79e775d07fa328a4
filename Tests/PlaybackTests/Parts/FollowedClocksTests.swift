import Clock
import MIDI
import MusicalTime
import Ports
import Testing

@testable import Playback

/// Which of the clocks leads, and what is done with messages beside it.
@Suite struct FollowedClocksTests {
  private final class Desk {
    var clocks: FollowedClocks

    init(_ source: ClockSettings.Source, _ change: (inout ClockSettings) -> Void = { _ in }) {
      var settings = ClockSettings()
      settings.source = source
      change(&settings)
      clocks = FollowedClocks(settings)
    }

    func update(_ motion: TransportReport.Motion?) -> ClockLeader {
      clocks.updateLeader(
        isRolling: true,
        report: motion.map { TransportReport(motion: $0, frame: 0, timebase: nil) })
      return clocks.leader
    }

    /// JACK rolls, with a timebase master at `tempo`.
    func hear(_ tempo: Tempo) {
      let timebase = TransportReport.Timebase(beat: .zero, grain: .zero, tempo: tempo)
      let report = TransportReport(motion: .rolling, frame: 0, timebase: timebase)
      let (stage, now) = (Stage(), Stage.hearing(0))
      _ = stage.block.begin(BlockTime(frames: 128, began: now, heard: now, transport: report))
      let song = JACKTransportInput.Song(
        settings: clocks.settings, plannedThrough: Frame(index: 0))
      let transport = TransportControl(Stage.ahead)
      _ = clocks.jack.hear(mayLead: true, song, transport, in: stage.block)
      clocks.updateLeader(isRolling: true, report: report)
    }

    func treatment(_ message: ShortMessage, from source: MessageSource) -> ClockChoice.Treatment {
      clocks.treatment(of: message, from: source, on: Frame(index: 0))
    }
  }

  private static let pad = MessageSource.alsa(client: 20, port: 0)
  private static let clockInput = MessageSource.alsaClock(client: 20, port: 0)
  private static let sources: [ClockSettings.Source] = [
    .internal, .midi, .port, .jack, .auto, .link,
  ]

  @Test func `at first our own beat leads, whatever was chosen`() {
    for source in Self.sources {
      let desk = Desk(source)
      let isOurs = desk.clocks.isInternal && !desk.clocks.givesTempo && !desk.clocks.isLedByTicks
      #expect(isOurs && desk.update(nil) == .internal)
      let tempo = Tempo(clampingBPM: 77)
      let tempi = [desk.clocks.tempo(orElse: tempo), desk.clocks.tempoForOthers(orElse: tempo)]
      #expect(tempi == [tempo, tempo])
    }
  }

  @Test func `JACK leads where it was chosen, or where it rolls and anything may lead`() {
    let leaders = { (source: ClockSettings.Source) in
      [TransportReport.Motion.stopped, .starting, .rolling].map { Desk(source).update($0) }
    }
    #expect(leaders(.jack) == [.jack, .jack, .jack])
    #expect(leaders(.auto) == [.internal, .jack, .jack])
    for source in [ClockSettings.Source.internal, .midi, .port, .link] {
      #expect(leaders(source) == [.internal, .internal, .internal])
    }
  }

  @Test func `JACK may be followed where it was chosen, and else where no MIDI clock leads`() {
    let may = Self.sources.map { Desk($0).clocks.mayFollowJACK }
    #expect(may == [false, false, false, true, true, false])
  }

  @Test func `JACK without a timebase gives no tempo, and ours is sent`() {
    let desk = Desk(.jack)
    _ = desk.update(.rolling)
    let tempo = Tempo(clampingBPM: 77)
    let (gives, heard, told) = (
      desk.clocks.givesTempo, desk.clocks.tempo(orElse: tempo),
      desk.clocks.tempoForOthers(orElse: tempo)
    )
    #expect(!gives && heard == tempo && told == tempo)
  }

  @Test(arguments: [true, false])
  func `a timebase gives a tempo only where the tempo is followed`(followsTempo: Bool) {
    let desk = Desk(.jack) { $0.followsTempo = followsTempo }
    let (own, tempo) = (Tempo(clampingBPM: 77), Tempo(clampingBPM: 90))
    desk.hear(tempo)
    let (leader, gives, heard, others) = (
      desk.clocks.leader, desk.clocks.givesTempo, desk.clocks.tempo(orElse: own),
      desk.clocks.tempoForOthers(orElse: own)
    )
    #expect(leader == .jack && gives == followsTempo)
    #expect(heard == (followsTempo ? tempo : own) && others == own)
  }

  @Test func `notes are the player's, but for what comes by an input of clocks`() {
    let note = ShortMessage.noteOn(channel: 9, note: 36, velocity: 100)
    for source in Self.sources {
      let desk = Desk(source)
      #expect(desk.treatment(note, from: Self.pad) == .direct)
      #expect(desk.treatment(note, from: Self.clockInput) == .ignore)
    }
  }

  @Test func `clock and transport are treated as was chosen`() {
    let treatments = { (message: ShortMessage, input: MessageSource) in
      Self.sources.map { Desk($0).treatment(message, from: input) }
    }
    #expect(
      treatments(.timingClock, Self.pad) == [.ignore, .follow, .ignore, .ignore, .follow, .ignore])
    #expect(
      treatments(.start, Self.pad) == [.direct, .follow, .ignore, .ignore, .follow, .ignore])
    #expect(
      treatments(.start, Self.clockInput) == [.direct, .follow, .follow, .ignore, .follow, .ignore])
  }

  @Test func `another source, or another way to follow its tempo, begins again`() {
    func isChanged(_ change: (inout ClockSettings) -> Void) -> Bool {
      let desk = Desk(.midi)
      var settings = desk.clocks.settings
      change(&settings)
      let isNew = desk.clocks.change(to: settings)
      let taken = desk.clocks.settings
      #expect(taken == settings)
      return isNew
    }
    #expect(!isChanged { _ in })
    #expect(!isChanged { $0.followsTransport = false })
    #expect(!isChanged { $0.lost = .stop })
    #expect(isChanged { $0.followsTempo = false })
    #expect(isChanged { $0.source = .auto })
    #expect(isChanged { $0.source = .internal })
  }

  @Test func `a line leads only where it was chosen and is reported`() {
    let desk = Desk(.link)
    let (goes, isLed) = (desk.clocks.goesByLine, desk.clocks.isLedByLine)
    #expect(goes && !isLed)
    let others = Self.sources.dropLast().map { Desk($0).clocks.goesByLine }
    #expect(others.allSatisfy { !$0 })
  }
}
