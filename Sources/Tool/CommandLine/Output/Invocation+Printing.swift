import Encoding
import System

/// Prints the results of a command as a table or as JSON. Checks options for output files, which may name stdout.
extension Invocation {
  var isJSON: Bool { settings.isOn(CommonOptions.json) }

  /// Returns the path of an option for an output file; nil if it is not set, or "-", which is standard output.
  func path(of option: Option<String>) -> String? {
    settings.value(of: option).flatMap { $0 == "-" ? nil : $0 }
  }

  /// Checks that at most one of the options writes to standard output, and that nothing is printed there.
  func checkOutputs(_ options: [Option<String>]) throws(CommandFailure) {
    let named = options.filter {
      settings.value(of: $0).map(Descriptor.isStandardOutput) ?? false
    }
    guard let first = named.first else { return }
    let taken = "--\(first.name): standard output has other output"
    if let second = named.dropFirst().first {
      throw CommandFailure(
        .usage, "\(taken), that of --\(second.name); name a file for one of them")
    }
    try refuse(if: isJSON, "\(taken), that of --json; name a file")
    try refuse(if: !console.isQuiet, "\(taken); name a file, or add --quiet")
  }

  /// Prints a JSON object on one line: the schema number and the given members.
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

  /// Prints the result of a command as an object, if JSON is requested.
  func printOutcome(_ object: JSONValue) throws(OutputError) { if isJSON { try printJSON(object) } }

  /// Prints elements as table rows, or as objects if JSON is requested.
  ///
  /// With `isWhole` nothing is cut, even on a narrow terminal.
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
