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
}
