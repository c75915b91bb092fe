/// The members of an archive, in memory.
final class MemberDirectory: Sendable {
  let records: [MemberRecord]
  let names: [UInt8]
  private let table: MemberNameTable

  init(records: [MemberRecord], names: [UInt8], table: MemberNameTable) {
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
