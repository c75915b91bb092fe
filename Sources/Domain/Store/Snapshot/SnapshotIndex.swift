import ActionItems
import ItemRecords

/// An index of a snapshot. If its file is damaged, the index is rebuilt in memory from the `SnapshotLines`.
final class SnapshotIndex {
  private let kind: SnapshotLayout.Index
  private let lines: SnapshotLines
  private let damages: DamageLog
  /// The file; nil if it is damaged and not yet rebuilt.
  private var file: SortedFile?
  private var isRebuilt = false

  init(
    _ kind: SnapshotLayout.Index, in folder: any StorageFolder, of lines: SnapshotLines,
    _ damages: DamageLog
  ) throws {
    self.kind = kind
    self.lines = lines
    self.damages = damages
    do {
      file = try Self.open(kind, in: folder)
    } catch let error as IndexError {
      damages.note("\(error)")
    }
  }

  /// Opens an index file.
  static func open(
    _ kind: SnapshotLayout.Index, in folder: any StorageFolder
  ) throws -> SortedFile {
    try SortedFile(
      try folder.open(kind.name, .reading), path: "\(folder.path)/\(kind.name)", kind.layout)
  }

  /// The number of records.
  var count: Int { get throws { try ask { $0.count } } }

  func record(at place: Int) throws -> ArraySlice<UInt8> { try ask { try $0.record(at: place) } }

  /// The place of the first record whose key is not less than `key`.
  func lowerBound(_ key: [UInt8]) throws -> Int { try ask { try $0.lowerBound(key) } }

  /// The first record with a prefix; nil if there is no such record.
  func record(beginning key: [UInt8]) throws -> ArraySlice<UInt8>? {
    let place = try lowerBound(key)
    guard try place < count else { return nil }
    let record = try record(at: place)
    return record.starts(with: key) ? record : nil
  }

  private func ask<Answer>(_ question: (SortedFile) throws -> Answer) throws -> Answer {
    if let file {
      do {
        return try question(file)
      } catch let error as IndexError where !isRebuilt {
        damages.note("\(error)")
      }
    }
    let rebuilt = try lines.indexer([kind], damages).index(kind)
    (file, isRebuilt) = (rebuilt, true)
    return try question(rebuilt)
  }
}

/// The lines of a snapshot, from which its indexes derive.
struct SnapshotLines {
  let items: PlacedLines
  let marks: PlacedLines

  /// Builds some indexes in memory from all intact lines. Damaged lines belong to no conversation.
  ///
  /// An intact line that cannot be decoded is an error, or is logged like damage if `notingUnknown` is true.
  func indexer(
    _ kinds: [SnapshotLayout.Index], _ damages: DamageLog, notingUnknown: Bool = false
  ) throws -> SnapshotIndexer {
    let indexer = SnapshotIndexer(kinds, in: nil)
    func skip(in file: PlacedLines) -> (any Error, Int) throws -> Void {
      { error, offset in
        guard notingUnknown else { throw error }
        damages.note("\(file.path): the line at byte \(offset) is invalid: \(error)")
      }
    }
    try items.forEach(onDamage: damages.note, onUnknown: skip(in: items)) { line, stretch in
      guard case .change(let change) = line else { return }
      try indexer.addItem(change, of: ConversationKey(change.item.conversationId), at: stretch)
    }
    if kinds.contains(.byConversation) {
      try marks.forEach(onDamage: damages.note, onUnknown: skip(in: marks)) { line, stretch in
        guard case .marks(let marks) = line else { return }
        indexer.addMarks(of: ConversationKey(marks.conversation), at: stretch)
      }
    }
    return indexer
  }
}
