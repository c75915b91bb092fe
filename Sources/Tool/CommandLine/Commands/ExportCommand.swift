import ActionItems
import CivilTime
import Encoding
import Exporting
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// `export`: writes items in a format for other programs.
enum ExportCommand {
  static let format = Option<ExportFormat>.choice(
    "format", "FORMAT",
    "the format: " + ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
  ).defaulting(to: "by the file extension of --output")
  static let file = Option.text(
    "output", letter: "o", "FILE", "write to FILE, atomically, instead of standard output"
  ).perCall
  static let open = Option.flag("open", "only open items").perCall
  static let dialect = Option<CSVDialect>.choice(
    "dialect", "PROGRAM",
    "a CSV table for the importer of a program: "
      + CSVDialect.allCases.map(\.rawValue).joined(separator: ", ")
  ).perCall
  static let linkBase = Option<LinkBase>.value(
    "link-base", "[PLATFORM=]URL",
    expected: "an address such as slack=https://acme.slack.com, of "
      + LinkBase.Platform.allCases.map(\.rawValue).joined(separator: ", "), isRepeatable: true,
    "the base of message links if the export has none, as in slack=https://acme.slack.com",
    read: LinkBase.init)
  static let new = Option<String>.value(
    "new", "NAME", expected: "a name of letters, digits, '-', '_' and '.'",
    "only items that were not exported under NAME before",
    read: { FeedCursor.isName($0) ? $0 : nil }
  ).perCall
  static let remind = Option<Duration>.duration(
    "remind", "in a calendar, remind of open items this long before they are due: 1d, 2h"
  ).perCall

  static let command = Command(
    name: "export", summary: "write items for other programs",
    details: """
      Writes open and done items, but no archived ones, in the order of 'list'; markdown has a list for
      each person. Options filter the items as in 'list'. Without --format, the extension of the file sets
      the format (.json, .jsonl, .csv, .md, .txt, .ics, .html). A file is replaced only when everything is
      written; if the store is damaged, it is not changed, and the status is 5. Standard output gets
      everything that can be read.

      html is one self-contained page to search, filter and print.

      --dialect writes a table with the columns of another program's importer. todoist and asana have no
      column for done tasks and get open items only. Importers make a task of each row, so a second import
      of the same items makes duplicates: --new NAME leaves out what was exported under NAME before.

      Items link to their message if the export has a link or the ids determine it; Slack, Zulip, Mattermost
      and Discord servers need --link-base.
      """,
    options: [format, dialect, file, open, new, remind, linkBase, ListCommand.done]
      + ListCommand.narrowing + [ZoneOption.timeZone, PeopleOption.people], run: run)

  private static let piece = 1 << 16

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let path = invocation.path(of: file)
    let format = try chosenFormat(invocation.settings, path: path)
    let dialect = invocation.settings.value(of: dialect)
    let isOpenOnly = invocation.settings.isOn(open) || dialect?.keepsDone == false
    let reminder = invocation.settings.value(of: remind)
    try refuse(if: dialect != nil && format != .csv, "--dialect is for tables; add --format csv")
    try refuse(
      if: isOpenOnly && invocation.settings.isOn(ListCommand.done),
      dialect?.keepsDone == false
        ? "a table for \(dialect?.rawValue ?? "") has no done tasks; remove --done"
        : "--open and --done cannot be used together")
    try refuse(if: reminder != nil && format != .ics, "--remind is for calendars; add --format ics")
    let (filter, store) = try ItemFilter.open(invocation, wantsDone: true)
    let clock = filter.clock
    var target: ReplacedFile?
    if let path { target = try await ReplacedFile(path: path, invocation.pipeWait) }
    let output = target?.stream ?? invocation.console.output
    var options = ExportOptions()
    (options.dialect, options.reminder, options.now) = (dialect, reminder, invocation.now())
    options.links = MessageLinks(invocation.settings.values(of: linkBase))
    options.local = { clock.zone.timestamp(at: $0) }
    options.isOverdue = { clock.isOverdue($0) }
    let exported = try invocation.settings.value(of: new).map {
      try ExportedItems(name: $0, in: store.folder)
    }
    let people = try PeopleOption.directory(invocation, store: store.folder)
    let state = Mutex(
      (exporter: Exporter(format: format, options: options), count: 0, exported: exported))
    let order = LocalOrder(clock, of: \.item) { (known: ItemRecord) in
      let item = format.isForPeople ? people.named(known.item) : known.item
      let bytes: [UInt8] = state.withLock { state in
        if let isNew = state.exported?.takes(item.id), !isNew { return [] }
        state.exporter.add(
          item,
          around: known.neighbours.map {
            (sender: $0.sender, timestamp: $0.timestamp, text: $0.text)
          })
        state.count += 1
        return state.exporter.count >= piece ? state.exporter.take() : []
      }
      if !bytes.isEmpty { try output.write(bytes) }
      return true
    }
    try await store.forEachItem { known in
      // Completed items come last.
      if isOpenOnly, known.item.isComplete { return false }
      return filter.matches(known.item) ? try order.add(known) : true
    }
    try order.finish()
    let status = await invocation.statusOfReading(store)
    if status != .done, let path {
      throw CommandFailure(
        status,
        "\(path) was not written, because items are missing; without --output, the readable ones are printed"
      )
    }
    let (rest, count, taken) = state.withLock { state in
      state.exporter.finish()
      return (state.exporter.take(), state.count, state.exported)
    }
    try output.write(rest)
    if let target, let path {
      try target.commit()
      try taken?.keep()
      invocation.console.inform("\(count.counted("item")) written to \(path)")
    } else {
      try output.flush()
      try taken?.keep()
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
      .usage, "unknown extension of \(path); 'export' needs --format \(names)")
  }
}
