import ActionItems
import CivilTime
import Exporting
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test(arguments: [
    (ExportFormat.csv, "csv"), (.markdown, "md"), (.todotxt, "txt"), (.ics, "ics"),
    (.jsonl, "jsonl"), (.html, "html"),
  ])
  func `items are written as recorded, usual and hostile ones`(
    format: ExportFormat, ending: String
  ) throws {
    for (name, items) in [("usual", SampleItems.usual), ("hostile", SampleItems.hostile)] {
      let text = SampleItems.export(items, as: format, SampleItems.options)
      #expect(try Golden.difference(text, "export/\(name).\(ending)") == nil)
      for scalar in text.unicodeScalars {
        let isShown = ![0x1B, 0x07, 0x202E, 0x2028].contains(scalar.value)
        #expect(isShown, "\(format) has \(scalar.value)")
      }
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func `a file of no items is a file`(format: ExportFormat) {
    let text = SampleItems.export([], as: format)
    #expect(text.isEmpty == [.jsonl, .todotxt].contains(format))
    #expect(text.isEmpty || text.utf8.last == 0x0A)
  }

  @Test(arguments: [
    ("items.json", ExportFormat.json), ("a/items.JSONL", .jsonl), ("x.ndjson", .jsonl),
    ("plan.csv", .csv), ("plan.md", .markdown), ("plan.markdown", .markdown),
    ("todo.txt", .todotxt),
    ("team.ics", .ics), ("page.html", .html), ("plan", nil), ("plan.xlsx", nil),
    ("a.csv/plan", nil), ("csv", nil),
  ])
  func `a file's name says the format`(name: String, format: ExportFormat?) {
    #expect(ExportFormat(fileName: name) == format)
  }
}
