import TestSupport
import Testing

@testable import Networking

@Suite struct HeaderCollectorTests {
  func collect(_ text: String, into collector: inout HeaderCollector) -> HTTPError.HeaderLimit? {
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let limit = (Array(line) + [0x0A]).withUnsafeBytes { collector.take($0) }
      if let limit { return limit }
    }
    return nil
  }

  @Test(arguments: [
    ("plain", "HTTP/1.1 200 OK\r\nA: b\r\nC:d\r\n\r\n", ["A=b", "C=d"]),
    ("white space", "HTTP/1.1 200\r\nA \t: \t b c \r\n\r\n", ["A=b c"]),
    ("empty value", "HTTP/1.1 200 OK\r\nA:\r\n\r\n", ["A="]),
    ("colon in the value", "HTTP/1.1 200 OK\r\nA: b:c\r\n\r\n", ["A=b:c"]),
    ("continued", "HTTP/1.1 200 OK\r\nA: b\r\n  c\r\n\td\r\nE: f\r\n\r\n", ["A=b c d", "E=f"]),
    ("continued by nothing", "HTTP/1.1 200 OK\r\nA: b\r\n \r\nC: d\r\n\r\n", ["A=b", "C=d"]),
    ("no colon", "HTTP/1.1 200 OK\r\nA\r\nB: c\r\n\r\n", ["B=c"]),
    ("line feeds", "HTTP/2 200\nA: b\n\n", ["A=b"]),
    ("interim", "HTTP/1.1 100 C\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nC: d\r\n\r\n", ["C=d"]),
    ("trailers", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nA: c\r\nD: e\r\n", ["A=b"]),
    (
      "another answer behind it", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nA: c\r\n\r\n",
      ["A=b"]
    ),
    ("no UTF-8", "HTTP/1.1 200 OK\r\nA: é\r\n\r\n", ["A=é"]),
  ])
  func `lines become the final answer's fields`(name: String, text: String, fields: [String]) {
    var collector = HeaderCollector(maximumFields: 10, maximumBytes: 1000)
    #expect(collect(text, into: &collector) == nil, "\(name)")
    #expect(collector.headers.fields.map { "\($0.name)=\($0.value)" } == fields, "\(name)")
    #expect(collector.isComplete, "\(name)")
  }

  @Test func `interim answers and trailers count towards the limits`() {
    var collector = HeaderCollector(maximumFields: 3, maximumBytes: 1000)
    #expect(collect("HTTP/1.1 100 C\r\nA: b\r\n\r\n", into: &collector) == nil)
    #expect(collect("HTTP/1.1 200 C\r\nA: b\r\n\r\nA: b\r\n", into: &collector) == nil)
    #expect(collect("A: b\r\n", into: &collector) == .fields(3))
    var small = HeaderCollector(maximumFields: 3, maximumBytes: 30)
    #expect(collect("HTTP/1.1 100 C\r\n\r\n", into: &small) == nil)
    #expect(collect("HTTP/1.1 200 OK\r\n", into: &small) == .bytes(30))
  }

  @Test func `any bytes are taken within the limits`() {
    let text = Array(
      "HTTP/1.1 100 C\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nC: d\r\n e\r\n\r\nF: g\r\n".utf8)
    var mutator = ByteMutator(seed: 2, tokens: ["\r\n", ":", " ", "HTTP/1.1 "])
    for _ in 0..<2000 {
      var collector = HeaderCollector(maximumFields: 5, maximumBytes: 200)
      for line in mutator.mutate(text).split(separator: 0x0A, omittingEmptySubsequences: false) {
        if (Array(line) + [0x0A]).withUnsafeBytes({ collector.take($0) }) != nil { break }
      }
      #expect(collector.headers.fields.count <= 5)
    }
  }
}
