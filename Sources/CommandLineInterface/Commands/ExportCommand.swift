import ActionItemModel
import ActionItemRepository
import Exporting
import Extraction
import Synchronization

/// `export`: all items in a form that other programs read.
enum ExportCommand {
  static let format = Option<ExportFormat>.value(
    "format", "FORMAT", expected: ExportFormat.allCases.map(\.rawValue).joined(separator: " or "),
    "the form: " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "),
    read: ExportFormat.init(rawValue:))
  static let file = Option.text(
    "output", letter: "o", "FILE", "write to FILE, in one piece, instead of standard output"
  ).perCall

  static let command = Command(
    name: "export", operands: "", operandCount: 0...0,
    summary: "write all items for other programs",
    details: """
      Writes all items, done ones too, in repository order. A file is replaced only when all is
      written; where the store is damaged it stays as it is, and the status is 5. Standard output gets
      what can be read.
      """,
    options: [format, file], run: run)

  /// Bytes that are written together.
  private static let piece = 1 << 16

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    guard let format = invocation.settings.value(of: format) else {
      let names = ExportFormat.allCases.map(\.rawValue).joined(separator: "|")
      throw CommandFailure(.usage, "'export' needs --format \(names)")
    }
    let store = try invocation.openStore()
    let path = invocation.settings.value(of: file)
    let target = try path.map { try ReplacedFile(path: $0) }
    let output = target?.stream ?? invocation.console.output
    let state = Mutex((exporter: Exporter(format: format), count: 0))
    try await store.forEachItem { known in
      let bytes = state.withLock { state in
        state.exporter.add(known.item)
        state.count += 1
        return state.exporter.count >= piece ? state.exporter.take() : []
      }
      if !bytes.isEmpty { try output.write(bytes) }
      return true
    }
    let status = await invocation.statusOfReading(store)
    if status != .done, let path {
      throw CommandFailure(
        status,
        "\(path) was not written, for items are missing; without --output, what can be read is printed"
      )
    }
    let (rest, count) = state.withLock { state in
      state.exporter.finish()
      return (state.exporter.take(), state.count)
    }
    try output.write(rest)
    if let target, let path {
      try target.commit()
      invocation.console.inform("\(count) items written to \(path)")
    }
    return status
  }
}
