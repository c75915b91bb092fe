import Encoding
import System

extension Invocation {
  var isJSON: Bool { settings.isOn(CommonOptions.json) }

  /// Prints a JSON object on a line: the number of its schema, and what `write` writes or an object has.
  func printJSON(_ write: (inout JSONWriter) -> Void) throws(OutputError) {
    try console.output.write(
      JSONWriter.line {
        $0.field("schema", 1)
        write(&$0)
      })
  }

  func printJSON(_ object: JSONValue) throws(OutputError) {
    try console.output.write(JSONValue.joined(["schema": 1], object).line(escaping: .invisibles))
  }

  /// Prints how a command went, as an object, where JSON is asked for.
  func printOutcome(_ object: JSONValue) throws(OutputError) { if isJSON { try printJSON(object) } }

  /// Prints things of one kind: a row of a table each, or an object each where JSON is asked for.
  /// `isWhole` says that nothing is cut, on a narrow terminal either.
  func print<Element>(
    _ elements: some Sequence<Element>, titles: [String], isWhole: Bool = false,
    cells: (Element) -> [String], object: (Element) -> JSONValue
  ) throws(OutputError) {
    var table = TextTable(titles)
    for element in elements {
      if isJSON { try printJSON(object(element)) } else { table.add(cells(element)) }
    }
    try console.output.writeLines(table.lines(width: isWhole ? nil : console.output.width))
  }
}

extension OutputStream {
  func write(_ table: TextTable) throws(OutputError) { try writeLines(table.lines(width: width)) }
}
