import ActionItems
import Exporting
import TestSupport
import Testing

@Suite struct DialectTests {
  @Test(arguments: CSVDialect.allCases)
  func `a table has the importer's own columns, and is as recorded`(dialect: CSVDialect) throws {
    var items = SampleItems.usual + SampleItems.hostile
    items[0].assigneeId = "anna@acme.example"
    items[0].timeZone = "Europe/Berlin"
    var options = ExportOptions()
    options.dialect = dialect
    let text = SampleItems.export(
      items.filter { dialect.keepsDone || !$0.isComplete }, as: .csv, options)
    #expect(try Golden.difference(text, "export/\(dialect.rawValue).csv") == nil)
  }

  @Test(
    arguments: [
      ("a zone", "America/Argentina/Buenos_Aires", true), ("a shifted zone", "Etc/GMT+2", true),
      ("no area", "UTC", false), ("a formula", "=HYPERLINK(\"a/b\")", false),
      ("a control character", "Europe/Ber\u{9B}lin", false), ("a line", "Europe/Ber\nlin", false),
      ("a bidi mark", "Europe/\u{202E}Berlin", false), ("a path", "../etc", false),
    ])
  func `a time zone is a name of the database or nothing`(name: String, zone: String, isKept: Bool)
    throws
  {
    var items = Array(SampleItems.usual.filter { !$0.isComplete }.prefix(1))
    items[0].timeZone = zone
    var options = ExportOptions()
    options.dialect = .todoist
    let text = SampleItems.export(items, as: .csv, options)
    #expect(text.contains(zone) == isKept, "\(name)")
  }
}
