import Encoding
package import ItemRecords

/// The file of one batch in the store: a header, a line for each waiting window, and a last line with the numbers of
/// prepared and of waiting windows.
///
/// `BatchFileWriter`, below, writes a file completely or not at all. `BatchWindows` has the windows by conversation.
package final class BatchFile: Sendable {
  package let header: BatchHeader
  /// The number of prepared windows.
  package let windows: Int
  /// The number of windows that wait for their answers.
  package let waiting: Int
  /// The number of messages in the waiting windows.
  package let messages: Int
  /// A description of the damage; nil if the file is intact.
  let damage: String?
  private let file: any StorageFile

  /// Opens the file; nil if its first line cannot be read.
  init?(_ name: String, in folder: any StorageFolder) throws {
    file = try folder.open(name, .reading)
    var header: BatchHeader?
    var (count, messages, broken) = (0, 0, 0)
    var end: (windows: Int, waiting: Int)?
    var lines = Self.lines(of: file)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        broken += 1
        continue
      }
      if lines.lineNumber == 1 {
        header = BatchHeader(bytes)
      } else if let window = BatchWindow(bytes) {
        count += 1
        messages += window.digests.count
      } else if let read = Self.end(bytes) {
        end = read
      } else {
        broken += 1
      }
    }
    guard let header else { return nil }
    self.header = header
    self.messages = messages
    waiting = count
    windows = end?.windows ?? count
    let isWhole = end?.waiting == count && broken == 0
    damage =
      isWhole
      ? nil : "\(folder.path)/\(name): it is damaged; \(count.counted("window")) in it can be read"
  }

  // MARK: - Windows

  /// Calls `body` with the waiting windows in the order of preparation, each with its range in the file.
  private func forEachPlacedWindow(_ body: (BatchWindow, Range<Int>) throws -> Void) throws {
    var lines = Self.lines(of: file)
    while let line = try lines.next() {
      guard lines.lineNumber > 1, case .bytes(let bytes) = line,
        let window = BatchWindow(bytes)
      else { continue }
      try body(window, lines.lineOffset..<lines.lineOffset + bytes.count)
    }
  }

  /// Calls `body` with the waiting windows in the order of preparation.
  package func forEachWindow(_ body: (BatchWindow) throws -> Void) throws {
    try forEachPlacedWindow { window, _ in try body(window) }
  }

  /// Returns the waiting windows by conversation.
  package func windowsByConversation() throws -> BatchWindows {
    var places: [String: [Range<Int>]] = [:]
    try forEachPlacedWindow { places[$0.conversation, default: []].append($1) }
    return BatchWindows(file: file, places: places)
  }

  // MARK: - Lines

  private static func lines(of file: any StorageFile) -> LineStream {
    LineStream(StorageSource(file))
  }

  static func end(windows: Int, waiting: Int) -> [UInt8] {
    let value: JSONValue = ["windows": .int(windows), "waiting": .int(waiting)]
    return value.line()
  }

  private static func end(_ bytes: UnsafeBufferPointer<UInt8>) -> (windows: Int, waiting: Int)? {
    guard let value = try? JSONValue(parsing: bytes), let windows = value["windows"]?.int,
      let waiting = value["waiting"]?.int
    else { return nil }
    return (windows, waiting)
  }
}

/// The waiting windows of a batch, by conversation. They stay on disk until they are needed.
package struct BatchWindows: Sendable {
  fileprivate let file: any StorageFile
  fileprivate let places: [String: [Range<Int>]]

  package func windows(ofConversation id: String) throws -> [BatchWindow] {
    try (places[id] ?? []).compactMap { place in
      let bytes = try file.read(place.count, at: place.lowerBound)
      return bytes.withUnsafeBufferPointer { BatchWindow($0) }
    }
  }
}

/// Writes the file of a batch. The file appears in the store when it is finished.
package final class BatchFileWriter {
  private let new: NewFile
  /// The ranges of each conversation's windows in the file.
  private var places: [String: [Range<Int>]] = [:]
  /// The number of windows.
  private var count = 0

  init(_ header: BatchHeader, in folder: any StorageFolder) throws {
    new = try NewFile(BatchLedger.name(of: header.number), in: folder)
    try new.buffer.append { $0 += header.line }
  }

  package func add(_ window: BatchWindow) throws {
    let place = try new.buffer.append { $0 += window.line }
    places[window.conversation, default: []].append(place)
    count += 1
  }

  /// Returns the digests of a conversation's messages that were added.
  package func digests(ofConversation id: String) throws -> [UInt64] {
    guard let ranges = places[id] else { return [] }
    try new.buffer.flush()
    return try ranges.flatMap { range in
      let bytes = try new.file.read(range.count - 1, at: range.lowerBound)
      return bytes.withUnsafeBufferPointer { BatchWindow($0)?.digests ?? [] }
    }
  }

  /// Puts the file into its place. It is on disk when the call returns. `windows` is the number of prepared windows, if
  /// the file has fewer.
  package func finish(windows: Int? = nil) throws {
    try new.buffer.append { $0 += BatchFile.end(windows: windows ?? count, waiting: count) }
    try new.put()
  }
}

/// A file as a source of bytes that is read once.
package struct StorageSource: ByteSource {
  private let file: any StorageFile
  private var offset = 0

  package init(_ file: any StorageFile) { self.file = file }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try file.read(into: buffer, at: offset)
    offset += count
    return count
  }
}
