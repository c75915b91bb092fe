import ActionItemModel
import ActionItemRepository
import Exporting
import FoundationEssentials

/// `export`: all items in a form that other programs read.
enum ExportCommand {
  static let format = Option<ExportFormat>.value(
    "format", "FORMAT", expected: ExportFormat.allCases.map(\.rawValue).joined(separator: " or "),
    "the form: " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "),
    read: ExportFormat.init(rawValue:))
  static let file = Option.text(
    "output", letter: "o", "FILE", "write to FILE, in one piece, instead of standard output")

  static let command = Command(
    name: "export", operands: "", operandCount: 0...0,
    summary: "write all items for other programs",
    details: """
      Writes all items, done ones too, in repository order. A file is replaced only when all is
      written.
      """,
    options: [format, file], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    guard let format = invocation.settings.value(of: format) else {
      let names = ExportFormat.allCases.map(\.rawValue).joined(separator: "|")
      throw CommandFailure(.usage, "'export' needs --format \(names)")
    }
    let store = try invocation.openStore()
    let items = try await store.fetch()
    await invocation.warn(of: store)
    let bytes = Exporter(format: format).bytes(items)
    guard let path = invocation.settings.value(of: file) else {
      try invocation.console.output.write(bytes)
      return .done
    }
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(.partial, "cannot write \(path): \(error)")
    }
    invocation.console.inform("\(items.count) items written to \(path)")
    return .done
  }
}
