import System

/// Numbers the distinct names of a file in the order of their first use.
///
/// A file repeats a few names of people or conversations in every message. Each name is first looked up among the
/// last few with its hash, and only then among all.
struct NameNumbers {
  /// All names, concatenated.
  private var spelled: [UInt8] = []
  /// The start of each name, and the end of the last one.
  private var starts = [0]
  private var numbers: [[UInt8]: Int] = [:]
  /// The latest names of each hash, `setSize` of them; -1 for an empty slot.
  private var latest = [Int32](repeating: -1, count: 1024)

  private static let setSize = 4

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
    // The newest comes first, and the oldest is dropped.
    for slot in (set + 1..<set + Self.setSize).reversed() { latest[slot] = latest[slot - 1] }
    latest[set] = Int32(truncatingIfNeeded: number)
    return number
  }

  /// The start of the set in which a name is looked up first. Names crafted to collide only make the lookup as slow
  /// as the full one.
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
      return UnsafeRawPointer(mine + start).difference(from: other, count: name.count) == 0
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
