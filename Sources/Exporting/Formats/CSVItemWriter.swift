import ActionItemModel

/// Writes items as a table with a line of column names.
struct CSVItemWriter: ItemWriter {
  let columns: [CSVColumn]

  mutating func begin(_ output: inout [UInt8]) {
    CSVCell.append(columns.map(\.name), to: &output)
  }

  mutating func add(_ item: ActionItem, to output: inout [UInt8]) {
    CSVCell.append(columns.map { $0.value(item) }, to: &output)
  }

  mutating func finish(_ output: inout [UInt8]) {}
}
