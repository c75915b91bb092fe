import Glibc
import Journal

/// One of a snapshot's indexes; where its file is damaged, one that is made anew in memory.
final class SnapshotIndex {
  private let kind: SnapshotLayout.Index
  private let damages: DamageLog
  private let rebuilding: IndexRebuilding
  /// The file; nil where it is damaged or missing and nothing was asked of it yet.
  private var file: SortedFile?
  private var isRebuilt = false

  init(
    _ kind: SnapshotLayout.Index, in folder: any StorageFolder, _ damages: DamageLog,
    _ rebuilding: IndexRebuilding
  ) throws {
    self.kind = kind
    self.damages = damages
    self.rebuilding = rebuilding
    do {
      file = try Self.open(kind, in: folder)
    } catch let error as IndexError {
      damages.note("\(error)")
    } catch let error as StorageError where error.number == ENOENT && kind == .byOrder {
      // The snapshot is of an earlier version: its items are put in order anew, until the next compaction.
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

  /// A record by its place in the order.
  func record(at place: Int) throws -> ArraySlice<UInt8> { try ask { try $0.record(at: place) } }

  /// The place of the first record whose key is not below `key`.
  func lowerBound(_ key: [UInt8]) throws -> Int { try ask { try $0.lowerBound(key) } }

  private func ask<Answer>(_ question: (SortedFile) throws -> Answer) throws -> Answer {
    if let file {
      do {
        return try question(file)
      } catch let error as IndexError where !isRebuilt {
        damages.note("\(error)")
      }
    }
    let rebuilt = try rebuilding.index(kind)
    (file, isRebuilt) = (rebuilt, true)
    return try question(rebuilt)
  }
}
