import Encoding

@testable import SyncHub

extension TextBatch {
  var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  init(parsing bytes: [UInt8]) throws(TextProblem) {
    guard let value = try? JSONValue(parsing: bytes, limits: .init(depth: 5)) else {
      throw .malformed("they are no JSON")
    }
    try self.init(value)
  }
}

extension TextReplica {
  mutating func edit(to new: String) throws(TextProblem) -> TextOperation? {
    var snapshot = snapshot
    return try edit(&snapshot, to: new)
  }
}
