import ActionItemModel
import CivilTime
import ItemRecords
import TextSearch

/// A message in a language whose deadlines are not read otherwise, and the days and times that its words may mean:
/// a weekday, a date, how near a day is or how far off.
///
/// This only tells that a day which a model worked out may be meant; it never makes one.
struct ForeignText {
  private let text: FoldedText
  private let words: [Word]
  /// Whether it is not plainly in a language that is read.
  private let mayBeForeign: Bool
  /// Whether words of grammar show that it is in another one.
  let isForeign: Bool

  private struct Word {
    var text: String
    /// Where it stands in the folded text.
    var range: Range<Int>
    /// Whether it has a capital letter within a sentence: those languages write names like that, and no days.
    var isName: Bool
  }

  init(_ text: FoldedText) {
    self.text = text
    let words = text.runs.map { run in
      Word(
        text: String(decoding: run, as: UTF8.self), range: run.startIndex..<run.endIndex,
        isName: Self.isName(run, in: text))
    }
    self.words = words
    let read = words.count { $0.text.utf8.count > 1 && WordList.isFiller($0.text) }
    let foreign = words.count { ForeignWords.grammar.contains($0.text) || Self.isOther($0.text) }
    mayBeForeign = foreign >= read
    isForeign = foreign > read
  }

  /// Whether a word is in no Latin script.
  private static func isOther(_ word: String) -> Bool {
    word.unicodeScalars.contains { $0.value >= 0x370 && $0.properties.isAlphabetic }
  }

  private static func isName(_ run: ArraySlice<UInt8>, in text: FoldedText) -> Bool {
    guard text.character(at: run.startIndex).properties.isUppercase else { return false }
    let before = text.bytes[..<run.startIndex].last { $0 != 0x20 }
    return before.map { FoldedText.isWordByte($0) || $0 >= 0x80 || $0 == UInt8(ascii: ",") }
      ?? false
  }

  // MARK: - Days

  /// Whether the text, written on some day, may mean another one.
  func mayMean(_ day: CivilDate, writtenOn today: CivilDate) -> Bool {
    let distance = day.daysSinceEpoch - today.daysSinceEpoch
    guard mayBeForeign, (0...400).contains(distance) else { return false }
    if distance < 14, holds(ForeignWords.weekdays[day.weekday.rawValue - 1]) { return true }
    if distance < ForeignWords.near.count, holds(ForeignWords.near[distance]) { return true }
    return isNamed(day) || isFarOff(day, distance, today) || isPart(day, today)
      || isForeign && isNumbered(day, distance)
  }

  /// Whether one of some words stands in the text; in scripts without spaces, within one.
  private func holds(_ wanted: Set<String>) -> Bool {
    words.contains { word in
      !word.isName && wanted.contains(word.text)
        || word.text.utf8.contains { $0 >= 0xE2 }
          && wanted.contains { Self.isWide($0) && word.text.shows($0) }
    }
  }

  private static func isWide(_ word: String) -> Bool {
    word.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
  }

  /// The words but for small ones between the parts of a date.
  private var plain: [String] {
    words.map(\.text).filter { !ForeignWords.joints.contains($0) }
  }

  /// Whether a word is one of some words of the calendar. What is short, or `final`, is often another word of
  /// English (`2 set copies`), so that only grammar can show what it is.
  private func isOne(of wanted: Set<String>, _ word: String) -> Bool {
    guard wanted.contains(word) else { return false }
    let isCommon = word == "final" || word.utf8.count <= 4 && word.utf8.allSatisfy { $0 < 0x80 }
    return isForeign || !isCommon
  }

  private static func number(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    return word.count - digits.count <= 2 ? Int(digits) : nil
  }

  /// Whether the number of a day and the name of its month stand side by side, as in "9 de enero".
  private func isNamed(_ day: CivilDate) -> Bool {
    let plain = plain
    if zip(plain, plain.dropFirst()).contains(where: { first, second in
      Self.number(first) == day.day && isOne(of: ForeignWords.months[day.month - 1], second)
    }) {
      return true
    }
    // 1月9日, 1월 9일
    let joined = text.bytes.filter { $0 != 0x20 }
    return [("月", "日"), ("월", "일")].contains { month, mark in
      joined.holds("\(day.month)\(month)\(day.day)\(mark)".utf8)
    }
  }

