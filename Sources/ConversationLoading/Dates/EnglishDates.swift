import CivilTime

extension ByteCursor {
  /// Reads the name of a month, `Jan` or `January`, in any case.
  mutating func englishMonth() -> Int? {
    var end = position
    while end < bytes.count, bytes[end].isASCIILetter { end += 1 }
    let word = bytes.part(position, end)
    guard word.count >= 3 else { return nil }
    let months: [StaticString] = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    for (index, month) in months.enumerated() {
      let length = min(word.count, month.utf8CodeUnitCount)
      let isWhole = word.count == month.utf8CodeUnitCount
      let isShort = word.count == 3 || word.count == 4 && month.utf8CodeUnitCount == 9
      guard isWhole || isShort else { continue }
      var fits = true
      for place in 0..<length where word[place] | 0x20 != month.utf8Start[place] { fits = false }
      if fits {
        position = end
        return index + 1
      }
    }
    return nil
  }

  /// Reads `HH:MM` or `HH:MM:SS`, and `AM` or `PM` behind it.
  mutating func clockTime() -> (time: TimeOfDay, hasSeconds: Bool)? {
    let start = position
    guard var hour = number(1...2), take(UInt8(ascii: ":")), let minute = number(2...2) else {
      position = start
      return nil
    }
    var second = 0
    let hasSeconds = next == UInt8(ascii: ":")
    if hasSeconds {
      position += 1
      guard let read = number(2...2) else {
        position = start
        return nil
      }
      second = read
    }
    let behind = position
    _ = take(0x20)
    if let letter = next, letter | 0x20 == UInt8(ascii: "a") || letter | 0x20 == UInt8(ascii: "p"),
      position + 1 < bytes.count, bytes[position + 1] | 0x20 == UInt8(ascii: "m"),
      position + 2 == bytes.count || !bytes[position + 2].isASCIILetter
    {
      hour = (letter | 0x20 == UInt8(ascii: "a") ? Meridiem.am : .pm).hour(hour)
      position += 2
    } else {
      position = behind
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else {
      position = start
      return nil
    }
    return (time, hasSeconds)
  }

  /// Reads a date as C's asctime writes it, `Tue Jan 31 10:42:03 2017`, with or without the time.
  mutating func asctime() -> (date: CivilDate, time: TimeOfDay?)? {
    let start = position
    while let byte = next, byte.isASCIILetter { position += 1 }
    takeSpaces()
    guard let month = englishMonth(), takeSpaces(), let day = number(1...2), takeSpaces() else {
      position = start
      return nil
    }
    let time = clockTime()
    if time != nil { takeSpaces() }
    guard let year = number(4...4), let date = CivilDate(year: year, month: month, day: day) else {
      position = start
      return nil
    }
    return (date, time?.time)
  }
}
