import ActionItems
import CivilTime
import Exporting
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// `export`: writes items in a format for other programs.
enum ExportCommand {
  static let format = Option<ExportFormat>.value(
    "format", "FORMAT", expected: ExportFormat.allCases.map(\.rawValue).joined(separator: " or "),
    "the form: " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "),
    read: ExportFormat.init(rawValue:)
  ).defaulting(to: "what the name of the --output file says")
  static let file = Option.text(
    "output", letter: "o", "FILE", "write to FILE, in one piece, instead of standard output"
  ).perCall
  static let open = Option.flag("open", "only open items").perCall
  static let dialect = Option<CSVDialect>.value(
    "dialect", "PROGRAM", expected: CSVDialect.allCases.map(\.rawValue).joined(separator: " or "),
    "a table as a program imports it: "
      + CSVDialect.allCases.map(\.rawValue).joined(separator: ", "),
    read: CSVDialect.init(rawValue:)
  ).perCall
  static let linkBase = Option<LinkBase>.value(
    "link-base", "[PLATFORM=]URL",
    expected: "an address such as slack=https://acme.slack.com, of "
      + LinkBase.Platform.allCases.map(\.rawValue).joined(separator: ", "), isRepeatable: true,
    "where to open messages whose export does not say so, as in slack=https://acme.slack.com",
    read: LinkBase.init)
  static let remind = Option<Duration>.duration(
    "remind", "in a calendar, remind of open items this long before they are due: 1d, 2h"
  ).perCall

  static let command = Command(
    name: "export", summary: "write items for other programs",
    details: """
      Writes open and done items, and no archived ones, in repository order; markdown has a list for each
      person. Options narrow that down as in 'list'. The format follows from the file's name (.json,
      .jsonl, .csv, .md, .txt, .ics, .html) where --format does not name it. A file is replaced only when
      all is written; where the store is damaged it stays as it is, and the status is 5. Standard output
      gets what can be read.

      html is one page that opens from anywhere, to search, filter and print; it loads nothing.

      --dialect writes a table with the columns of a program's own importer. Those of todoist and asana
      cannot say that a task is done, and get open items only. Items have a link to their message where
      the export says one or the ids make one for certain; Slack, Zulip, Mattermost and Discord servers
      need --link-base.
      """,
    options: [format, dialect, file, open, remind, linkBase, ListCommand.done]
      + ListCommand.narrowing + [ZoneOption.timeZone, PeopleOption.people], run: run)

  private static let piece = 1 << 16

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let path = invocation.settings.value(of: file)
    let format = try chosenFormat(invocation.settings, path: path)
    let dialect = invocation.settings.value(of: dialect)
    let isOpenOnly = invocation.settings.isOn(open) || dialect?.keepsDone == false
    let reminder = invocation.settings.value(of: remind)
    try refuse(if: dialect != nil && format != .csv, "--dialect is for tables; add --format csv")
    try refuse(
      if: isOpenOnly && invocation.settings.isOn(ListCommand.done),
      dialect?.keepsDone == false
        ? "a table for \(dialect?.rawValue ?? "") cannot say that a task is done; leave out --done"
        : "--open and --done exclude each other")
    try refuse(if: reminder != nil && format != .ics, "--remind is for calendars; add --format ics")
    let (filter, store) = try ItemFilter.open(invocation, wantsDone: true)
    let clock = try invocation.itemClock()
    var target: ReplacedFile?
    if let path { target = try await ReplacedFile(path: path, invocation.pipePatience) }
    let output = target?.stream ?? invocation.console.output
    var options = ExportOptions()
    (options.dialect, options.reminder, options.now) = (dialect, reminder, invocation.now())
    options.links = MessageLinks(invocation.settings.values(of: linkBase))
    options.local = { clock.zone.timestamp(at: $0) }
    options.isOverdue = { clock.isOverdue($0) }
    let state = Mutex((exporter: Exporter(format: format, options: options), count: 0))
    try await store.forEachItem { known in
      // Completed items come last.
      if isOpenOnly, known.item.isComplete { return false }
      guard filter.takes(known.item) else { return true }
      let bytes = state.withLock { state in
        state.exporter.add(
          known.item,
          around: known.neighbours.map {
            (sender: $0.sender, timestamp: $0.timestamp, text: $0.text)
          })
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

  /// Returns the named format, or the one that the file name suggests.
  /// - Throws: `CommandFailure` if there is neither.
  private static func chosenFormat(
    _ settings: Settings, path: String?
  ) throws(CommandFailure) -> ExportFormat {
    if let format = settings.value(of: format) { return format }
    if let format = path.flatMap(ExportFormat.init(fileName:)) { return format }
    if settings.value(of: dialect) != nil { return .csv }
    let names = ExportFormat.allCases.map(\.rawValue).joined(separator: "|")
    guard let path else { throw CommandFailure(.usage, "'export' needs --format \(names)") }
    throw CommandFailure(
      .usage, "the name of \(path) does not say a format; 'export' needs --format \(names)")
  }
}
