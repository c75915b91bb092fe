import Glibc

/// Numbers the different names of a file in the order in which they come.
///
/// A file names the same few people or conversations with every message: each name is looked for among the last few
/// of its hash, and only then among all.
struct NameNumbers {
  /// All names behind each other.
  private var spelled: [UInt8] = []
  /// Where each of them begins, and where the last one ends.
  private var starts = [0]
  private var numbers: [[UInt8]: Int] = [:]
  /// The last names of each hash, as many as a set has; -1 where there was none.
  private var latest = [Int32](repeating: -1, count: 1024)

  private static let setSize = 4

  /// How many names there are.
  var count: Int { starts.count - 1 }

  /// The number of a name; a new one gets the next number.
  mutating func number(of name: Bytes) -> Int {
    let set = Self.set(of: name)
    for slot in set..<set + Self.setSize {
      let known = Int(latest[slot])
      if known < 0 { break }
      if isName(known, name) { return known }
    }
    let number = find(name)
    // The newest stands first, and the oldest goes.
    for slot in (set + 1..<set + Self.setSize).reversed() { latest[slot] = latest[slot - 1] }
    latest[set] = Int32(truncatingIfNeeded: number)
    return number
  }

  /// Where the set begins in which a name is looked for first. Whoever makes names that agree in it makes the look
  /// take as long as others'.
  private static func set(of name: Bytes) -> Int {
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
    return Int(hash >> 56) * setSize
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
    let number = count
    numbers[key] = number
    spelled += key
    starts.append(spelled.count)
    return number
  }
}
