import Testing

@testable import Extraction
@testable import ItemRecords

/// The hashes of words, and the marks that `DistinguishingWords` finds in a task.
@Suite struct WordHashesTests {
  @Test(arguments: [
    "Send the Q4 report to Anna by Friday", "Prüfe die Verträge für Müller", "fixes, fixed; FIXING",
    "v1.2.3-rc1 and 2026-01-31", "会議の資料を送る by 5pm", "Привет, отправь отчёт", "the of and to",
    "don't résumé naïve ñandú", "es en s", "", "🎉 — …", "e-mailed ABC's draft",
  ])
  func `word numbers match the words themselves`(text: String) {
    let folded = NormalisedText(text)
    let words = WordList.all(folded)
    #expect(WordHashes.all(folded) == words.map { WordHashes.number($0.utf8) })
    #expect(
      WordHashes.all(folded).filter { !WordHashes.isFiller($0) }
        == WordList.contentWords(of: folded).map { WordHashes.number($0.utf8) })
  }

  @Test(arguments: [
    ("Send the report to Anna", ["anna"]), ("Book room 12 for Monday", ["12", "monday"]),
    ("Review Anna's draft", ["anna"]), ("Deploy v1.2 on Friday", ["v1.2"]),
    ("Review RFC by 5pm", ["rfc"]), ("Call Jürgen about the budget", ["jurgen", "budget"]),
    ("Merge branch a", ["a"]), ("Review Anna’s plan B", ["anna", "b"]), ("Send it", []),
  ])
  func `marks tell a thing from others of its kind`(task: String, marks: [String]) {
    let found = Set(DistinguishingWords.marks(of: NormalisedText(task)))
    #expect(found == Set(marks.map { WordHashes.normal(Array($0.utf8)[...]) }))
  }
}
