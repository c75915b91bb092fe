import JSONText
import Journal

/// One batch's file in the store: its header, a line for each window that waits, and a last line that says
/// how many there are and were.
///
/// A file is written whole or not at all.
public final class BatchFile: Sendable {
  /// What the batch is.
  public let header: BatchHeader
  /// Windows that were prepared.
  public let windows: Int
  /// Those that wait for their answers.
  public let waiting: Int
  /// How many messages are in those.
  public let messages: Int
  /// What is not as it was written; nil where all is well.
  public let damage: String?
  private let file: any StorageFile
  private let path: String

  /// The largest line, in bytes.
  private static let limit = 16 << 20

  /// Opens the file; nil where its first line cannot be read.
  init?(_ name: String, in folder: any StorageFolder) throws {
    file = try folder.open(name, .reading)
    path = "\(folder.path)/\(name)"
    var header: BatchHeader?
    var (count, messages, broken) = (0, 0, 0)
    var end: (windows: Int, waiting: Int)?
    try Self.forEachLine(of: file) { number, bytes, _ in
      guard let bytes else {
        broken += 1
        return
      }
      if number == 1 {
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
    damage = isWhole ? nil : "\(path): it is damaged; \(count) windows in it can be read"
  }

  /// Hands out the windows that wait, in the order in which they were prepared, with the places of their lines.
  func forEachPlacedWindow(_ body: (WaitingWindow, Range<Int>) throws -> Void) throws {
    try Self.forEachLine(of: file) { number, bytes, range in
      guard number > 1, let bytes, let window = WaitingWindow(bytes) else { return }
      try body(window, range)
    }
  }

  /// Hands out the windows that wait, in the order in which they were prepared.
  public func forEachWindow(_ body: (WaitingWindow) throws -> Void) throws {
    try forEachPlacedWindow { window, _ in try body(window) }
  }

  /// The windows that wait, to be taken one after another.
  public func waitingWindows() -> WaitingWindows {
    WaitingWindows(lines: LineStream(Source(file: file), limit: Self.limit))
  }

  /// Windows that wait, in the order in which they were prepared.
  public struct WaitingWindows: ~Copyable {
    fileprivate var lines: LineStream

    /// The next one; nil at the end.
    public mutating func next() throws -> WaitingWindow? {
      while let line = try lines.next() {
        if lines.lineNumber > 1, case .bytes(let bytes) = line, let window = WaitingWindow(bytes) {
          return window
        }
      }
      return nil
    }
  }

  /// The window in some place of the file; nil where there is none any more.
  func window(at range: Range<Int>) throws -> WaitingWindow? {
    let bytes = try file.read(range.count, at: range.lowerBound)
    return bytes.withUnsafeBufferPointer { WaitingWindow($0) }
  }

  // MARK: - Lines

  private struct Source: ByteSource {
    let file: any StorageFile
    var offset = 0

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let count = try file.read(into: buffer, at: offset)
      offset += count
      return count
    }
  }

  private static func forEachLine(
    of file: any StorageFile,
    _ body: (Int, UnsafeBufferPointer<UInt8>?, Range<Int>) throws -> Void
  ) throws {
    var lines = LineStream(Source(file: file), limit: limit)
    while let line = try lines.next() {
      switch line {
      case .bytes(let bytes):
        let start = lines.lineOffset
        try body(lines.lineNumber, bytes, start..<start + bytes.count)
      case .tooLong: try body(lines.lineNumber, nil, 0..<0)
      }
    }
  }

  /// The last line.
  static func end(windows: Int, waiting: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(["windows": .number("\(windows)"), "waiting": .number("\(waiting)")])
    writer.endLine()
    return writer.bytes
  }

  private static func end(_ bytes: UnsafeBufferPointer<UInt8>) -> (windows: Int, waiting: Int)? {
    guard let value = try? JSONValue(parsing: bytes), let windows = value["windows"]?.int,
      let waiting = value["waiting"]?.int
    else { return nil }
    return (windows, waiting)
  }
}
