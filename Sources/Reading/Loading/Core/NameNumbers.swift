import Encoding

/// Numbers the distinct names of a file in the order of their first use. Names are compared by their digests.
struct NameNumbers {
  private var numbers = DigestMap<UInt32>()

  /// The number of a name; a new one gets the next number.
  mutating func number(of name: Bytes) -> Int {
    var digest = StableHash()
    digest.add(name)
    let next = UInt32(truncatingIfNeeded: numbers.count)
    return Int(numbers.update(digest.finish(), from: next) { $0 })
  }
}
