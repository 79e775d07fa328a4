import Commands
import Control
import Foundation
import GhostnoteTesting
import LiveDrummer
import MIDI
import MusicalTime

extension SoakSession {
  /// Plays phases of a minute or so, by our own tempo and by a bad clock in turn, for `hours`; says on
  /// standard error how memory stands after each quarter of an hour.
  func play(hours: Double) async throws -> SoakTally {
    let quarter = Soak.settlingMinutes(of: hours) * 60
    while seconds < hours * 3_600 {
      // What fills up and then stays full, as the undo history does, is to fill up first.
      let pause = seconds < quarter * 0.8 ? 0.02...0.3 : 0.1...1.5
      if dice.once(in: 2) { try await lead(pause) } else { try await follow(pause) }
      tally.phases += 1
      try note(SoakMemory.now(), quarter: Int(seconds / quarter))
    }
    await count()
    return tally
  }

  private func note(_ memory: SoakMemory, quarter: Int) {
    if quarter < tally.quarters.count {
      tally.quarters[quarter] = tally.quarters[quarter].most(memory)
    } else {
      while tally.quarters.count <= quarter { tally.quarters.append(memory) }
    }
    let line =
      "soak: \((seconds / 60).digits(1)) min, \(memory.resident.digits(2)) MB resident, "
      + "\(memory.heap.digits(2)) MB in use, \(tally.lines) lines, stuck \(tally.stuck), "
      + "slipped \(tally.slippedLeading) + \(tally.slippedFollowing), deaths \(tally.deaths)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private func count() async {
    let status = await machine.status()
    tally.droppedCues = status.droppedCues
    tally.droppedHits = status.droppedHits
    tally.droppedMessages = status.droppedMessages
    tally.starvedBars = Int64(status.drummer.starvedBars)
    tally.strayNotes = balance.strayCount
    tally.strayClocks = counter.strayCount
    tally.refusedBlocks = device.refused
    tally.listeners = clients.tally.listeners
    tally.pads = clients.tally.pads
    tally.forgotten = clients.tally.forgotten
    tally.stuckListeners += clients.tally.stuckListeners
    tally.slippedListeners += clients.tally.slippedListeners
  }

  /// A minute led by us: followers count as many ticks as we have played.
  private func lead(_ pause: ClosedRange<Double>) async throws {
    await type("clock source internal")
    await type(dice.once(in: 3) ? "continue" : "play")
    try await live(seconds: .random(in: 20...90, using: &dice), pause: pause)
    await rest()
  }

  /// A minute led by another, whose ticks come late, twice or never: we end where it does.
  private func follow(_ pause: ClosedRange<Double>) async throws {
    await type("clock source midi")
    try await live(seconds: 0.5, pause: nil)
    let start = SoakMaster(
      bpm: .random(in: 60...200, using: &dice), beginning: device.now, seed: dice.next())
    arrive(.start, at: device.now)
    master = start
    try await live(seconds: .random(in: 20...90, using: &dice), pause: pause)
    // What was disturbed last has had its time.
    try await live(seconds: 5, pause: nil)
    let isRolling = await machine.status().isRolling
    let position = await machine.status().beat
    let truth = start.beat(at: device.now.advanced(by: device.latency))
    // A song that is not played again ends by itself.
    if isRolling, abs(position - truth) > 1.5 / 24 {
      tally.slippedFollowing += 1
      complain("at beat \(position) where the clock is at \(truth)")
    }
    arrive(.stop, at: device.now)
    master = nil
    try await live(seconds: 0.5, pause: nil)
    await rest()
  }

