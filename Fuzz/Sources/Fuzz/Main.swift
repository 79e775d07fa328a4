import Foundation

/// One input of libFuzzer; what it answers is kept for later.
private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer's loop, with its options taken from the arguments.
@_silgen_name("LLVMFuzzerRunDriver")
private func run(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: Callback
) -> CInt

/// The door that `GHOSTNOTE_DOOR` names, or a list of all where it names none.
private let door: Door = {
  let name = ProcessInfo.processInfo.environment["GHOSTNOTE_DOOR"] ?? ""
  guard let door = Door(rawValue: name) else {
    print(Door.allCases.map { "\($0.rawValue) \($0.longestInput)" }.joined(separator: "\n"))
    exit(name.isEmpty ? 0 : 64)
  }
  return door
}()

/// Where the program begins; the package manager looks for this name on Linux.
@_cdecl("Fuzz_main")
public func fuzzMain(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  door.open()
  var (count, arguments) = unsafe (count, arguments)
  return unsafe run(&count, &arguments) { bytes, count in
    door.take(unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
}
