import ActionItems
import Encoding

/// Writes items as JSON: one array (`json`), or one object a line (`jsonl`).
struct JSONItemWriter: ItemWriter {
  let isArray: Bool
  private var writer = JSONWriter(escaping: .invisibles)

  init(isArray: Bool) { self.isArray = isArray }

  mutating func begin(_ output: inout [UInt8]) { if isArray { writer.beginArray() } }

  mutating func add(_ item: ActionItem, around _: [NearbyMessage], to output: inout [UInt8]) {
    writer.item(item)
    if !isArray { writer.endLine() }
    output += writer.take()
  }

  mutating func finish(_ output: inout [UInt8]) {
    guard isArray else { return }
    writer.endArray()
    writer.endLine()
    output += writer.take()
  }
}
