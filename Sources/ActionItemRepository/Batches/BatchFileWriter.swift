import Extraction
import Journal

/// Writes a batch's file; it is in the store when it is finished, and not before.
package final class BatchFileWriter {
  private let folder: any StorageFolder
  private let file: any StorageFile
  private let name: String
  private var temporary: String { name + ".new" }
  private var buffer: [UInt8]
  private var size = 0
  private var isPut = false
  /// The places of each conversation's windows.
  private var places: [String: [Range<Int>]] = [:]
  /// Windows that were taken.
  package private(set) var count = 0

  private static let room = 1 << 16

  init(_ header: BatchHeader, in folder: any StorageFolder) throws {
    self.folder = folder
    name = BatchLedger.name(of: header.number)
    buffer = header.line
    file = try folder.open(name + ".new", .replacing)
  }

  deinit {
    // What could not be finished is of no use; who comes next writes over what is left of it.
    if !isPut { try? folder.remove(temporary) }
  }

  package func add(_ window: WaitingWindow) throws {
    let line = window.line
    let start = size + buffer.count
    places[window.conversation, default: []].append(start..<start + line.count)
    buffer += line
    count += 1
    if buffer.count >= Self.room { try flush() }
  }

  /// The digests of the messages of a conversation that were taken.
  package func digests(ofConversation id: String) throws -> [UInt64] {
    guard let ranges = places[id] else { return [] }
    try flush()
    var digests: [UInt64] = []
    for range in ranges {
      let bytes = try file.read(range.count - 1, at: range.lowerBound)
      digests += bytes.withUnsafeBufferPointer { WaitingWindow($0)?.digests ?? [] }
    }
    return digests
  }

  private func flush() throws {
    if buffer.isEmpty { return }
    try file.append(buffer)
    size += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the file into its place; on disk when the call returns. `windows` is how many were prepared.
  package func finish(windows: Int? = nil) throws {
    buffer += BatchFile.end(windows: windows ?? count, waiting: count)
    try flush()
    try file.sync()
    try folder.rename(temporary, to: name)
    isPut = true
    try folder.sync()
  }
}
