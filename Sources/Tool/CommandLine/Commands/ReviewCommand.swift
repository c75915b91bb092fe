import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import System

/// `review`: shows one item after another on a terminal for judgement. With `--json`, programs judge the items.
enum ReviewCommand {
  static let again = Option.flag(
    "again", "also show items that someone has kept, edited or added"
  ).perCall

  static let done = Option.flag(
    "done", "show items that a message finished, to check that they are done"
  ).perCall

  static let command = Command(
    name: "review", summary: "review items one by one",
    details: """
      Shows one open item after another on a terminal, with its quote and the messages around it, and waits
      for a key: k keeps it, d marks it as done, e edits it, r removes it, n removes it as not a task, s skips
      it, u undoes the last of these, q quits and ? lists the keys. Each decision is on disk before the next
      item is shown. Items that someone has kept, edited or added are shown again only with --again. Options
      filter the items as in 'list'. --done shows the items that a message finished: k confirms, o opens.

      Items that you keep, mark as done, edit or remove count for 'eval --from-reviews', which prints how many
      findings were right.

      review --json is for programs. It prints the items, one JSON object per line, with the messages around
      them as "context", and reads verdicts from standard input, one per line: {"id","verdict"} with keep, done,
      reopen, remove (and "because"), not-a-task or edit (and "task", "assignee", "deadline", "priority"). Each is
      answered with a line: {"line","id","verdict","state","change"}, or {"line","id","error"} if it is refused,
      which makes the status 1. "change" is the number for 'undo --change'.
      """,
    options: [again, done] + ListCommand.narrowing + [
      ListCommand.sort, ListCommand.limit, ListCommand.color, ZoneOption.timeZone,
      PeopleOption.people,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let console = invocation.console
    try refuse(
      if: !invocation.isJSON && !ReviewTerminal.isThere(console.output),
      "'review' needs a terminal; programs use 'review --json', and 'list' prints the items"
    )
    let (filter, store) = try ItemFilter.open(invocation)
    let ids = try await ids(store, filter, settings)
    let status = await invocation.statusOfReading(store)
    let judge = ReviewJudge(invocation: invocation, store: store)
    if invocation.isJSON {
      let told = try await invocation.changing(store) {
        try await ReviewLines(judge: judge).run(ids)
      }
      return .mostImportant(of: [status, told])
    }
    if ids.isEmpty {
      console.inform("nothing to review; --again shows reviewed items again")
      return status
    }
    let paint = Paint(
      settings.value(of: ListCommand.color) ?? .auto, for: console.output,
      environment: invocation.environment)
    let terminal = ReviewTerminal(console.output, paint)
    let (left, failure) = try await invocation.changing(store) {
      await ReviewSession(judge: judge, terminal: terminal).run(
        ids, areDone: settings.isOn(done))
    }
    let counts = left.counts.isEmpty ? "nothing" : left.counts.joined(separator: ", ")
    console.inform(
      left.place < left.ids.count
        ? "\(counts); \(left.ids.count - left.place) of \(left.ids.count.counted("item")) left"
        : counts)
    if let failure { throw failure }
    return status
  }

  private static func ids(
    _ store: ActionItemStore, _ filter: ItemFilter, _ settings: Settings
  ) async throws -> [String] {
    let (isAgain, isDone) = (settings.isOn(again), settings.isOn(done))
    let rows = ItemRows(
      order: settings.value(of: ListCommand.sort) ?? .due,
      limit: settings.value(of: ListCommand.limit) ?? .max)
    try await store.forEachItem { known in
      if filter.isBeyond(known.item) { return false }
      guard filter.matches(known.item), isAgain || !known.isJudged,
        !isDone || known.closedBy != nil
      else { return true }
      return rows.add(.init(item: known.item))
    }
    return rows.rows.map(\.item.id)
  }
}
