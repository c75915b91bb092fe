import Encoding

/// The lines of a text file from its start, without a byte order mark.
struct TextLines: ~Copyable {
  private var lines: LineStream
  /// The length of the byte order mark in front of the last line.
  private var mark = 0

  init(_ source: any ByteSource, limit: Int) {
    lines = LineStream(source, limit: limit)
  }

  /// Where the last line begins, in bytes from the start of the file.
  var offset: Int { lines.lineOffset + mark }

  /// The next line, which is valid until the one after it; nil at the end.
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
  /// Calls `body` with the sample's lines until it returns false; a line that the sample cuts off is
  /// left out.
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
