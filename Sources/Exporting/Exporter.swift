public import ActionItemModel

/// Writes items in a form that other programs read, piece by piece.
///
/// No format keeps items: those that sort them otherwise than the caller keep the bytes that they become.
public struct Exporter: Sendable {
  private var writer: any ItemWriter
  private let links: MessageLinks
  private var bytes: [UInt8] = []

  /// Begins a file.
  public init(format: ExportFormat, options: ExportOptions = ExportOptions()) {
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
  public mutating func add(_ item: ActionItem, around messages: [NearbyMessage] = []) {
    var item = item
    item.source.link = links.link(to: item)
    writer.add(item, around: messages, to: &bytes)
  }

  /// Ends the file.
  public mutating func finish() { writer.finish(&bytes) }

  /// Bytes that wait to be taken.
  public var count: Int { bytes.count }

  /// Takes what has been written so far.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
