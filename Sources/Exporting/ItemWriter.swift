import ActionItemModel

/// Writes items in one format, appending to bytes that the caller takes away from time to time.
protocol ItemWriter: Sendable {
  /// Writes what stands before the items.
  mutating func begin(_ output: inout [UInt8])
  /// Writes an item, or keeps what is to be written of it at the end.
  mutating func add(_ item: ActionItem, to output: inout [UInt8])
  /// Writes an item, with the messages around its own where the format has room for them.
  mutating func add(
    _ item: ActionItem, around messages: [NearbyMessage], to output: inout [UInt8])
  /// Writes the rest.
  mutating func finish(_ output: inout [UInt8])
}

extension ItemWriter {
  mutating func add(
    _ item: ActionItem, around messages: [NearbyMessage], to output: inout [UInt8]
  ) {
    add(item, to: &output)
  }
}
