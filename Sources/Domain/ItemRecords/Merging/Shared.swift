/// A value behind a reference: whatever holds it is copied by counting once, not once for each of its parts.
///
/// It is a value all the same: who changes it while others hold it changes a copy.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  // Unchecked, for it is only changed where nobody else has a reference to it.
  private final class Storage: @unchecked Sendable {
    // Whoever reads or changes it holds the structure around it, whose accesses are checked.
    @exclusivity(unchecked) var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: Value) { storage = Storage(value) }

  // The coroutines, which the language has without a promise for now, lend the value: getting it would copy it,
  // which is what this is to save.
  var value: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }

  static func == (a: Shared, b: Shared) -> Bool {
    a.storage === b.storage || a.storage.value == b.storage.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}

extension Shared: CustomReflectable {
  /// What it holds, so that a test that fails shows it.
  var customMirror: Mirror { Mirror(reflecting: storage.value) }
}

/// Something that is worked out from the rest of a value and kept for the next time: it makes no
/// difference to what the value is.
struct Unstored<Value: Sendable>: Hashable, Sendable {
  var value: Value?

  static func == (a: Unstored, b: Unstored) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
