import ConversationLoading
import JSONText

/// `formats`: what can be read, and how to get such an export.
enum FormatsCommand {
  static let command = Command(
    name: "formats", operands: "", operandCount: 0...0,
    summary: "list what can be read and how to get such an export",
    details: "Lists the formats that can be read. The format of a file is found by its content.",
    options: [], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let output = invocation.console.output
    for format in ConversationLoader.formats {
      if invocation.settings.isOn(CommonOptions.json) {
        var writer = JSONWriter(escaping: .invisibles)
        writer.value([
          "schema": 1, "name": .string(format.name), "platform": .string(format.platform),
          "title": .string(format.title), "reads": .string(format.reads),
          "howToExport": .string(format.howToExport),
        ])
        writer.endLine()
        try output.write(writer.bytes)
      } else {
        try output.write(
          """
          \(format.title) (\(format.name))
            reads: \(format.reads)
            how to get it: \(format.howToExport)

          """ + "\n")
      }
    }
    return .done
  }
}
