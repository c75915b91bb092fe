package import ActionItems
import ItemRecords
package import Store
import Synchronization

/// The limits up to which other machines may fill a store (`--max-items`, `--max-bytes`), or a token's quota.
/// `SyncRunner` and `HubAdmission` apply them. `LimitWarnings`, below, warns before.
/// `RemoteVersion.purges` recognises purges, which no limit refuses.
package struct StoreLimits: Hashable, Sendable {
  /// The limit of items, removed ones included; nil for none.
  package var items: Int?
  /// The limit of bytes on disk; nil for none.
  package var bytes: Int?

  package init(items: Int? = nil, bytes: Int? = nil) { (self.items, self.bytes) = (items, bytes) }

  package var isNone: Bool { items == nil && bytes == nil }

  /// The limit that is reached: no more new items, or no more changes except purges.
  package enum Reached: Error, Hashable, Sendable, CustomStringConvertible {
    case items(Int)
    case bytes(Int)

    package var description: String {
      switch self {
      case .items(let limit): "the limit of \(limit) items is reached (--max-items)"
      case .bytes(let limit): "the limit of \(limit) bytes is reached (--max-bytes)"
      }
    }
  }

  /// Returns the size of a store. At the limit of bytes, the store may be compacted first.
  package func size(of store: ActionItemStore) async throws -> StoreSize {
    try await store.size(compactingFrom: bytes)
  }

  /// Returns the limit that a store of this size has reached, or would exceed with `count` more items; nil if none.
  package func reached(by size: StoreSize, adding count: Int) -> Reached? {
    if let bytes, size.bytes >= bytes { return .bytes(bytes) }
    if let items, count > 0, size.items + count > items { return .items(items) }
    return nil
  }

  /// Returns the versions that exceed a limit, by index, with the limit. Versions of known items do not count as new
  /// items, and purges are never refused.
  func refused(_ versions: [RemoteVersion], by store: ActionItemStore) async throws -> [Int:
    Reached]
  {
    let size = try await size(of: store)
    switch reached(by: size, adding: versions.count) {
    case nil: return [:]
    case .bytes(let limit)?:
      let refused = try await store.refused(versions) { index, before, after in
        versions[index].purges(before, leaving: after)
      }
      return Dictionary(uniqueKeysWithValues: refused.map { ($0, .bytes(limit)) })
    case .items(let limit)?:
      let room = Mutex(limit - size.items)
      let refused = try await store.refused(versions) { _, before, after in
        before != nil || after == nil
          || room.withLock { room in
            room -= 1
            return room >= 0
          }
      }
      return Dictionary(uniqueKeysWithValues: refused.map { ($0, .items(limit)) })
    }
  }
}

extension RemoteVersion {
  /// Whether the version purges an item of the store. A purge frees space, so no limit refuses it.
  package func purges(_ before: ActionItem?, leaving after: ActionItem?) -> Bool {
    // A purged item has an empty task. A purge that another version overrides, or that is a repeat, frees nothing.
    guard let before, let after, after.task.isEmpty, after.textBytes < before.textBytes else {
      return false
    }
    switch content {
    case .fields(let known), .presence(let known):
      return known.settings[.presence]?.standing.stamp.author == .purge
    case .item, .note, .deletion, .withdrawal: return false
    }
  }
}

/// Warns once for each limit when a store reaches four fifths of it.
package struct LimitWarnings: Sendable {
  private var warned: Set<String> = []

  package init() {}

  package mutating func news(of size: StoreSize, _ limits: StoreLimits) -> [String] {
    [
      ("items", size.items, limits.items, "new items"),
      ("bytes", size.bytes, limits.bytes, "changes"),
    ].compactMap { (name, count, limit, refused) -> String? in
      guard let limit, count >= limit - limit / 5, warned.insert(name).inserted else { return nil }
      return "the store has \(count) of at most \(limit) \(name) (--max-\(name)); "
        + "at the limit, \(refused) of other machines are refused"
    }
  }
}
