import Encoding

/// The file of a batch in the store: a header, a line for each waiting window, and a last line with the numbers of
/// waiting and of prepared windows.
///
/// A file is written whole or not at all.
package final class BatchFile: Sendable {
  package let header: BatchHeader
  /// The number of prepared windows.
  package let windows: Int
  /// The number of windows that wait for their answers.
  package let waiting: Int
  /// The number of messages in the waiting windows.
  package let messages: Int
  /// The message about damage; nil if the file is intact.
  let damage: String?
  private let file: any StorageFile

  /// Opens the file. Returns nil if its first line cannot be read.
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
      } else if let window = WaitingWindow(bytes) {
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
      isWhole ? nil : "\(folder.path)/\(name): it is damaged; \(count) windows in it can be read"
  }

  // MARK: - Windows

  /// The waiting windows, in the order in which they were prepared.
  package func waitingWindows() -> WaitingWindows { WaitingWindows(lines: Self.lines(of: file)) }

  package struct WaitingWindows: ~Copyable {
    fileprivate var lines: LineStream
    /// The byte range of the line that was returned last.
    private(set) var place = 0..<0

    fileprivate init(lines: consuming LineStream) {
      self.lines = lines
    }

    /// Returns the next window; nil at the end.
    package mutating func next() throws -> WaitingWindow? {
      while let line = try lines.next() {
        guard lines.lineNumber > 1, case .bytes(let bytes) = line,
          let window = WaitingWindow(bytes)
        else { continue }
        place = lines.lineOffset..<lines.lineOffset + bytes.count
        return window
      }
      return nil
    }
  }

  package func forEachWindow(_ body: (WaitingWindow) throws -> Void) throws {
    var windows = waitingWindows()
    while let window = try windows.next() { try body(window) }
  }

  /// Returns the window in a byte range of the file; nil if the bytes are not a window.
  func window(at range: Range<Int>) throws -> WaitingWindow? {
    let bytes = try file.read(range.count, at: range.lowerBound)
    return bytes.withUnsafeBufferPointer { WaitingWindow($0) }
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

/// Writes the file of a batch. The file appears in the store when it is finished.
package final class BatchFileWriter {
  private let new: NewFile
  /// The byte ranges of the windows, by conversation.
  private var places: [String: [Range<Int>]] = [:]
  /// The number of windows written so far.
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

  /// Returns the digests of a conversation's messages that were written so far.
  package func digests(ofConversation id: String) throws -> [UInt64] {
    guard let ranges = places[id] else { return [] }
    try new.buffer.flush()
    return try ranges.flatMap { range in
      let bytes = try new.file.read(range.count - 1, at: range.lowerBound)
      return bytes.withUnsafeBufferPointer { WaitingWindow($0)?.digests ?? [] }
    }
  }

  /// Moves the file to its place, durably. `windows` is the number of prepared windows; by default, those written.
  package func finish(windows: Int? = nil) throws {
    try new.buffer.append { $0 += BatchFile.end(windows: windows ?? count, waiting: count) }
    try new.put()
  }
}

/// The bytes of a file, from beginning to end.
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
