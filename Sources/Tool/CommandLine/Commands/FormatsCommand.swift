import Encoding
import Loading
import System

/// `formats`: lists the readable formats and how to export them.
enum FormatsCommand {
  static let command = Command(
    name: "formats", operands: "[NAME…]", operandCount: 0...100,
    summary: "list the supported formats and how to export them",
    details: """
      Lists the supported formats, or those whose name or title contains a NAME, as in 'formats whatsapp'.
      The format of a file is detected by its content.
      """,
    options: [], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let formats = ConversationLoader.formats
    let wanted = invocation.operands.map { $0.lowercased() }
    for name in wanted where !formats.contains(where: { $0.shows(name) }) {
      let near = NearestName.find(name, among: formats.map(\.name))
      throw CommandFailure(
        .usage,
        "no format '\(name)'"
          + (near.map { "; did you mean '\($0)'?" } ?? "; 'actionitems formats' lists all"))
    }
    for format in formats where wanted.isEmpty || wanted.contains(where: format.shows) {
      if invocation.isJSON {
        try invocation.printJSON([
          "name": .string(format.name), "platform": .string(format.platform),
          "title": .string(format.title), "reads": .string(format.reads),
          "howToExport": .string(format.howToExport),
        ])
      } else {
        try invocation.console.output.writeLines([
          "\(format.title) (\(format.name))", "  reads: \(format.reads)",
          "  how to get it: \(format.howToExport)", "",
        ])
      }
    }
    return .done
  }
}

extension FormatDescription {
  /// Returns whether a word in lower case is part of a name of the format.
  fileprivate func shows(_ word: String) -> Bool {
    [name, platform, title].contains { $0.lowercased().shows(word) }
  }
}
