import ActionItems
import ItemRecords

/// One of a snapshot's indexes; where its file is damaged, one that is made anew in memory.
final class SnapshotIndex {
  private let kind: SnapshotLayout.Index
  private let lines: SnapshotLines
  private let damages: DamageLog
  /// The file; nil where it is damaged and nothing was asked of it yet.
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

  /// Opens an index's file.
  static func open(
    _ kind: SnapshotLayout.Index, in folder: any StorageFolder
  ) throws -> SortedFile {
    try SortedFile(
      try folder.open(kind.name, .reading), path: "\(folder.path)/\(kind.name)", kind.layout)
  }

  /// How many records there are.
  var count: Int { get throws { try ask { $0.count } } }

  func record(at place: Int) throws -> ArraySlice<UInt8> { try ask { try $0.record(at: place) } }

  /// The place of the first record whose key is not below `key`.
  func lowerBound(_ key: [UInt8]) throws -> Int { try ask { try $0.lowerBound(key) } }

  /// The record that begins so; nil where none does.
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

struct SnapshotLines {
  let items: PlacedLines
  let marks: PlacedLines

  /// Gathers for some indexes, in memory, what they hold of all lines that are as they were written; a damaged one
  /// belongs to no conversation. One that cannot be understood is an error, or else noted as a damaged one is.
  func indexer(
    _ kinds: [SnapshotLayout.Index], _ damages: DamageLog, notingUnknown: Bool = false
  ) throws -> SnapshotIndexer {
    let indexer = SnapshotIndexer(kinds, in: nil)
    func passOver(in file: PlacedLines) -> (any Error, Int) throws -> Void {
      { error, offset in
        guard notingUnknown else { throw error }
        damages.note("\(file.path): the line at byte \(offset) cannot be understood: \(error)")
      }
    }
    try items.forEach(onDamage: damages.note, onUnknown: passOver(in: items)) { line, stretch in
      guard case .change(let change) = line else { return }
      try indexer.addItem(change, of: ConversationKey(change.item.conversationId), at: stretch)
    }
    if kinds.contains(.byConversation) {
      try marks.forEach(onDamage: damages.note, onUnknown: passOver(in: marks)) { line, stretch in
        guard case .marks(let marks) = line else { return }
        indexer.addMarks(of: ConversationKey(marks.conversation), at: stretch)
      }
    }
    return indexer
  }
}
