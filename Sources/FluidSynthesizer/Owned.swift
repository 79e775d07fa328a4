/// One value at a fixed address, freed with its owner.
///
/// Sendable because it cannot be copied: at any time one thread holds it, or the audio thread that it was lent to.
@safe struct Owned<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }
}
