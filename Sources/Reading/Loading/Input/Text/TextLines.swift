import Encoding

/// Reads the lines of a text file one by one, without a byte order mark. Below: the lines of a `FormatSample`.
struct TextLines: ~Copyable {
  private var lines: LineStream
  /// The length of the byte order mark before the last line.
  private var mark = 0

  init(_ source: any ByteSource, limit: Int) {
    lines = LineStream(source, limit: limit)
  }

  /// The offset of the last line in the file, in bytes.
  var offset: Int { lines.lineOffset + mark }

  /// Returns the next line, valid until the following call; nil at the end.
  mutating func next() throws -> LineStream.Line? {
    guard let line = try lines.next() else { return nil }
    mark = 0
    guard lines.lineNumber == 1, case .bytes(let bytes) = line, bytes.has("\u{FEFF}") else {
      return line
    }
    mark = 3
    return .bytes(bytes.part(from: 3))
  }
}

extension FormatSample {
  /// Calls `body` with the sample's lines until it returns false; leaves out a line cut off by the sample's end.
  func forEachLine(_ body: (Bytes) -> Bool) {
    bytes.withUnsafeBufferPointer { buffer in
      var start = 0
      while start < buffer.count {
        let (line, next) = buffer.line(at: start)
        if next == buffer.count, !isWhole, buffer[next - 1] != 0x0A { return }
        guard body(line) else { return }
        start = next
      }
    }
  }
}
