/// A copy-on-write box. A copy of the value increments one reference count instead of one for each part.
///
/// A change of a shared value changes a copy. `UncomparedCache`, below, is a cache that is left out of equality.
struct CopyOnWrite<Value: Hashable & Sendable>: Hashable, Sendable {
  // Unchecked, because it is changed only while it is uniquely referenced.
  private final class Storage: @unchecked Sendable {
    // Every access goes through the enclosing struct, whose accesses are checked.
    @exclusivity(unchecked) var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: Value) { storage = Storage(value) }

  // `_read` and `_modify`, which are not yet official language features, lend the value. A getter would copy it, which
  // this type avoids.
  var value: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }

  static func == (a: CopyOnWrite, b: CopyOnWrite) -> Bool {
    a.storage === b.storage || a.storage.value == b.storage.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}

extension CopyOnWrite: CustomReflectable {
  /// The wrapped value, so that a failing test shows it.
  var customMirror: Mirror { Mirror(reflecting: storage.value) }
}

/// A cache that is left out of equality: it derives from the rest of a value and does not change its meaning.
struct UncomparedCache<Value: Sendable>: Hashable, Sendable {
  var value: Value?

  static func == (a: UncomparedCache, b: UncomparedCache) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