  /// Stops, lets everything ring out, and looks for notes that were never let go and ticks that some
  /// listener did not count.
  private func rest() async {
    stranger = nil
    for (message, source) in clients.letGo() { arrive(message, at: device.now, from: source) }
    // Behind a stroke of the same cycle.
    for note in heldByServer {
      device.stage(.noteOff(channel: 9, note: note), offset: device.period - 1)
    }
    heldByServer = []
    // A song that has ended by itself rests at the top, where Start begins.
    let hasRolled = await machine.status().isRolling
    await type("stop")
    let end = seconds + Self.rest
    while seconds < end {
      makeCycle()
      _ = await machine.attend()
    }
    let position = await Beats(units: Int64((machine.status().beat * 2_882_880).rounded()))
    let due = position.dividedRoundingUp(by: .clockTick)
    if hasRolled, counter.next != due {
      tally.slippedLeading += 1
      complain("followers counted \(counter.next) ticks of \(due)")
    }
    tally.stuck += balance.stuck.count
    if !balance.stuck.isEmpty {
      complain("notes \(balance.stuck) hang")
      balance = NoteBalance()
    }
    judgeListeners(hasRolled ? due : nil)
  }

  private func judgeListeners(_ due: Int64?) {
    for fault in clients.judge(ticks: due) { complain(fault) }
    guard device.isAlive else { return }
    if serverEar.isHolding {
      tally.stuckListeners += 1
      complain("a client of the server holds notes")
      serverEar = SoakEar()
    }
    guard let due, serverEar.hasSlipped(from: due) else { return }
    tally.slippedListeners += 1
    complain("a client of the server counts other ticks than \(due)")
    serverEar = SoakEar()
  }

  /// Plays on; disturbed, and with lines typed after each `pause`, where there is one.
  private func live(seconds length: Double, pause: ClosedRange<Double>?) async throws {
    let end = seconds + length
    var look = seconds
    var edit = seconds
    while seconds < end {
      makeCycle()
      guard seconds >= look else { continue }
      look = seconds + Self.attendEvery
      let found = await machine.attend()
      drummer.catchUp()
      if master == nil, pause != nil, !found.isRolling { await type("play") }
      guard let pause else { continue }
      await disturb()
      guard seconds >= edit else { continue }
      edit = seconds + .random(in: pause, using: &dice)
      await type(lines.next())
    }
  }

  /// What others do, at each look: pads, clients, a server that dies, clocks that fall silent.
  private func disturb() async {
    for (message, source) in clients.act() { arrive(message, at: device.now, from: source) }
    strikeByServer()
    switch Int.random(in: 0..<6_000, using: &dice) {
    case 0..<2 where device.isAlive: await killServer()
    case 0..<60 where !device.isAlive: reviveServer()
    case 60..<80 where device.isAlive:
      device.lose(cycles: .random(in: 1...3, using: &dice))
      tally.lostCycles += 1
      note("cycles lost")
    case 80..<84 where stranger == nil:
      note("cable pulled")
      master?.pullCable(seconds: .random(in: 0.05...1, using: &dice))
    case 84..<90 where master?.isSilent != true:
      stranger = SoakMaster(
        bpm: .random(in: 60...200, using: &dice), beginning: device.now, seed: dice.next())
    case 90..<100: stranger = nil
    default: break
    }
  }

  private func killServer() async {
    tally.deaths += 1
    note("death")
    device.die(
      silence: HostTime.Interval(nanoseconds: .random(in: 0...300_000_000, using: &dice)))
    // Its pads are gone with it; the daemon does the same.
    heldByServer = []
    await machine.releaseHeldNotes()
  }

  private func reviveServer() {
    device.revive(using: &dice)
    note("revived with \(device.period) frames a cycle")
    serverEar = SoakEar()
  }

  private func strikeByServer() {
    guard device.isAlive, dice.once(in: 40) else { return }
    let offset = Int.random(in: 0..<device.period, using: &dice)
    if let note = heldByServer.first, dice.once(in: 2) {
      heldByServer.removeFirst()
      return device.stage(.noteOff(channel: 9, note: note), offset: offset)
    }
    let note = UInt8.random(in: 35...60, using: &dice)
    guard !heldByServer.contains(note) else { return }
    heldByServer.append(note)
    let velocity = UInt8.random(in: 1...127, using: &dice)
    device.stage(.noteOn(channel: 9, note: note, velocity: velocity), offset: offset)
  }
}
