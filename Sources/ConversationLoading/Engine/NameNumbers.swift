import Glibc

/// Numbers the different names of a file in the order in which they come.
///
/// A file names the same few people or conversations with every message: each name is looked for where the
/// last one of its hash was found, and only then among all.
struct NameNumbers {
  /// All names behind each other.
  private var spelled: [UInt8] = []
  /// Where each of them begins, and where the last one ends.
  private var starts = [0]
  private var numbers: [[UInt8]: Int] = [:]
  /// The last name of each hash; -1 where there was none.
  private var latest = [Int](repeating: -1, count: 1024)

  /// The number of a name; a new one gets the next number.
  mutating func number(of name: Bytes) -> Int {
    let slot = Self.slot(of: name)
    let known = latest[slot]
    if known >= 0, isName(known, name) { return known }
    let number = find(name)
    latest[slot] = number
    return number
  }

  /// Where a name is looked for first. Whoever makes names that agree in it makes the look take as long as others'.
  private static func slot(of name: Bytes) -> Int {
    let raw = UnsafeRawBufferPointer(name)
    var hash = UInt64(name.count)
    var place = 0
    while place + 8 <= raw.count {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* mixer
      place += 8
    }
    while place < raw.count {
      hash = (hash ^ UInt64(raw[place])) &* mixer
      place += 1
    }
    return Int(hash >> 54)
  }

  private static let mixer: UInt64 = 0x9E37_79B9_7F4A_7C15

  private func isName(_ number: Int, _ name: Bytes) -> Bool {
    let start = starts[number]
    guard starts[number + 1] - start == name.count else { return false }
    return spelled.withUnsafeBytes { spelled in
      guard let mine = spelled.baseAddress, let other = name.baseAddress else { return true }
      return memcmp(mine + start, other, name.count) == 0
    }
  }

  private mutating func find(_ name: Bytes) -> Int {
    let key = Array(name)
    if let known = numbers[key] { return known }
    let number = starts.count - 1
    numbers[key] = number
    spelled += key
    starts.append(spelled.count)
    return number
  }
}
