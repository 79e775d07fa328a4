import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Testing

@Suite struct OrderTests {
  private static func rehearsal() -> Rehearsal {
    var configuration = EngineConfiguration()
    configuration.schedulesAhead = true
    return Rehearsal(Score([.kick: "x..."]).program(), configuration)
  }

  @Test func `a tempo change on every frame of the horizon loses none`() {
    let room = Self.rehearsal()
    room.ask(.play)
    room.play(frames: 2_000)
    for bpm in 100..<200 {
      room.ask(.tempo(Tempo(clampingBPM: Double(bpm))))
      room.makeBlock(frames: 1)
    }
    room.ask(.locate(Beats(1)))
    room.play(frames: 10_000)
    #expect(room.status.tempo.bpm == 199)
    #expect(room.status.messagesDone == 102)
  }

  @Test func `a flood of orders is carried out in order or refused at the door`() {
    let room = Self.rehearsal()
    var taken = 0
    while room.ask([.play, .locate(Beats(3)), .stop, .continue, .panic][taken % 5]) { taken += 1 }
    #expect(taken == 256)
    room.play(frames: 4_096)
    #expect(room.status.messagesDone == 256)
    #expect(room.misplacedCount == 0)
  }
}
