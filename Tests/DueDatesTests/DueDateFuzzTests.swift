import CivilTime
import DueDates
import TestSupport
import Testing

/// Text that no person would write.
@Suite struct DueDateFuzzTests {
  private static let seeds = [
    "Can you send the report by Friday, 3 May 2027 at 5:30pm CET (or Monday the 15th)?",
    "from 9:30 - 11:00 on Thursday; in 2 and a half weeks, the last working day of next month",
    "the day after Thanksgiving in 3 years, two Tuesdays from now, mid-March, EOW, Q3 2027",
    "bis übermorgen um halb vier, am 3.5. oder in zwei Wochen, spätestens KW 15",
    "12.9. - 14.9.2026 2026-05-03T12:00:00+02:00 10/31/26 5/12 1.2.3 10:30:15",
    "Diwali 2027, Rosh Hashanah, Eid al-Fitr, Chinese New Year, third Tuesday after Christmas",
  ]
  private static let tokens = [
    "next ", "the ", "Friday after ", "in ", "12", "/", ".", "-", ":", "(", ")", " pm", "of ",
    " to ", "99999999999",
    "\u{0}", "\n", "`", "```", "'", ",", "ü", "\u{2013}", " half ", "https://", "@", "+", "week ",
  ]

  private func check(_ text: String, _ reader: DueDateReader, _ written: String) throws {
    let civil = try #require(ISO8601.read(written)).civil
    let reference = try #require(Zone.utc.timestamp(of: civil))
    var end = 0
    for due in reader.deadlines(in: text, reference: reference, zone: .utc) {
      #expect(due.range.lowerBound >= end)
      #expect(due.range.upperBound <= text.utf8.count)
      #expect(
        due.words.utf8.elementsEqual(Array(text.utf8)[due.range]) || due.words.contains("\u{FFFD}"))
      #expect(due.date >= civil.date)
      #expect((due.time == nil) == (due.timestamp == nil))
      end = due.range.upperBound
    }
  }

  @Test(arguments: [
    "2026-03-11T10:30:00", "0001-01-01T00:00:00", "9999-12-31T23:59:59", "2024-02-29T12:00:00",
  ])
  func `mutants are read without harm`(written: String) throws {
    var mutator = ByteMutator(seed: 21, tokens: Self.tokens)
    for seed in Self.seeds {
      for index in 0..<FuzzRounds.count(12) {
        let text = String(decoding: mutator.mutate(Array(seed.utf8)), as: UTF8.self)
        try check(text, index % 2 == 0 ? SampleReading.messages : SampleReading.phrases, written)
      }
    }
  }

  @Test(arguments: [
    "Friday after ", "the day after ", "first Monday after ", "(", "`", "``", "5pm ", "5pm ((",
    "at 5 , ", "1-", "1/",
    "1.", "12:", "in 2 ", "end of ", "half ", "next ", "week of ", "Diwali 2027 ", "holi ", "on ",
    "by 5/12 ",
    "1,", "https://", "a", "\u{FC}", "-", "by ", "2 days ", "to 3 ", "of May ",
  ])
  func `the same again and again takes time in proportion`(piece: String) throws {
    for (end, reader) in [("", SampleReading.messages), ("by Friday", SampleReading.phrases)] {
      let excess = try Growth.excess(
        over: 1500, preparing: { String(repeating: piece, count: $0 / piece.utf8.count) + end },
        { try check($0, reader, "2026-03-11T10:30:00") })
      #expect(excess == nil, "\(piece)")
    }
  }

  @Test func `no more than a mebibyte is read`() throws {
    let text = String(repeating: " ", count: 1 << 20) + "tomorrow"
    #expect(try SampleReading()(text) == "none")
    #expect(try SampleReading()(String(repeating: " ", count: 1000) + "tomorrow") == "2026-03-12")
  }
}
