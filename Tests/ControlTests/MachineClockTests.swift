import Clock
import CommandText
import Commands
import Control
import GhostnoteTesting
import MusicalTime
import Playback
import Ports
import Rhythm
import Testing

/// The rules of the clock at the machine: what reaches the engine and what the devices.
@Suite struct MachineClockTests {
  private func desk(hasJACK: Bool = true) -> Desk {
    Desk(Patch(), devices: FakeClockDevices(hasJACK: hasJACK))
  }

  @Test func `every setting is said by the status, and port and timebase by the devices`()
    async throws
  {
    let desk = desk()
    let lines = [
      "clock source Ardour*", "clock follow tempo off", "clock offset -2.5",
      "clock send stopped on",
      "clock send timebase on", "clock lost stop",
    ]
    for line in lines { #expect(try await desk.perform(line) == .done) }
    let settings = await desk.machine.status().clock.settings
    #expect(settings.source == "Ardour*" && settings.lost == "stop")
    #expect(!settings.followsTempo && settings.followsTransport)
    #expect(settings.offsetMS == -2.5)
    #expect(settings.sends && settings.sendsWhileStopped && settings.isTimebase)
    #expect(desk.devices.orders == [.listen(to: NamePattern("Ardour*")), .offerTimebase(true)])
  }

  @Test func `what is set as it was before asks nothing of anybody`() async throws {
    let desk = desk()
    for _ in 0..<256 { try await desk.perform("hit kick") }
    // The engine has no room, and would refuse.
    for line in ["clock source internal", "clock send on", "clock lost hold"] {
      #expect(try await desk.perform(line) == .done)
    }
    #expect(desk.devices.orders.isEmpty)
  }

  @Test func `a port whose name is nearly a word waits, and the word is named`() async throws {
    let desk = desk()
    let warning =
      "follows a port called “interanl” whenever there is one; did you mean “internal”?"
    #expect(
      try await desk.perform("clock source interanl") == .remark(.warning(text: warning)))
    #expect(try await desk.perform("clock source 'TD-17*'") == .done)
    #expect(try await desk.perform("clock source jack") == .done)
  }

