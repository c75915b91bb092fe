import CivilTime

/// A date, perhaps with a time, found in the name of a file or folder or in a title. Also removes dates from names.
struct FileNameDate {
  var date: CivilDate
  /// The time of day, as in `GMT20260131-154811_Recording.vtt`.
  var time: TimeOfDay?
  /// The offset from UTC in seconds, if the name states it, as by `GMT` or `GMT+1`.
  var offset: Int?
}

extension FileNameDate {
  /// Finds the day of a file in its path, or else takes it from the options.
  init?(_ file: ExportFile, _ options: LoadingOptions) {
    guard let date = Self(path: file.location) ?? options.date.map({ Self(date: $0) }) else {
      return nil
    }
    self = date
  }

  /// Returns the moment a number of milliseconds after this one, or after midnight without a time.
  func reading(after milliseconds: Int) -> GenericTimestamp.Reading? {
    let first = CivilDateTime(date: date, time: time ?? .midnight)
    let seconds = first.secondsSinceEpoch() + milliseconds / 1000
    let microsecond = milliseconds % 1000 * 1000
    if let offset {
      let whole = Int64(seconds - offset) * 1_000_000
      return Timestamp(microseconds: whole + Int64(microsecond), offset: offset).map {
        .instant($0)
      }
    }
    return CivilDateTime(secondsSinceEpoch: seconds).map { .civil($0, microsecond: microsecond) }
  }

  /// Searches a line, such as a title.
  init?(text: [UInt8]) {
    guard let found = Self.find(in: text) else { return nil }
    self = found.value
  }

  /// Searches the file's name, then its folder's name, then the path for folders of year, month and day.
  init?(path: String) {
    let parts = path.split(separator: "/").suffix(4).map { Array($0.utf8) }
    for name in parts.suffix(2).reversed() {
      guard let found = Self.find(in: name) else { continue }
      self = found.value
      return
    }
    for start in 0..<max(0, parts.count - 2) {
      guard let year = Self.number(parts[start], digits: 4), (1900...2999).contains(year),
        let month = Self.number(parts[start + 1], digits: 2),
        let day = Self.number(parts[start + 2].prefix(2), digits: 2),
        start + 2 < parts.count - 1 || !parts[start + 2].dropFirst(2).isEmpty,
        let date = CivilDate(year: year, month: month, day: day)
      else { continue }
      self.init(date: date)
      return
    }
    return nil
  }

  /// Returns the name without its date and the separators next to it.
  ///
  /// Nil if the name has no date, or is only a date.
  static func rest(ofName name: String) -> String? {
    let bytes = Array(name.utf8)
    guard let found = find(in: bytes) else { return nil }
    func isJoint(_ byte: UInt8) -> Bool { " -_.".utf8.contains(byte) }
    var head = bytes[..<found.range.lowerBound]
    var tail = bytes[found.range.upperBound...]
    if head.last == UInt8(ascii: "("), tail.first == UInt8(ascii: ")") {
      (head, tail) = (head.dropLast(), tail.dropFirst())
    }
    tail = tail.drop(while: isJoint)
    let parts = [head, tail].compactMap { part in
      part.lastIndex { !isJoint($0) }.map { String(decoding: part[...$0], as: UTF8.self) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Returns the name without its date; empty if the name is only a date.
  static func bare(_ name: String) -> String {
    rest(ofName: name) ?? (find(in: Array(name.utf8)) == nil ? name : "")
  }

  /// Finds the last date in a name, such as `2026-01-31`, `2026_01_31`, `2026.01.31` or `20260131`.
  ///
  /// A time directly after it is read too.
  private static func find(in name: [UInt8]) -> (value: FileNameDate, range: Range<Int>)? {
    var place = name.count - 8
    while place >= 0 {
      if place == 0 || !name[place - 1].isASCIIDigit, let found = read(name, at: place) {
        return found
      }
      place -= 1
    }
    return nil
  }

  private static func read(
    _ name: [UInt8], at start: Int
  ) -> (value: FileNameDate, range: Range<Int>)? {
    name.withUnsafeBufferPointer { buffer in
      var cursor = ByteCursor(buffer)
      cursor.position = start
      guard let (year, month, day) = cursor.datePart(), (1970...2199).contains(year),
        let date = CivilDate(year: year, month: month, day: day)
      else { return nil }
      // Eight digits followed by a hexadecimal letter are part of a generated name.
      if cursor.position == start + 8, let next = cursor.next, (0x41...0x46).contains(next & 0xDF) {
        return nil
      }
      let isUTC = buffer.has("GMT", at: start - 3)
      var found = FileNameDate(date: date, offset: isUTC ? 0 : nil)
      if let time = cursor.attempt({ $0.timePart() }) {
        found.time = time
      } else if let (time, offset) = cursor.attempt({ $0.zonedTime() }) {
        (found.time, found.offset) = (time, offset)
      }
      return (found, (isUTC ? start - 3 : start)..<cursor.position)
    }
  }

  private static func number(_ bytes: some Collection<UInt8>, digits: Int) -> Int? {
    guard bytes.count == digits, bytes.allSatisfy(\.isASCIIDigit) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}

extension ByteCursor {
  /// Reads `2026-01-31`, with `-`, `_`, `.` or `/` between the numbers, or `20260131`.
  fileprivate mutating func datePart() -> (Int, Int, Int)? {
    if let whole = number(8...8) { return (whole / 10_000, whole / 100 % 100, whole % 100) }
    guard let year = number(4...4), let joint = next, "-_./".utf8.contains(joint) else {
      return nil
    }
    position += 1
    guard let month = number(2...2), take(joint), let day = number(2...2) else { return nil }
    return (year, month, day)
  }

  /// Reads `-154811`, `_154811`, `T154811`, ` 15.48.11` and similar forms.
  fileprivate mutating func timePart() -> TimeOfDay? {
    guard let joint = next, "-_ T.".utf8.contains(joint) else { return nil }
    position += 1
    if let whole = number(6...6) {
      return TimeOfDay(hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100)
    }
    guard let hour = number(2...2), let joint = next, "-_.".utf8.contains(joint) else { return nil }
    position += 1
    guard let minute = number(2...2), take(joint), let second = number(2...2) else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// Reads ` 10:05 GMT+1` or ` at 10_05 CET`, as Google Meet writes it.
  fileprivate mutating func zonedTime() -> (TimeOfDay, Int)? {
    guard take(" at ") || take(0x20), let hour = number(1...2), let joint = next,
      "-_:".utf8.contains(joint)
    else {
      return nil
    }
    position += 1
    guard let minute = number(2...2), take(0x20), let offset = zoneOffset() else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: 0).map { ($0, offset) }
  }
}
