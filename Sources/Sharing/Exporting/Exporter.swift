package import ActionItems
package import CivilTime

/// Writes items in an `ExportFormat`: passes each one, with link and local times, to the format's `ItemWriter`. The
/// caller takes the bytes piece by piece. A format with an order of its own returns most bytes at the end. Below:
/// `ExportOptions`, `NearbyMessage` and `ItemWriter`.
package struct Exporter: Sendable {
  private var writer: any ItemWriter
  private let links: MessageLinks
  /// Converts a time to the reader's zone; nil if the format is for programs, or converts times itself (HTML).
  private let local: (@Sendable (Timestamp) -> Timestamp)?
  private var bytes: [UInt8] = []

  package init(format: ExportFormat, options: ExportOptions = ExportOptions()) {
    links = options.links
    local = format.isForPeople && format != .html ? options.local : nil
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

  /// Adds an item with the messages around its own. The caller decides the order.
  package mutating func add(_ item: ActionItem, around messages: [NearbyMessage] = []) {
    var (item, messages) = (item, messages)
    if let local {
      item = item.at(local)
      messages = messages.map { ($0.sender, $0.timestamp.map(local), $0.text) }
    }
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

/// The options of an export, each for some of the formats.
package struct ExportOptions: Sendable {
  /// The program that the table is for; nil for any.
  package var dialect: CSVDialect?
  package var links = MessageLinks()
  /// How long before a deadline the calendar reminds; nil for no reminder.
  package var reminder: Duration?
  /// The current time, for formats that show late items.
  package var now = Timestamp.epoch
  /// Converts a time to the team's time zone.
  package var local: @Sendable (Timestamp) -> Timestamp = { $0 }
  /// Whether an item is late, which depends on its time zone.
  package var isOverdue: @Sendable (ActionItem) -> Bool = { _ in false }

  package init() {}
}

/// A message near that of an item, to show its context.
package typealias NearbyMessage = (sender: String?, timestamp: Timestamp?, text: String)

/// Writes items in one format: appends to bytes that `Exporter` passes.
protocol ItemWriter: Sendable {
  mutating func begin(_ output: inout [UInt8])
  /// Writes an item, or keeps its bytes until the end. Includes the messages around its own if the format has room for
  /// them.
  mutating func add(_ item: ActionItem, around messages: [NearbyMessage], to output: inout [UInt8])
  mutating func finish(_ output: inout [UInt8])
}

extension ItemWriter {
  func begin(_ output: inout [UInt8]) {}
  func finish(_ output: inout [UInt8]) {}
}
