public import ActionItemModel
import ItemCoding
import JSONText

/// Writes items in a form that other programs read, piece by piece.
public struct Exporter: Sendable {
  private let format: ExportFormat
  private var writer = JSONWriter(escaping: .invisibles)

  /// Begins a file.
  public init(format: ExportFormat) {
    self.format = format
    if format == .json { writer.beginArray() }
  }

  /// Adds an item; the order is the caller's.
  public mutating func add(_ item: ActionItem) {
    writer.item(item)
    if format == .jsonl { writer.endLine() }
  }

  /// Ends the file.
  public mutating func finish() {
    guard format == .json else { return }
    writer.endArray()
    writer.endLine()
  }

  /// Bytes that wait to be taken.
  public var count: Int { writer.bytes.count }

  /// Takes what has been written so far.
  public mutating func take() -> [UInt8] { writer.take() }
}
