/// Finds members whose bytes run into other members' or the directory's, which is how a small
/// archive is made to expand without end (Fifield, "A better zip bomb").
enum ZipOverlaps {
  /// Marks each record whose member ends after the next one begins, or runs over
  /// `end`.
  ///
  /// A record that points into another member but at no header of its own does that member no harm:
  /// it is merely wrong.
  static func mark(
    _ records: inout [MemberRecord], in source: any RandomAccessSource, end: Int
  ) throws {
    let order = order(of: records)
    var previous: Int?
    for place in records.indices {
      let index = order?[place] ?? place
      let record = records[index]
      guard !record.traits.contains(.damaged) else { continue }
      if let before = previous, records[before].end > record.offset {
        guard try hasHeader(record, in: source) else { continue }
        records[before].traits.insert(.overlapping)
      }
      if record.offset < end, record.end > end { records[index].traits.insert(.overlapping) }
      previous = index
    }
  }

  /// The records' indices by offset, and for one offset by index; nil where that is their order.
  private static func order(of records: [MemberRecord]) -> [Int]? {
    let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.offset <= $1.offset }
    guard !isSorted else { return nil }
    return records.indices.sorted { (records[$0].offset, $0) < (records[$1].offset, $1) }
  }

  private static func hasHeader(
    _ record: MemberRecord, in source: any RandomAccessSource
  ) throws -> Bool {
    let bytes = try source.bytes(
      at: record.offset, count: LocalHeader.fixedSize + Int(record.rawNameLength))
    return bytes.withUnsafeBytes { LocalHeader($0)?.belongs(to: record, in: $0) ?? false }
  }
}
