import Encoding

/// The forms of the lines that begin a file's messages, and the lines of such a form that cannot be read.
///
/// A form is that of the time and of what stands next to it. `[31.01.2026, 10:42] Ann: hi` is a bracket, three numbers
/// with full stops, a clock and a bracket.
struct HeadShapes {
  private var seen = DigestMap<UInt32>()
  private var count: UInt32 = 0
  private var wasBlank = false

  /// The number of lines after which all forms are known.
  private static let enough: UInt32 = 1000

  /// Takes the next line. Returns whether it has the form of a line that begins a message, although it begins none. A
  /// rare form was pasted into a message.
  mutating func isUnread(_ line: Bytes, begins: Bool, isText: Bool = true) -> Bool {
    defer { wasBlank = line.isBlank }
    guard begins ? count < Self.enough : isText && count > 0, let shape = shape(of: line) else {
      return false
    }
    guard begins else { return (seen[shape] ?? 0) * 10 >= count }
    count += 1
    _ = seen.increment(shape)
    return false
  }

  /// The digest of a line's form; nil if it has no two numbers near its beginning.
  private func shape(of line: Bytes) -> UInt64? {
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
    // A word such as `PM` may stand next to the time.
    while place < line.count, !line[place].isASCIIDigit,
      Self.isWord(line[place]) || " .".utf8.contains(line[place])
    { place += 1 }
    form += [place < line.count ? line[place] : 0, wasBlank ? 1 : 0]
    var digest = MessageDigest()
    form.withUnsafeBufferPointer { digest.add($0) }
    return digest.finish()
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
