internal import RealTime

/// A value at a fixed address, freed with its owner.
///
/// Sendable because it cannot be copied: at any time only one thread uses it, the owner's or the
/// audio thread it was lent to.
struct Owned<Value: ~Copyable>: ~Copyable, Sendable {
  /// The address of the value.
  let shared: SharedPointer<Value>

  init(_ value: consuming Value) {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
    shared = unsafe SharedPointer(pointer)
  }

  deinit {
    unsafe shared.address.deinitialize(count: 1)
    unsafe shared.address.deallocate()
  }
}
