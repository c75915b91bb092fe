import Encoding
import Loading
import System

/// `formats`: lists the readable formats and how to export them.
enum FormatsCommand {
  static let command = Command(
    name: "formats", summary: "list the supported formats and how to export them",
    details: "Lists the supported formats. The format of a file is detected by its content.",
    options: [], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    for format in ConversationLoader.formats {
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
