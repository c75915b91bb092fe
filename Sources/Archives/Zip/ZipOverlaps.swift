extension MemberDirectoryBuilder {
  /// Marks each member of a zip that ends after the next one begins, or runs over `end`: that is how a small archive is
  /// made to expand without end (Fifield, "A better zip bomb").
  ///
  /// A record that points into another member but at no header of its own does that member no harm:
  /// it is merely wrong.
  mutating func markOverlaps(in source: any RandomAccessSource, end: Int) throws {
    var previous: Int?
    let order = indicesByOffset
    for place in records.indices {
      let index = order?[place] ?? place
      let record = records[index]
      guard !record.traits.contains(.damaged) else { continue }
      if let before = previous, records[before].end > record.offset {
        guard try Self.hasHeader(record, in: source) else { continue }
        records[before].traits.insert(.overlapping)
      }
      if record.offset < end, record.end > end { records[index].traits.insert(.overlapping) }
      previous = index
    }
  }

  /// The records' indices by offset, and for one offset by index; nil where that is their order.
  private var indicesByOffset: [Int]? {
    let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.offset <= $1.offset }
    if isSorted { return nil }
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