  @Test func `a nudge moves the offset from where it is, says where, and keeps to the range`()
    async throws
  {
    let desk = desk()
    try await desk.perform("clock offset 98")
    #expect(
      try await desk.perform("nudge 1.5")
        == .remark(.setting(name: "clock offset", value: 99.5, unit: "ms")))
    await #expect(
      throws: CommandError("nudge: expected an offset of -100 – 100 ms, found 101")
    ) { try await desk.perform("nudge 1.5") }
    #expect(await desk.machine.status().clock.settings.offsetMS == 99.5)
    #expect(try await desk.perform("nudge -100").text == "clock offset -0.5 ms")
    #expect(await desk.machine.status().clock.settings.offsetMS == -0.5)
  }

  @Test func `the first tap asks for another, the next set the tempo and say it`() async throws {
    let time = Locked(ContinuousClock.now)
    let desk = Desk(Patch(), moment: { time.value })
    #expect(try await desk.perform("tap") == .remark(.hint(text: "tap again")))
    time.change { $0 += .milliseconds(625) }
    let reply = try await desk.perform("tap")
    #expect(reply == .remark(.setting(name: "tempo", value: 96, unit: "")))
    #expect(reply.text == "tempo 96")
    #expect(await desk.machine.document.patch.tempo.bpm == 96)
  }

  @Test func `another source takes the port back that one named`() async throws {
    let desk = desk()
    try await desk.perform("clock source Ardour*")
    try await desk.perform("clock source midi")
    #expect(desk.devices.orders == [.listen(to: NamePattern("Ardour*")), .listen(to: nil)])
  }

  @Test(arguments: ["clock source jack", "clock send timebase on"])
  func `what the devices cannot do changes nothing`(line: String) async throws {
    let desk = desk(hasJACK: false)
    await #expect(throws: CommandError("no JACK here")) { try await desk.perform(line) }
    #expect(desk.devices.orders.isEmpty)
    let settings = await desk.machine.status().clock.settings
    #expect(settings.source == "internal" && !settings.isTimebase)
  }

  @Test func `with no room in the engine the source stays as it was`() async throws {
    let desk = desk()
    for _ in 0..<256 { try await desk.perform("hit kick") }
    await #expect(throws: CommandError("the engine takes no more for now: try again")) {
      try await desk.perform("clock source Ardour*")
    }
    #expect(desk.devices.orders.isEmpty)
    #expect(await desk.machine.status().clock.settings.source == "internal")
  }

  @Test func `where Link leads, a tempo is asked of it, and the clock's status says so`()
    async throws
  {
    func position(_ reply: Reply) throws -> ClockStatus.Position {
      guard case .clock(let status) = reply else { throw CommandError("no status") }
      return try #require(status.position)
    }
    let desk = desk()
    try await desk.perform("clock source link")
    // Our own tempo leads so far: no other program is asked.
    #expect(try await desk.perform("tempo 90") == .done)
    try await desk.perform("follow 0.5 at 0 tempo 97.25 bar 4 stopped")
    desk.play(blocks: 4)
    let clock = await desk.machine.status().clock
    #expect(clock.leader == .link && clock.presence == .locked && clock.tempoBPM == 97.25)
    #expect(clock.position == nil && clock.settings.source == "link")
    #expect(
      try await desk.perform("tempo 120.5")
        == .remark(.tempoAsked(leader: "Ableton Link", bpm: 120.5)))
    // Again, as after a peer chose another.
    try await desk.perform("tempo 120.5")
    let stopped = try position(try await desk.perform("clock status"))
    #expect(stopped.asked == 2 && stopped.askedBPM == 120.5 && !stopped.isRolling)
    #expect(stopped.bar == 4 && stopped.beat == 0)
    try await desk.perform("play")
    desk.play()
    #expect(await desk.machine.status().clock.isArmed)
    try await desk.perform("toggle")
    desk.play()
    #expect(await !desk.machine.status().clock.isArmed)
    #expect(await desk.machine.status().clock.line.hasPrefix("Ableton Link leads, locked at 97.25"))
  }

  /// A desk whose song goes by a beat at 97.25 bpm that another program reports.
  private func deskUnderLink() async throws -> Desk {
    let desk = desk()
    try await desk.perform("clock source link")
    try await desk.perform("follow 0.5 at 0 tempo 97.25 bar 4 stopped")
    desk.play(blocks: 4)
    return desk
  }

  private func position(at desk: Desk) async throws -> ClockStatus.Position {
    guard case .clock(let status) = try await desk.perform("clock status") else {
      throw CommandError("no status")
    }
    return try #require(status.position)
  }

  @Test func `where Link leads, undo and redo ask it for the tempo that they bring back`()
    async throws
  {
    let desk = try await deskUnderLink()
    try await desk.perform("tempo 90")
    try await desk.perform("undo")
    let undone = try await position(at: desk)
    #expect(undone.asked == 2 && undone.askedBPM == 120)
    try await desk.perform("redo")
    let redone = try await position(at: desk)
    #expect(redone.asked == 3 && redone.askedBPM == 90)
    // A change of something else asks for nothing.
    try await desk.perform("step kick 3 x")
    try await desk.perform("undo")
    #expect(try await position(at: desk).asked == 3)
    // Nor does another patch, which asked for nothing when it was loaded.
    var other = Patch()
    other.tempo = Tempo(clampingBPM: 70)
    desk.shelf.put(other, at: "other.json")
    for line in ["load other.json", "undo", "redo"] { try await desk.perform(line) }
    #expect(try await position(at: desk).asked == 3)
  }

  @Test func `a tempo set while Link is lost and held is kept, and no peer is asked for it`()
    async throws
  {
    let desk = try await deskUnderLink()
    // It rolls from the bar at 2.2 s on; after 4 s nothing is reported any more.
    for block in 0..<3_000 {
      let seconds = Double(block) * 128 / 48_000
      let now = HostTime(nanoseconds: Int64(seconds * 1_000_000_000))
      if seconds < 4, block.isMultiple(of: 100) {
        let beat = 0.5 + seconds * 97.25 / 60
        try await desk.perform(
          "follow \(beat) at \(now.nanoseconds) tempo 97.25 bar 4 rolling")
      }
      desk.audio.process(BlockTime(frames: 128, began: now, heard: now))
    }
    #expect(await desk.machine.status().isRolling)
    let clock = await desk.machine.status().clock
    #expect(clock.leader == .link && clock.presence == .lost)
    #expect(
      try await desk.perform("tempo 90") == .remark(.tempoKept(leader: "Ableton Link", bpm: 90)))
    #expect(try await position(at: desk).asked == 0)
  }

  @Test func `a beat that cannot be followed is refused`() async throws {
    let desk = desk()
    desk.play()
    await #expect(
      throws: CommandError(
        "follow: the clock source is internal: `clock source link` follows a beat")
    ) {
      try await desk.perform("follow 0.5 at 0 tempo 97.25 bar 4")
    }
    try await desk.perform("clock source link")
    let now = HostTime(nanoseconds: 4_785_000_000_000)
    desk.audio.process(BlockTime(frames: 128, began: now, heard: now))
    await #expect(
      throws: CommandError("follow: TIME is 4785 s ago; expected within 60 s of now")
    ) {
      try await desk.perform("follow 0.5 at 0 tempo 97.25 bar 4")
    }
    await #expect(throws: CommandError.self) {
      try await desk.perform("follow 0.5 at 4846000000000 tempo 97.25 bar 4")
    }
    try await desk.perform("follow 0.5 at 4785000000000 tempo 97.25 bar 4")
    desk.audio.process(BlockTime(frames: 128, began: now, heard: now))
    #expect(await desk.machine.status().clock.leader == .link)
  }

  @Test func `the end of a song that does not loop is counted, and a stop is none`() async throws {
    let desk = desk()
    try await desk.perform("loop off")
    try await desk.perform("play")
    desk.play(blocks: 40)
    try await desk.perform("stop")
    desk.play(blocks: 40)
    var now = try await position(at: desk)
    #expect(!now.isRolling && now.endings == 0)
    try await desk.perform("play")
    desk.play(blocks: 40)
    now = try await position(at: desk)
    #expect(now.isRolling && now.endings == 0)
    desk.play(blocks: 1_000)
    now = try await position(at: desk)
    #expect(!now.isRolling && now.endings == 1)
  }

  @Test func `to report a beat is to edit, for it sets the tempo`() throws {
    let command = try #require(
      try CommandReader.command("follow 1 at 5 tempo 120 bar 4 rolling"))
    #expect(command.spec.access == .edit)
  }

  @Test func `where JACK leads, the transport is asked and not the engine`() async throws {
    let desk = desk()
    try await desk.perform("clock source jack")
    for line in ["play", "stop", "continue", "toggle", "locate 3"] { try await desk.perform(line) }
    // Two beats of 120 bpm at 48 kHz; the toggle finds it at rest.
    #expect(
      desk.devices.orders == [
        .locate(frame: 0), .roll, .stop, .roll, .locate(frame: 0), .roll, .locate(frame: 48_000),
      ])
    desk.play(blocks: 20)
    #expect(await desk.machine.status().isRolling == false)
  }

  @Test func `a position in JACK's song is a whole sixteenth at the present tempo`() async throws {
    let desk = desk()
    try await desk.perform("tempo 60")
    desk.play()
    try await desk.perform("clock source jack")
    try await desk.perform("locate 2.3")
    #expect(desk.devices.orders == [.locate(frame: 60_000)])
  }

  @Test(arguments: ["clock source auto", "clock source midi", "clock source jack"])
  func `where JACK does not lead the transport, the engine is asked`(source: String) async throws {
    let desk = desk()
    try await desk.perform(source)
    try await desk.perform("clock follow transport off")
    try await desk.perform("play")
    #expect(desk.devices.orders.isEmpty)
  }

  @Test func `stop stops a song of our own too, that rolls beside JACK's transport at rest`()
    async throws
  {
    let desk = desk()
    try await desk.perform("play")
    desk.play(blocks: 2)
    try await desk.perform("clock source jack")
    desk.play()
    #expect(await desk.machine.status().isRolling)
    try await desk.perform("stop")
    desk.play()
    #expect(await desk.machine.status().isRolling == false)
    #expect(desk.devices.orders == [.stop])
  }

  /// A machine that was begun to follow JACK and to give it beats, without JACK.
  private func deskWithoutJACK() -> Desk {
    var setup = ClockSetup()
    setup.apply(.source(.jack))
    setup.apply(.timebase(true))
    return Desk(Patch(), devices: FakeClockDevices(hasJACK: false), clock: setup)
  }

  @Test func `while there is no JACK to lead, the engine is moved`() async throws {
    let desk = deskWithoutJACK()
    let steps = [
      ("locate 3", false, 2.0), ("continue", true, 2), ("stop", false, 2), ("play", true, 0),
      ("toggle", false, 0), ("toggle", true, 0),
    ]
    for (line, isRolling, beat) in steps {
      try await desk.perform(line)
      desk.play(blocks: 2)
      let status = await desk.machine.status()
      #expect(status.clock.leader == .internal)
      #expect(status.isRolling == isRolling && abs(status.beat - beat) < 0.1, "\(line)")
    }
    #expect(desk.devices.orders.isEmpty)
  }

  @Test(arguments: [
    "clock source internal", "clock source auto", "clock send timebase off", "clock offset 3",
    "clock follow tempo off", "clock send off", "clock lost stop",
  ])
  func `what was asked for in vain keeps nothing else from being asked`(line: String) async throws {
    let desk = deskWithoutJACK()
    let before = await desk.machine.status().clock.settings
    #expect(try await desk.perform(line) == .done)
    #expect(await desk.machine.status().clock.settings != before)
  }

  @Test func `another port named is another choice, and nothing else is`() {
    var setup = ClockSetup()
    setup.apply(.source(.port(NamePattern("Ardour*"))))
    let chosen = setup.settings.portChoice
    setup.apply(.offset(HostTime.Interval(offsetMilliseconds: 2.5)))
    setup.apply(.lost(.stop))
    setup.apply(.source(.port(NamePattern("Ardour*"))))
    #expect(setup.settings.portChoice == chosen)
    setup.apply(.source(.port(NamePattern("Bitwig*"))))
    #expect(setup.settings.portChoice != chosen)
  }

  @Test func `outputs stay awake while another's Start may come, or clock is sent at rest`()
    async throws
  {
    let desk = desk()
    let expected = [
      ("clock source midi", true), ("clock source internal", false),
      ("clock send stopped on", true), ("clock send off", false), ("clock source auto", true),
    ]
    #expect(await desk.machine.attend().needsDevices == false)
    for (line, needsDevices) in expected {
      try await desk.perform(line)
      #expect(await desk.machine.attend().needsDevices == needsDevices, "\(line)")
    }
  }

  @Test func `the tempo is ours, without a warning, while nothing else leads`() async throws {
    let desk = desk()
    #expect(try await desk.perform("tempo 124") == .done)
    #expect(try await desk.perform("clock source midi") == .done)
    #expect(try await desk.perform("tempo 90") == .done)
  }

  @Test func `while MIDI clock leads, a tempo is kept for later, and who leads is said`()
    async throws
  {
    let desk = desk()
    try await desk.perform("clock source auto")
    desk.tick(60)
    let clock = await desk.machine.status().clock
    #expect(clock.leader == .midi && clock.presence == .locked)
    #expect(abs(clock.tempoBPM - 120) < 0.01)
    #expect(
      try await desk.perform("tempo 97.5").text
        == ("MIDI clock leads: 97.5 bpm is kept for when it does not"))
    desk.tick(24, from: 60)
    #expect(abs((await desk.machine.status()).tempoBPM - 120) < 0.01)
    #expect(await desk.machine.attend().leader == .midi(.jack))
    try await desk.perform("clock source internal")
    desk.play()
    #expect(await desk.machine.status().tempoBPM == 97.5)
  }

  @Test(arguments: [120, 90])
  func `while a lost MIDI clock is held, a tempo is taken at once, and is what is held then`(
    own: Int
  ) async throws {
    let desk = desk()
    // The patch may have that tempo already, which is not what is heard.
    for line in ["tempo \(own)", "clock source auto", "clock lost hold"] {
      try await desk.perform(line)
    }
    desk.tick(60)
    try await desk.perform("play")
    desk.tick(24, from: 60)
    #expect(await desk.machine.status().isRolling)
    // Blocks of two seconds without a tick.
    for block in 84..<180 as Range<Int64> {
      let now = HostTime(nanoseconds: block * 1_000_000_000 / 48)
      desk.audio.process(BlockTime(frames: 1_000, began: now, heard: now))
    }
    let lost = await desk.machine.status().clock
    #expect(lost.leader == .midi && lost.presence == .lost)
    #expect(lost.line.hasSuffix("120 bpm is held"), "\(lost.line)")
    #expect(try await desk.perform("tempo 90") == .done)
    for block in 180..<200 as Range<Int64> {
      let now = HostTime(nanoseconds: block * 1_000_000_000 / 48)
      desk.audio.process(BlockTime(frames: 1_000, began: now, heard: now))
    }
    #expect(await desk.machine.status().clock.line.hasSuffix("90 bpm is held"))
  }

  @Test func `under JACK transport the tempo is ours unless another client gives one`() async throws
  {
    let desk = desk()
    try await desk.perform("clock source auto")
    desk.followJACK(bpm: nil)
    #expect(await desk.machine.status().clock.leader == .jack)
    #expect(try await desk.perform("tempo 97.5") == .done)
    desk.followJACK(bpm: 140)
    desk.followJACK(bpm: 140)
    #expect(
      try await desk.perform("tempo 60").text
        == ("JACK transport leads: 60 bpm is kept for when it does not"))
  }

  @Test func `under JACK's transport alone the tempo is ours beside a timebase master`()
    async throws
  {
    let desk = desk()
    try await desk.perform("clock follow tempo off")
    try await desk.perform("clock source jack")
    for _ in 0..<2 { desk.followJACK(bpm: 90) }
    #expect(await desk.machine.status().clock.leader == .jack)
    #expect(await desk.machine.status().tempoBPM == 120)
    // Sixteen beats of 120 bpm.
    try await desk.perform("locate 17")
    #expect(desk.devices.orders == [.locate(frame: 384_000)])
    #expect(try await desk.perform("tempo 97.5") == .done)
    desk.followJACK(bpm: 90)
    #expect(await desk.machine.status().tempoBPM == 97.5)
  }

  @Test func `auto asks JACK transport to stop where that leads, and the engine to play else`()
    async throws
  {
    let desk = desk()
    try await desk.perform("clock source auto")
    desk.followJACK(bpm: nil)
    try await desk.perform("stop")
    #expect(desk.devices.orders == [.stop])
    desk.play()
    try await desk.perform("play")
    desk.play(blocks: 2)
    #expect(desk.devices.orders == [.stop])
    #expect(await desk.machine.status().isRolling)
  }

  @Test func `toggle takes back a start that waits for the first clock`() async throws {
    let desk = desk()
    try await desk.perform("clock source midi")
    desk.tick(60)
    try await desk.perform("toggle")
    desk.audio.process(
      BlockTime(
        frames: 128, began: HostTime(nanoseconds: 1_250_000_000),
        heard: HostTime(nanoseconds: 1_250_000_000)))
    #expect(await desk.machine.status().clock.isArmed)
    try await desk.perform("toggle")
    desk.tick(2, from: 60)
    let status = await desk.machine.status()
    #expect(!status.isRolling && !status.clock.isArmed)
  }

  @Test func `clock status replies with the clock alone`() async throws {
    let desk = desk()
    guard case .clock(var clock) = try await desk.perform("clock status --json") else {
      Issue.record("no status of the clock")
      return
    }
    // It alone says where the song is.
    #expect(
      clock.position?.beat == 0 && clock.position?.bar == 4 && clock.position?.isRolling == false)
    clock.position = nil
    #expect(clock == (await desk.machine.status().clock))
    #expect(clock.leader == .internal && clock.presence == .absent)
  }
}
