import ActionItems
import CivilTime
import Encoding
import Store
import Sync
import System

/// The filter that the options of `list`, `export` and `review` describe. Below: the filter of `--assignee`,
/// also for `report` and remotes, and the person that `me` means.
struct ItemFilter: Sendable {
  /// The items that the caller may see.
  let shown: RemoteFilter
  /// Whether items must be done, or must be open; nil for both.
  private let state: Bool?
  /// The filter of `--assignee` and `--conversation`.
  private var wanted = RemoteFilter.all
  private let isOverdue: Bool
  private let dueBefore: Timestamp?
  private let since: Timestamp?
  private let saidSince: Timestamp?
  private let saidUntil: Timestamp?
  private let isStale: Bool
  private let priority: Priority?
  private let words: String?
  let clock: ItemClock

  /// Creates the filter from a command's options and opens the store. Contradictory options are reported before a
  /// missing store. `wantsDone` is for commands that include completed items by default.
  static func open(
    _ invocation: Invocation, wantsDone: Bool = false
  ) throws -> (ItemFilter, ActionItemStore) {
    var filter = try ItemFilter(invocation, wantsDone: wantsDone)
    let store = try invocation.openStore()
    filter.wanted = try RemoteFilter(wantedBy: invocation, store: store.folder)
    return (filter, store)
  }

  private init(_ invocation: Invocation, wantsDone: Bool) throws {
    typealias Options = ListCommand
    shown = invocation.shown
    let settings = invocation.settings
    let (isDone, isArchived) = (settings.isOn(Options.done), settings.isOn(Options.archived))
    isOverdue = settings.isOn(Options.overdue)
    isStale = settings.isOn(Options.stale)
    try refuse(
      if: isDone && isOverdue,
      "--done and --overdue cannot be used together: done items are not overdue")
    try refuse(
      if: isArchived && (isOverdue || isStale),
      "--archived cannot be used with --overdue or --stale")
    let isOfAny = isArchived || settings.isOn(Options.all) || settings.isOn(Options.removed)
    state = isDone && !isOfAny ? true : isOfAny || wantsDone ? nil : false
    dueBefore = try TimeText.time(of: Options.dueBefore, invocation)
    since = try TimeText.time(of: Options.since, invocation)
    saidSince = try TimeText.time(of: Options.saidSince, invocation)
    saidUntil = try TimeText.time(of: Options.saidUntil, invocation)
    try refuse(
      if: isStale && isDone,
      "--done and --stale cannot be used together: done items are not stale")
    priority = settings.value(of: Options.priority)
    words = settings.value(of: Options.text)?.lowercased()
    clock = try invocation.itemClock()
  }

  /// Returns whether neither this item nor any later one can match, because completed items come last.
  func isBeyond(_ item: ActionItem) -> Bool { state == false && item.isComplete }

  func isAssigned(_ item: ActionItem) -> Bool { wanted.assignee?.matches(item) ?? true }

  func matches(_ item: ActionItem) -> Bool {
    guard shown.matches(item) else { return false }
    if let state, item.isComplete != state { return false }
    if let priority, item.priority != priority { return false }
    if isOverdue, !clock.isOverdue(item) { return false }
    if let since, item.extractedAt.microseconds < since.microseconds { return false }
    if saidSince != nil || saidUntil != nil {
      guard let said = item.source.timestamp?.microseconds else { return false }
      if let saidSince, said < saidSince.microseconds { return false }
      if let saidUntil, said >= saidUntil.microseconds { return false }
    }
    if isStale, !clock.isStale(item) { return false }
    if let dueBefore {
      guard let start = clock.start(of: item), start.microseconds < dueBefore.microseconds else {
        return false
      }
    }
    guard wanted.matches(item) else { return false }
    guard let words else { return true }
    return item.task.lowercased().shows(words) || item.quote?.lowercased().shows(words) ?? false
  }
}

extension RemoteFilter {
  /// Creates a filter from `--assignee` and `--conversation`.
  init(wantedBy invocation: Invocation, store: any StorageFolder) throws {
    let settings = invocation.settings
    self.init(
      conversations: settings.values(of: ListCommand.conversation),
      assignee: try settings.value(of: ListCommand.assignee).map {
        try AssigneeFilter($0, invocation, store: store)
      })
  }
}

extension AssigneeFilter {
  /// Creates an assignee filter. `-` means nobody; `me` and people of the directory match by all of their names. A word
  /// of a listed name may also be the whole name of somebody else.
  init(
    _ name: String, _ invocation: Invocation, store: (any StorageFolder)?
  ) throws(CommandFailure) {
    let people = try PeopleOption.directory(invocation, store: store)
    if name == "-" {
      self = .nobody
      return
    }
    if let person = people.person(named: name) {
      self.init(names: person.allNames)
    } else if name == "me" {
      self.init(names: try people.requireMe().allNames)
    } else {
      self.init(names: (people.person(matching: name)?.allNames ?? []) + [name])
    }
  }
}

extension PeopleDirectory {
  func requireMe() throws(CommandFailure) -> Person {
    if let me { return me }
    throw CommandFailure(
      .usage,
      "--assignee me: 'me' is not set; write {\"me\":\"NAME\"} to people.json in the store's folder"
    )
  }
}
