import ActionItems
import CivilTime
import Encoding
import Exporting
import Extraction
import ItemRecords
import Store
import Sync
import Synchronization
import System

/// `report`: prints what is overdue, due, new and done, writes it to a file, or posts it to a webhook.
enum ReportCommand {
  static let format = Option<ReportFormat>.choice(
    "format", "FORMAT",
    "the format: " + ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
  ).defaulting(to: "text").perCall
  static let since = Option.time(
    "since", "TIME", "report what is new and done since TIME: a date, or an age such as 7d"
  ).defaulting(to: "7d").perCall
  static let week = Option.flag(
    "week", "report this week: since Monday, and what is due by Sunday"
  ).perCall
  static let mailHeaders = Option.flag(
    "mail-headers", "start with mail headers, for sendmail"
  ).perCall

  static let kind = LoadingOptionSet.kind.perCall.defaulting(
    to: "all; without direct ones if the report is posted")

  static let command = Command(
    name: "report", summary: "report what is overdue, due, new and done, by person",
    details: """
      Reports what is overdue, what is due in the next seven days, what else is new, what a message finished, and
      what people marked as done. 'review --done' checks what messages finished.
      With --mail-headers it can be sent each night:
      actionitems report --mail-headers | sendmail team@example.com
      slack-blocks, discord and teams-card are JSON for a chat's webhook. --post-file sends it there over
      https, and retries if the webhook is busy. The address in the file is a secret, and is never shown:
      actionitems report --format slack-blocks --post-file ~/.config/actionitems/webhook
      Items of direct messages are posted only with --kind public,private,group,direct.
      """,
    options: [
      format, since, week, mailHeaders, ExportCommand.file, ExportCommand.linkBase,
      ListCommand.assignee, ListCommand.conversation, kind, ZoneOption.timeZone,
      PeopleOption.people,
    ] + Webhook.options + Pager.options, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    let format = settings.value(of: format) ?? .text
    let isMail = settings.isOn(mailHeaders)
    try refuse(
      if: isMail && !format.canBeMailed, "--mail-headers needs --format text, markdown or html")
    try refuse(
      if: settings.isOn(week) && settings.value(of: since) != nil,
      "--week and --since cannot be used together")
    let path = invocation.path(of: ExportCommand.file)
    let webhook = try Webhook(invocation)
    try refuse(
      if: webhook != nil && format.canBeMailed,
      "a webhook needs --format slack-blocks, discord or teams-card, not \(format.rawValue)")
    try refuse(
      if: webhook != nil && path != nil, "a webhook and --output cannot be used together")
    if webhook == nil { invocation.beginPaging() }
    let store = try invocation.openStore()
    let zone = try invocation.teamZone()
    let clock = try invocation.itemClock()
    let wanted = try RemoteFilter(wantedBy: invocation, store: store.folder)
    let links = MessageLinks(settings.values(of: ExportCommand.linkBase))
    let kinds = settings.value(of: kind)
    let shown = RemoteFilter(
      kinds: kinds ?? (webhook == nil ? invocation.shown.kinds : RemoteFilter.allButDirect))
    let people = try PeopleOption.directory(invocation, store: store.folder)
    let report = Mutex(Report(try period(invocation, zone), links: links, local: zone.timestamp))
    let leftOut = Mutex(0)
    let order = LocalOrder(clock, of: \.item) { (known: ItemRecord) in
      report.withLock {
        $0.add(
          people.named(known.item), isLate: clock.isOverdue(known.item),
          isPerhapsDone: known.perhapsClosedBy != nil, isClosedByChat: known.closedBy != nil)
      }
      return true
    }
    try await store.forEachItem { known in
      guard wanted.matches(known.item) else { return true }
      if shown.matches(known.item) { return try order.add(known) }
      leftOut.withLock { $0 += 1 }
      return true
    }
    try order.finish()
    let status = await invocation.statusOfReading(store)
    if status != .done, let target = path ?? webhook?.host {
      throw CommandFailure(status, "nothing was sent to \(target), because items are missing")
    }
    let text = report.withLock { $0.text(as: format, withMailHeaders: isMail) }
    if let webhook {
      try await webhook.post(text)
      invocation.console.inform("the report was posted to \(webhook.host)")
      let leftOut = leftOut.withLock { $0 }
      if leftOut > 0, kinds == nil {
        invocation.console.inform(
          "\(leftOut.counted("item")) of direct messages not posted; "
            + "--kind public,private,group,direct includes them")
      }
    } else if let path {
      try await ReplacedFile.write(
        Array(text.utf8), to: path, for: ExportCommand.file.name, invocation.pipeWait)
    } else {
      try invocation.console.output.write(text)
    }
    return status
  }

  private static func period(
    _ invocation: Invocation, _ zone: Zone
  ) throws(CommandFailure) -> Report.Period {
    let now = zone.timestamp(at: invocation.now())
    let today = now.civil.date
    if invocation.settings.isOn(week) {
      let start = zone.timestamp(of: CivilDateTime(date: today.monday, time: .midnight))
      return (since: start ?? now, now: now, horizon: today.monday.adding(days: 6))
    }
    let since =
      try TimeText.time(of: since, invocation)
      ?? Timestamp(seconds: now.seconds - 7 * 86_400, offset: Int(now.offset))
    return (since: since ?? now, now: now, horizon: today.adding(days: 7))
  }
}
