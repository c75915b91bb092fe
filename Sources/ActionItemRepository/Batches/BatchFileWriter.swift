import Extraction
import Journal

/// Writes a batch's file; it is in the store when it is finished, and not before.
package final class BatchFileWriter {
  private let new: NewFile
  /// The places of each conversation's windows.
  private var places: [String: [Range<Int>]] = [:]
  /// Windows that were taken.
  package private(set) var count = 0

  init(_ header: BatchHeader, in folder: any StorageFolder) throws {
    new = try NewFile(BatchLedger.name(of: header.number), in: folder)
    try new.buffer.append { $0 += header.line }
  }

  package func add(_ window: WaitingWindow) throws {
    let place = try new.buffer.append { $0 += window.line }
    places[window.conversation, default: []].append(place)
    count += 1
  }

  /// The digests of the messages of a conversation that were taken.
  package func digests(ofConversation id: String) throws -> [UInt64] {
    guard let ranges = places[id] else { return [] }
    try new.buffer.flush()
    return try ranges.flatMap { range in
      let bytes = try new.file.read(range.count - 1, at: range.lowerBound)
      return bytes.withUnsafeBufferPointer { WaitingWindow($0)?.digests ?? [] }
    }
  }

  /// Puts the file into its place; on disk when the call returns. `windows` is how many were prepared.
  package func finish(windows: Int? = nil) throws {
    try new.buffer.append { $0 += BatchFile.end(windows: windows ?? count, waiting: count) }
    try new.put()
  }
}