  /// Whether it says that the day is so many days, weeks or months off: "dans 3 jours", "en dos semanas".
  private func isFarOff(_ day: CivilDate, _ distance: Int, _ today: CivilDate) -> Bool {
    zip(words, words.dropFirst()).contains { first, second in
      guard
        let count = Int(first.text)
          ?? ForeignWords.counts.firstIndex(where: { isOne(of: $0, first.text) }), count < 100
      else { return false }
      if isOne(of: ForeignWords.days, second.text) { return distance == count }
      if isOne(of: ForeignWords.weeks, second.text) {
        // In two weeks is also the end of that week.
        let week = today.adding(days: 7 * count)
        return distance == 7 * count || day.monday == week.monday && day > week
      }
      return isOne(of: ForeignWords.ofMonths, second.text) && day == today.adding(months: count)
    }
  }

  /// Whether it is a day of next week, or the end of a month, and it says so.
  private func isPart(_ day: CivilDate, _ today: CivilDate) -> Bool {
    let plain = plain
    let pairs = zip(plain, plain.dropFirst())
    if day.monday == today.monday.adding(days: 7) {
      let isNext = pairs.contains { first, second in
        ForeignWords.weeks.contains(first) && ForeignWords.next.contains(second)
          || ForeignWords.next.contains(first) && ForeignWords.weeks.contains(second)
      }
      if isNext || holds(ForeignWords.nextWeek) { return true }
    }
    let end = CivilDate.length(ofMonth: day.month, year: day.year)
    // The end of a month is also its last working day.
    guard day.day == end || day.day > end - 3 && day.weekday == .friday else { return false }
    let isThis = (day.year, day.month) == (today.year, today.month)
    return isThis && holds(ForeignWords.monthEnd)
      || pairs.contains { first, second in
        isOne(of: ForeignWords.ends, first)
          && (isOne(of: ForeignWords.months[day.month - 1], second)
            || isThis && isOne(of: ForeignWords.ofMonths, second))
      }
  }

  /// Whether it has the day in numbers: "le 3/5", or "pour le 15" of the coming month.
  private func isNumbered(_ day: CivilDate, _ distance: Int) -> Bool {
    words.indices.contains { index in
      guard Int(words[index].text) == day.day, mark(before: index) == nil else { return false }
      if let mark = mark(before: index + 1) {
        return mark != UInt8(ascii: ":") && Int(words[index + 1].text) == day.month
      }
      // What follows would be what is counted.
      let next = text.bytes[words[index].range.upperBound...].first { $0 != 0x20 }
      let isLast = next.map { !FoldedText.isWordByte($0) && $0 < 0x80 } ?? true
      return distance < 31 && index > 0 && isLast
        && ForeignWords.articles.contains(words[index - 1].text)
    }
  }

  /// The mark, as dates and times have them, that joins a word to the one before.
  private func mark(before index: Int) -> UInt8? {
    guard index > 0, index < words.count else { return nil }
    let place = words[index - 1].range.upperBound
    let mark = text.bytes[place]
    return place + 1 == words[index].range.lowerBound && "/.-:".utf8.contains(mark) ? mark : nil
  }

  // MARK: - Times

  /// Whether the text has a time in digits: `17:00`, `17h30`, `5pm`, `a las 5`.
  func mayMean(_ time: TimeOfDay) -> Bool {
    let hour = time.secondsAfterMidnight / 3600
    let minute = time.secondsAfterMidnight / 60 % 60
    return words.indices.contains { index in
      let word = words[index].text
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      guard let said = Int(digits), said == hour || said == hour % 12 || said == 12 && hour == 0
      else { return false }
      let rest = word.dropFirst(digits.count)
      let next = words.indices.contains(index + 1) ? words[index + 1].text : ""
      let half = rest.isEmpty ? next[...] : rest
      if half == "am" || half == "pm" { return minute == 0 && (half == "pm") == (hour >= 12) }
      if rest.hasPrefix("h") { return (Int(rest.dropFirst()) ?? 0) == minute }
      if rest.isEmpty, mark(before: index + 1) != nil { return Self.number(next) == minute }
      return minute == 0
        && (index > 0 && ForeignWords.beforeHours.contains(words[index - 1].text)
          || ForeignWords.hours.contains(String(half))
          || rest.unicodeScalars.first.map { "時点时시".unicodeScalars.contains($0) } ?? false)
    }
  }
}
