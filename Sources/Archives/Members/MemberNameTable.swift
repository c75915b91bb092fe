/// Finds records by name, with four bytes for each and as many free.
///
/// Open addressing over the standard library's keyed hash, so that nobody can make names that meet.
struct MemberNameTable: Sendable {
  /// A record's index plus one; 0 where the slot is free. The count is a power of two.
  private var slots: [UInt32]

  /// Enters all records; of several with one name the last stays, the others become `shadowed`.
  init(records: inout [MemberRecord], names: [UInt8]) {
    var count = 2
    while count < records.count * 2 { count *= 2 }
    slots = Array(repeating: 0, count: count)
    names.withUnsafeBytes { names in
      for index in records.indices {
        let slot = slot(of: names.part(records[index].nameRange), records: records, names: names)
        if slots[slot] != 0 { records[Int(slots[slot]) - 1].traits.insert(.shadowed) }
        slots[slot] = UInt32(index + 1)
      }
    }
  }

  /// The index of the record with a name.
  func index(named name: UnsafeRawBufferPointer, records: [MemberRecord], names: [UInt8]) -> Int? {
    let found = names.withUnsafeBytes { slots[slot(of: name, records: records, names: $0)] }
    return found == 0 ? nil : Int(found) - 1
  }

  /// The slot that holds a name, or the free one that it belongs into.
  private func slot(
    of name: UnsafeRawBufferPointer, records: [MemberRecord], names: UnsafeRawBufferPointer
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: name)
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] != 0 {
      let other = names.part(records[Int(slots[slot]) - 1].nameRange)
      if other.hasSameBytes(as: name) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
