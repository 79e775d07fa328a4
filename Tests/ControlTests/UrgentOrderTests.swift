import Commands
import GhostnoteTesting
import MIDI
import MusicalTime
import Playback
import Rhythm
import Testing

@testable import Control

/// What is urgent keeps its order.
@Suite struct UrgentOrderTests {
  private func press(_ controller: UInt8, on desk: Desk) {
    desk.audio.stage(.controlChange(channel: 9, controller: controller, value: 127), offset: 0)
  }

  @Test func `while what controls ask for is read, nothing overtakes it`() throws {
    let desk = Desk(Patch())
    let link = desk.machine.engine
    desk.play(blocks: 2)
    // Stop, and play after it.
    press(116, on: desk)
    desk.play()
    #expect(link.nextEvent() != nil)
    press(117, on: desk)
    desk.play()
    #expect(link.takeUrgentCommands().isEmpty)
    while link.nextEvent() != nil {}
    press(117, on: desk)
    desk.play()
    #expect(link.takeUrgentCommands().count == 1)
  }

  @Test func `what is pressed after a jump comes after it`() async throws {
    let desk = Desk(Patch())
    try await desk.perform("assign cc 20 locate 5")
    desk.play(blocks: 2)
    // Play begins at the top.
    press(20, on: desk)
    press(117, on: desk)
    desk.play()
    // A jump waits for the main loop, and so does what comes after it.
    for _ in 0..<2 {
      #expect(desk.machine.attendUrgent().isEmpty)
      desk.play()
    }
    #expect(!desk.machine.isRolling)
    #expect(await desk.machine.attend().failures.isEmpty)
    desk.play(blocks: 2)
    #expect(desk.machine.isRolling && desk.machine.engine.status().position < Beats(1))
  }
}
