import Encoding
import Extraction
import TestSupport

/// `benchmarks replies floods`: measures the decoding of replies that repeat one piece, after different beginnings.
/// The time has to grow linearly with the length.
enum ReplyFloods {
  private static let pieces = [
    "[", "{", "\"", "\\", "]", "}", ",", ":", " ", "\n", "'", "`", "[\"", "{\"", "\",'", "[]", "{}",
    "[1,", "<think>", "</think>", "{a", "{a:", "(", "/*", "#\n", "“", "\\\"", "[\\\"", "\"a\": ",
    ",\"a\" ", "[{} a ", "{\"a\":\"b\"}\n", ",\"\n", "{\"task\":\"a\",\"messageId\":\"m1\"},",
  ]
  private static let starts = ["", "[", "{\"a\":\"", "[{\"a\":[", "{\"items\":[{\"task\":\""]

  static func run(bytes count: Int) {
    var slowest: [(seconds: Double, name: String)] = []
    for piece in pieces {
      for start in starts {
        var bytes = Array(start.utf8)
        bytes.reserveCapacity(count + 64)
        let unit = Array(piece.utf8)
        while bytes.count < count { bytes += unit }
        let text = String(decoding: bytes, as: UTF8.self)
        let clock = ThreadClock()
        _ = try? ReplyDecoder.decode(text)
        slowest.append((clock.seconds, "\(start)\(piece)…".debugDescription))
      }
    }
    slowest.sort { $0.seconds > $1.seconds }
    for row in slowest.prefix(8) { print("\(row.seconds) s  \(row.name)") }
    let late = slowest.count { $0.seconds >= 1 }
    print("\(slowest.count) floods of \(count) bytes, \(late) of them in a second or more")
  }
}
