import Clock
import GhostnoteTesting
import MusicalTime
import Playback
import Ports
import Rhythm
import Sequencing
import Testing

@Suite struct ProgramLifetimeTests {
  private struct Weak {
    weak var program: Program?
  }

  private static func program() -> Program { Score([.kick: "x..."]).program() }

  @Test func `a retired program is freed when it is collected, and the playing one is kept`() {
    var watched: [Weak] = []
    let room = Rehearsal(Self.program())
    for _ in 0..<5 {
      let program = Self.program()
      watched.append(Weak(program: program))
      room.swap(to: program)
      room.play(frames: 128)
    }
    #expect(watched.allSatisfy { $0.program != nil })
    room.collect()
    #expect(watched.map { $0.program != nil } == [false, false, false, false, true])
    room.play(frames: 128)
    #expect(watched[4].program != nil)
  }

  @Test func `dropping the engine frees playing, waiting and retired programs alike`() {
    var watched: [Weak] = []
    do {
      let room = Rehearsal(Self.program())
      for number in 0..<6 {
        let program = Self.program()
        watched.append(Weak(program: program))
        room.swap(to: program)
        if number < 3 { room.play(frames: 64) }
      }
      room.ask(.play)
      #expect(watched.allSatisfy { $0.program != nil })
    }
    #expect(watched.allSatisfy { $0.program == nil })
  }

  @Test func `a program refused at the door is freed, and one sent twice lives as long as either`()
  {
    let room = Rehearsal(Self.program())
    weak var refused: Program?
    do {
      let twice = Self.program()
      refused = twice
      while room.ask(.tempo(.standard)) {}
      let isTaken = room.swap(to: twice)
      #expect(!isTaken)
    }
    #expect(refused == nil)
    weak var kept: Program?
    do {
      let twice = Self.program()
      kept = twice
      room.play(frames: 64)
      room.swap(to: twice)
      room.swap(to: twice)
      room.play(frames: 64)
      room.collect()
    }
    #expect(kept != nil)
    room.swap(to: Self.program())
    room.play(frames: 64)
    room.collect()
    #expect(kept == nil)
  }

  @Test func `when retired programs are not collected, further ones wait and nothing is lost`() {
    let room = Rehearsal(Self.program())
    for _ in 0..<300 {
      room.swap(to: Self.program())
      room.play(frames: 16)
    }
    #expect(room.status.messagesDone == 256)
    room.collect()
    room.play(frames: 16)
    #expect(room.status.messagesDone == 300)
  }
}
