import GhostnoteTesting
import Rhythm
import Testing

@testable import FluidSynthesizer

/// Which calls of FluidSynth are needed, and how many notes it takes.
@Suite struct NotePartsTests {
  @Test func `a note-off is sent once after each stroke`() {
    var notes = OpenNotes()
    let before = notes.release(.kick)
    notes.hit(.kick)
    notes.hit(.kick)
    let after = [notes.release(.snare), notes.release(.kick), notes.release(.kick)]
    #expect(!before && after == [false, true, false])
  }

  @Test func `all notes are ended where there are any, clicks and keys among them`() {
    for strike in 0..<3 {
      var notes = OpenNotes()
      switch strike {
      case 0: notes.hit(.snare)
      case 1: notes.click()
      default: notes.strikeKey()
      }
      let ended = [notes.releaseAll(), notes.releaseAll()]
      #expect(ended == [true, false] && !notes.haveKeys)
    }
    var notes = OpenNotes()
    notes.hit(.snare)
    _ = notes.releaseAll()
    let isOpen = notes.release(.snare)
    #expect(!isOpen)
  }

  @Test func `what has sounded is choked once, and ends by a note-off all the same`() {
    var notes = OpenNotes()
    notes.hit(.openHat)
    notes.hit(.crash)
    let wanted = DrumSet([.openHat, .closedHat])
    let first = notes.choke(wanted)
    #expect(first.drums == DrumSet([.openHat]) && !first.others)
    let again = notes.choke(wanted)
    #expect(again.drums == DrumSet())
    let isEnded = notes.release(.openHat)
    #expect(isEnded)
    notes.hit(.openHat)
    let all = notes.choke(.all)
    #expect(all.drums == DrumSet([.openHat, .crash]) && !all.others)
  }

  @Test func `clicks and keys are choked with everything else, and only then`() {
    var notes = OpenNotes()
    notes.strikeKey()
    notes.click()
    #expect(notes.haveKeys)
    let some = notes.choke(DrumSet([.kick]))
    let all = notes.choke(.all)
    let again = notes.choke(.all)
    #expect([some.others, all.others, again.others] == [false, true, false])
    #expect(!notes.haveKeys)
  }

  @Test(arguments: [true, false])
  func `what all notes off has released is choked all the same, once`(isKey: Bool) {
    var notes = OpenNotes()
    if isKey { notes.strikeKey() } else { notes.click() }
    notes.hit(.crash)
    let isEnded = notes.releaseAll()
    let (all, again) = (notes.choke(.all), notes.choke(.all))
    #expect(isEnded && all.drums == DrumSet([.crash]) && all.others)
    #expect(again.drums == DrumSet() && !again.others)
    let endsMore = notes.releaseAll()
    #expect(!endsMore)
  }

  @Test func `a block takes a quarter of the voices as notes, and 64 at most`() {
    let taken = { (polyphony: Int) in
      var block = SynthBlock(polyphony: polyphony)
      var count = 0
      while block.takeNote() { count += 1 }
      return count
    }
    #expect([4, 64, 255, 256, 4_096].map(taken) == [1, 16, 63, 64, 64])
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `notes are taken again when the next 64 frames begin, however they are asked for`(
    seed: UInt64
  ) {
    var chance = SplitMix64(seed: seed)
    var block = SynthBlock(polyphony: 4)
    var frame = 0
    var isWaiting = false
    for _ in 0..<500 {
      let takes = block.takeNote()
      #expect(takes == !isWaiting)
      isWaiting = true
      let frames = Int.random(in: 1...100, using: &chance)
      // FluidSynth renders where a frame is asked for that lies beyond those it has.
      let rendered = (frame + 63) / 64 * 64
      let ends = block.ends(within: frames)
      #expect(ends == (frame + frames > rendered))
      if ends { isWaiting = false }
      block.advance(by: frames)
      frame += frames
    }
  }

  @Test func `a bank has the programs that it was made of`() {
    let programs = ProgramSet([0, 8, 64, 127, 128, 255])
    #expect((0...255).filter { programs.contains(UInt8($0)) } == [0, 8, 64, 127])
    #expect((0...255).allSatisfy { !ProgramSet([]).contains(UInt8($0)) })
  }
}
