package import ActionItems
package import CivilTime

/// Writes items in a form that other programs read, piece by piece.
/// No format keeps items: those that sort them otherwise than the caller keep the bytes that they become.
package struct Exporter: Sendable {
  private var writer: any ItemWriter
  private let links: MessageLinks
  private var bytes: [UInt8] = []

  package init(format: ExportFormat, options: ExportOptions = ExportOptions()) {
    links = options.links
    writer =
      switch format {
      case .json: JSONItemWriter(isArray: true)
      case .jsonl: JSONItemWriter(isArray: false)
      case .csv: CSVItemWriter(columns: options.dialect?.columns ?? CSVColumn.all)
      case .markdown: MarkdownItemWriter()
      case .todotxt: TodoTxtItemWriter(options: options)
      case .ics: CalendarItemWriter(reminder: options.reminder)
      case .html: PageItemWriter(options: options)
      }
    writer.begin(&bytes)
  }

  /// Adds an item, with the messages around its own; the order is the caller's.
  package mutating func add(_ item: ActionItem, around messages: [NearbyMessage] = []) {
    var item = item
    item.source.link = links.link(to: item)
    writer.add(item, around: messages, to: &bytes)
  }

  package mutating func finish() { writer.finish(&bytes) }

  package var count: Int { bytes.count }

  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

/// What a format has to be told beside the items.
package struct ExportOptions: Sendable {
  /// The program that a table is for; nil for any.
  package var dialect: CSVDialect?
  package var links = MessageLinks()
  /// How long before a deadline a calendar reminds of it; nil for never.
  package var reminder: Duration?
  /// What the time is, for formats that tell how things stand.
  package var now = Timestamp.epoch
  /// The same instant on the team's clock.
  package var local: @Sendable (Timestamp) -> Timestamp = { $0 }
  /// Whether an item is late, which its zone decides.
  package var isOverdue: @Sendable (ActionItem) -> Bool = { _ in false }

  package init() {}
}

/// A message near that of an item, for whoever wants to know how it came about.
package typealias NearbyMessage = (sender: String?, timestamp: Timestamp?, text: String)

/// Writes items in one format, appending to bytes that the caller takes away from time to time.
protocol ItemWriter: Sendable {
  mutating func begin(_ output: inout [UInt8])
  /// Writes an item, or keeps what is to be written of it at the end; with the messages around its own where the
  /// format has room for them.
  mutating func add(_ item: ActionItem, around messages: [NearbyMessage], to output: inout [UInt8])
  mutating func finish(_ output: inout [UInt8])
}

extension ItemWriter {
  func begin(_ output: inout [UInt8]) {}
  func finish(_ output: inout [UInt8]) {}
}
