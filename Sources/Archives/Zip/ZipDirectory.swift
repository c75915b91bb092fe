/// The members of a zip, in memory.
final class ZipDirectory: Sendable {
  let records: [ZipRecord]
  let names: [UInt8]
  private let table: ZipNameTable

  init(records: [ZipRecord], names: [UInt8], table: ZipNameTable) {
    self.records = records
    self.names = names
    self.table = table
  }

  /// The index of the record with a name.
  func index(named name: String) -> Int? {
    var name = name
    return name.withUTF8 {
      table.index(named: UnsafeRawBufferPointer($0), records: records, names: names)
    }
  }
}
