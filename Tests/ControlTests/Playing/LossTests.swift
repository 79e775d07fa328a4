import Commands
import Control
import GhostnoteTesting
import Rhythm
import Testing

@Suite struct LossTests {
  @Test func `hits that the synthesizer drops are in the status and in the losses that are logged`()
    async
  {
    let desk = Desk(Patch())
    let before = await desk.machine.attend().losses[.hits]
    #expect(before == 0)
    desk.kits.droppedHits = 3
    let (status, poll) = (await desk.machine.status(), await desk.machine.attend())
    #expect(status.droppedHits == 3)
    #expect(poll.losses[.hits] == 3)
  }
}
