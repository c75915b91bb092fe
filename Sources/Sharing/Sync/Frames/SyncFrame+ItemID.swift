import ActionItems
package import Store

/// Checks the ids of new items: of one item, and of versions that another machine sends.
extension SyncFrame {
  /// Whether a text can be the id of a new item: ASCII letters, digits, `-`, `_`, `.` and `:`.
  ///
  /// Ids appear in terminals, tables, calendars and addresses, where these characters have no special meaning.
  package static func isItemID(_ id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= longestID
      && id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-_.:".utf8.contains(byte)
        }
      }
  }
}

extension ActionItemStore {
  /// Returns the indices of versions that would make a new item with an invalid id. Existing items keep their ids, and
  /// a removal of an unknown item makes no item.
  package func withInvalidIDs(_ versions: [RemoteVersion]) throws -> Set<Int> {
    let doubtful = versions.indices.filter { !SyncFrame.isItemID(versions[$0].id) }
    if doubtful.isEmpty { return [] }
    let found = try refused(doubtful.map { versions[$0] }) { _, before, after in
      !(before?.task.isEmpty ?? true) || after?.task.isEmpty ?? true
    }
    return Set(found.map { doubtful[$0] })
  }
}
