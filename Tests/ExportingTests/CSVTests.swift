import Testing

@testable import Exporting

@Suite struct CSVTests {
  @Test(arguments: [
    ("plain", "send it", "send it"), ("empty", "", ""), ("comma", "a,b", "\"a,b\""),
    ("quote", "say \"hi\"", "\"say \"\"hi\"\"\""), ("lines", "a\nb", "\"a\nb\""),
    ("equals", "=1+1", "\"'=1+1\""), ("plus", "+1", "\"'+1\""), ("minus", "-1", "\"'-1\""),
    ("at", "@me", "\"'@me\""), ("tab", "\t=1", "\"'\t=1\""), ("return", "\r=1", "\"'\r=1\""),
    ("wide", "＝1", "\"'＝1\""), ("sums within", "a=b, 2-1", "\"a=b, 2-1\""),
    ("within", "e-mail anna@x.example", "e-mail anna@x.example"), ("space", " a", "\" a\""),
    ("apostrophe", "'tis", "'tis"),
  ])
  func `a cell is read back as it was, and is never a formula`(
    name: String, text: String, cell: String
  ) {
    var output: [UInt8] = []
    CSVCell.append(text, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == cell, "\(name)")
  }
}
