import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Loading
import System

/// The options that select what is read from exports. Makes `LoadingOptions` and `ConversationFilter` from them.
enum LoadingOptionSet {
  static let since = Option.time(
    "since", "TIME", "only messages from TIME on: a date, or an age such as 30d")
  static let until = Option.time(
    "until", "TIME", "only messages before TIME: a date, or an age such as 2d")
  static let conversation = Option.text(
    "conversation", "GLOB", isRepeatable: true, "only conversations whose title or id matches")
  static let exclude = Option.text(
    "exclude", "GLOB", isRepeatable: true, "no conversations whose title or id matches")
  static let kind = Option<Set<Conversation.Kind>>.value(
    "kind", "KINDS", expected: "some of public,private,group,direct, with commas",
    "only conversations of these kinds", read: readKinds
  ).defaulting(to: "all; without direct ones for a remote endpoint")
  static let conversationId = Option.text(
    "conversation-id", "NAME", "the id of a conversation whose export has none")
  static let dateOrder = Option<DateOrder>.choice(
    "date-order", "ORDER", "the order of day and month in numeric dates of exports and deadlines")
  static let date = Option<CivilDate>.value(
    "date", "DATE", expected: "a date such as 2026-01-31",
    "the first day of logs and transcripts that have none, not even in their file name",
    read: readDate)

  static let shard = Option<Shard>.value(
    "shard", "K/N", expected: "a share and the number of shares, such as 3/16",
    "only the conversations of share K of N, for N machines (see 'merge-items')",
    read: Shard.init)

  static let jobs = Option<Int>.number(
    "jobs", 1...256,
    "the number of files and conversations read in parallel; it does not change the result"
  ).defaulting(to: "the number of processors, at most 8")

  static let columns = Option<TableColumns>.value(
    "columns", "NAMES", expected: TableColumns.expected,
    "the columns of tables without column names, as in time,sender,text ('-' skips a column)",
    read: TableColumns.init)

  static let archiveRatio = Option<Int>.number(
    "archive-ratio", 1...1_000_000,
    "the maximum ratio of an archive's expanded size to its compressed size"
  ).defaulting(to: "200")

  static let all: [any OptionDescribing] = [
    since, until, conversation, exclude, kind, shard, conversationId, ZoneOption.timeZone,
    dateOrder, date, columns, archiveRatio, jobs,
  ]

  private static func readDate(_ text: String) -> CivilDate? {
    guard let reading = ISO8601.read(text), !reading.hasTime else { return nil }
    return reading.civil.date
  }

  static func readKinds(_ text: String) -> Set<Conversation.Kind>? {
    let parts = text.split(separator: ",").map(String.init)
    let kinds = parts.compactMap(Conversation.Kind.init(rawValue:))
    return kinds.count == parts.count && !kinds.isEmpty ? Set(kinds) : nil
  }

  static func loadingOptions(_ invocation: Invocation) throws -> LoadingOptions {
    let settings = invocation.settings
    var options = LoadingOptions(
      zone: try invocation.teamZone(), zones: invocation.zones,
      dateOrder: settings.value(of: dateOrder), date: settings.value(of: date),
      conversationId: settings.value(of: conversationId),
      workingFolder: WorkingFolder.path(invocation.environment))
    options.isZoneSet = settings.value(of: ZoneOption.timeZone) != nil
    options.columns = settings.value(of: columns)
    options.archiveRatio = settings.value(of: archiveRatio)
    // Each job may use a few mebibytes, and one thread passes all results on, so more jobs gain little.
    options.jobs = settings.value(of: jobs) ?? min(8, Processors.count)
    return options
  }

  static func filter(_ invocation: Invocation) throws -> ConversationFilter {
    let settings = invocation.settings
    let (first, end) = (
      try TimeText.time(of: since, invocation), try TimeText.time(of: until, invocation)
    )
    if let first, let end, first.microseconds >= end.microseconds {
      throw CommandFailure(
        .usage,
        "--since \(first) is not before --until \(end)"
      )
    }
    var filter = ConversationFilter()
    filter.wanted = settings.values(of: conversation).map { Glob($0) }
    filter.unwanted = settings.values(of: exclude).map { Glob($0) }
    filter.kinds = settings.value(of: kind)
    filter.shard = settings.value(of: shard)
    (filter.since, filter.until) = (first, end)
    return filter
  }
}
