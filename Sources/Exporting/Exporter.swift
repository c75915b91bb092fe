public import ActionItemModel
import ItemCoding
import JSONText

/// Writes items in a form that other programs read.
public struct Exporter: Sendable {
  private let format: ExportFormat

  /// Makes an exporter.
  public init(format: ExportFormat) {
    self.format = format
  }

  /// The items as a whole file, in the order given.
  public func bytes(_ items: [ActionItem]) -> [UInt8] {
    var writer = JSONWriter(escaping: .invisibles)
    switch format {
    case .json:
      writer.beginArray()
      for item in items { writer.item(item) }
      writer.endArray()
      writer.endLine()
    case .jsonl:
      for item in items {
        writer.item(item)
        writer.endLine()
      }
    }
    return writer.bytes
  }
}
