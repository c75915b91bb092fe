import Encoding

/// Learns the forms of lines that begin messages in a text file, to find lines of these forms that cannot be read.
///
/// A form consists of the time and its surroundings. `[31.01.2026, 10:42] Ann: hi` is a bracket, three numbers
/// with full stops, a clock and a bracket.
struct MessageLineShapes {
  private var seen = DigestMap<UInt32>()
  private var count: UInt32 = 0
  /// The number of lines with a colon after the time, which ends a name.
  private var named: UInt32 = 0
  private var wasBlank = false

  /// The number of lines after which all forms are known.
  private static let enough: UInt32 = 1000

  /// Takes a line that begins a message.
  mutating func noteHead(_ line: Bytes) {
    if count < Self.enough, let shape = shape(of: line) {
      count += 1
      if shape.isNamed { named += 1 }
      _ = seen.increment(shape.digest)
    }
    noteLine(line)
  }

  /// Takes any other line.
  mutating func noteLine(_ line: Bytes) { wasBlank = line.isBlank }

  /// Whether the next line looks like the beginning of a message, although the format could not read it as one. A line
  /// of a rare form does not: it was pasted into a message.
  func isUnread(_ line: Bytes) -> Bool {
    guard count > 0, let shape = shape(of: line), shape.isNamed || named < count else {
      return false
    }
    return (seen[shape.digest] ?? 0) * (count < 10 ? 2 : 10) >= count
  }

  /// The digest of a line's form; nil without two numbers near the beginning.
  private func shape(of line: Bytes) -> (digest: UInt64, isNamed: Bool)? {
    let line = line.part(0, 120)
    guard let start = line.firstIndex(where: \.isASCIIDigit) else { return nil }
    var form: [UInt8] = []
    for place in 0..<start {
      let byte = line[place]
      let isWide = byte == 0x20 && place > 0 && line[place - 1] == 0x20
      let mark = Self.isWord(byte) ? UInt8(ascii: "a") : byte
      if byte != 0x20 || isWide, mark != form.last { form.append(mark) }
    }
    form.append(0)
    var (place, numbers, isClock) = (start, 1, false)
    while let (joint, next) = Self.number(in: line, after: &place, isClock: isClock) {
      isClock = isClock || joint == UInt8(ascii: ":")
      // The clock after a date may be what cannot be read.
      if !isClock || form.last == 0 || form.last == UInt8(ascii: ":") { form.append(joint) }
      (place, numbers) = (next, numbers + 1)
    }
    guard numbers > 1 else { return nil }
    form.append(0)
    // A word such as `PM` may stand next to the time, also an unknown one between the time and a mark.
    var rest = Bytes(rebasing: line.part(from: place).drop { $0 == 0x20 })
    let word = Bytes(rebasing: rest.prefix { Self.isWord($0) || $0 == UInt8(ascii: ".") })
    let after = Bytes(rebasing: rest.part(from: word.count).drop { $0 == 0x20 })
    let isMarked = after.first.map { !Self.isWord($0) && $0 != UInt8(ascii: ":") } ?? false
    if isMarked || Meridiem(word) != nil || WrittenClockTime.isOClock(word) { rest = after }
    let mark = rest.first ?? 0
    let isApart = rest.count < 2 || rest[1] <= 0x20
    form += Self.isWord(mark) ? [UInt8(ascii: "a"), 0] : [mark, isApart ? 1 : 0]
    form.append(wasBlank ? 1 : 0)
    let isNamed = rest.indices.contains { place in
      rest[place] == UInt8(ascii: ":") && (place + 1 == rest.count || rest[place + 1] <= 0x20)
    }
    var digest = StableHash()
    form.withUnsafeBufferPointer { digest.add($0) }
    return (digest.finish(), isNamed)
  }

  /// Skips a number with its letters. Returns the next number, and the sign before it.
  private static func number(
    in line: Bytes, after place: inout Int, isClock: Bool
  ) -> (joint: UInt8, next: Int)? {
    while place < line.count, isWord(line[place]) { place += 1 }
    guard place < line.count else { return nil }
    var next = place
    var joint = line[place]
    while next < line.count, next < place + 4, !isWord(line[next]) {
      if joint == 0x20 { joint = line[next] }
      next += 1
    }
    if isClock {
      return next == place + 1 && ":.".utf8.contains(joint) && isDigit(line, next)
        ? (joint, next) : nil
    }
    // A word may stand before the clock.
    if !isDigit(line, next) {
      while next < line.count, isWord(line[next]) { next += 1 }
      while next < line.count, line[next] == 0x20 { next += 1 }
    }
    return isDigit(line, next) && next < place + 30 ? (joint, next) : nil
  }

  private static func isDigit(_ line: Bytes, _ place: Int) -> Bool {
    place < line.count && line[place].isASCIIDigit
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == UInt8(ascii: "?")
  }
}
