import CEdit

private func session(of editLine: OpaquePointer?) -> EditSession? {
  guard let editLine = unsafe editLine, let client = unsafe ghostnote_client(editLine) else {
    return nil
  }
  return unsafe Unmanaged<EditSession>.fromOpaque(client).takeUnretainedValue()
}

func promptOf(_ editLine: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  unsafe session(of: editLine)?.promptText
}

func readCharacter(_ editLine: OpaquePointer?, _ place: UnsafeMutablePointer<wchar_t>?)
  -> Int32
{
  guard let session = unsafe session(of: editLine), let next = session.nextCharacter() else {
    return -1
  }
  guard let character = next else { return 0 }
  unsafe place?.pointee = character
  return 1
}

func complete(_ editLine: OpaquePointer?, _ key: Int32) -> UInt8 {
  guard let session = unsafe session(of: editLine) else { return UInt8(CC_ERROR) }
  return UInt8(session.completeWord())
}
