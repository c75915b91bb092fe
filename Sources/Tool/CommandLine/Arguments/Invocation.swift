import ActionItems
import CivilTime
import ItemRecords
import Store
import Sync
import Synchronization
import System

/// One call of a command: arguments, settings, output. Opens the store. At the end: options --time-zone and --people.
struct Invocation: Sendable {
  let command: Command
  var settings: Settings
  var operands: [String]
  let console: Console
  let environment: [String: String]
  /// Returns the current time in UTC, to the millisecond.
  let now: @Sendable () -> Timestamp
  /// The items that the caller may see.
  var shown = RemoteFilter.all
  let begun = ContinuousClock.now

  var zones: ZoneDatabase { ZoneDatabase(environment: environment) }

  /// Checks the time options before a store is opened.
  /// - Throws: `CommandFailure` for an invalid time.
  func check() throws(CommandFailure) {
    for option in command.options where option.timeDirection != nil {
      _ = try TimeText.time(of: option, self)
    }
  }

  func storePath() throws(CommandFailure) -> String {
    if let path = settings.value(of: CommonOptions.store) { return path }
    guard let path = UserFolders(environment: environment).store else {
      throw CommandFailure(
        .usage, "no path for the store: set --store, $XDG_DATA_HOME or $HOME")
    }
    return path
  }

  func existingStoreFolder() throws(CommandFailure) -> DiskFolder {
    let path = try storePath()
    do {
      let folder = try DiskFolder(existing: path, reportWait: reportWait)
      warnOfOthers(folder)
      return folder
    } catch {
      // Usage errors are reported before a missing store.
      if settings.value(of: ZoneOption.timeZone) != nil { _ = try teamZone() }
      throw CommandFailure(
        .store, error.isMissing ? StoreError.missing(path: path).description : error.description)
    }
  }

  /// Warns if other users can change the store.
  func warnOfOthers(_ folder: DiskFolder) {
    guard folder.isOpenToOthers else { return }
    console.warn(
      "other users can write to the store's folder \(folder.path) and change its content; "
        + "run 'chmod go-w' on it")
  }

  func openStore() throws -> ActionItemStore {
    try ActionItemStore(folder: try existingStoreFolder(), creating: false, now: now)
  }

  /// Opens the store and creates it if it does not exist.
  func makeStore() throws -> ActionItemStore {
    try ActionItemStore(
      folder: try makeStoreFolder(), creating: true, now: now)
  }

  /// Opens the store's folder and creates it if it does not exist.
  func makeStoreFolder() throws -> DiskFolder {
    try DiskFolder(creating: try storePath(), reportWait: reportWait)
  }

  /// Prints once which process holds the lock of the store that the command waits for.
  var reportWait: DiskFolder.WaitReport { { [console] in console.informOnce($0) } }

  /// Prints the warnings of the store and returns them.
  @discardableResult
  func warn(of store: ActionItemStore) async -> [String] {
    let warnings = await store.takeWarnings()
    for warning in warnings { console.alert(warning) }
    return warnings
  }

  /// Prints the warnings of the store and returns the exit status of a command that only reads it.
  ///
  /// Any warning means damage. The status tells scripts that the output is incomplete.
  func statusOfReading(_ store: ActionItemStore) async -> ExitStatus {
    await warn(of: store).isEmpty ? .done : .store
  }

  /// Runs `body`, which changes items, and prints the warnings of the store. Looks for damage first and also warns
  /// after a failure, because damage may explain it.
  func changing<Result>(
    _ store: ActionItemStore, _ body: () async throws -> Result
  ) async throws -> Result {
    await store.lookForDamage()
    do {
      let result = try await body()
      await warn(of: store)
      return result
    } catch {
      await warn(of: store)
      if let listed = await ambiguity(error, in: store) { throw listed }
      // If the item was removed or archived, the error says so.
      guard case StoreError.noItem(let id, matches: 0) = error,
        let known = try? await store.removedItem(beginning: id)
      else { throw error }
      throw CommandFailure(
        .usage, "\(id) is \(known.state); 'actionitems reopen \(id)' restores it")
    }
  }

  /// Maximum items that are listed for an ambiguous id.
  private static let longestChoice = 5

  /// Returns an error that lists the items that an ambiguous id may mean; nil for any other error.
  func ambiguity(_ error: any Error, in store: ActionItemStore) async -> CommandFailure? {
    guard case StoreError.noItem(let id, let matches) = error, matches > 1 else { return nil }
    let found = Mutex<[ActionItem]>([])
    let beginning = id.lowercased()
    try? await store.forEachItem { known in
      found.withLock { found in
        if shown.matches(known.item), known.item.id.hasPrefix(beginning) {
          found.append(known.item)
        }
        return found.count <= Self.longestChoice
      }
    }
    let items = found.withLock { $0 }
    guard let length = try? await store.distinctLength(ofIds: items.map(\.id)) else { return nil }
    let lines = items.prefix(Self.longestChoice).map {
      "  \(ItemTable.shortened($0.id, to: length))  \(SafeText.cut(SafeText.line($0.task), to: 70))"
    }
    let more = items.count > lines.count ? ["  …"] : []
    return CommandFailure(.usage, (["\(error)"] + lines + more).joined(separator: "\n"))
  }

  /// Refuses ids of items that the caller may not see, as if they did not exist.
  func requireShown(_ ids: [String], in store: ActionItemStore) async throws {
    guard shown != .all else { return }
    for id in ids { _ = try await ShowCommand.find(id, store, self) }
  }

  /// Prints changed items with their new state, or as JSON. Prints nothing with --quiet.
  func print(_ changed: [ActionItem], as word: String) async throws {
    try await reportingStored {
      if isJSON {
        try console.output.writeJSON(changed)
      } else if !console.isQuiet {
        try console.output.writeLines(changed.map { "\(word): \(SafeText.line($0.task))" })
      }
    }
  }

  /// Prints the changes of a command. If the output fails, the error says that the changes are kept.
  /// - Throws: `CommandFailure` if the output fails.
  func reportingStored(_ write: () async throws -> Void) async throws {
    do {
      try await write()
      try console.output.flush()
    } catch let error as OutputError where !error.isClosedPipe {
      throw CommandFailure(.partial, "\(error); the change is stored")
    }
  }

  /// Returns the team's zone: the configured one, or else this machine's.
  func teamZone() throws(CommandFailure) -> Zone {
    if let name = settings.value(of: ZoneOption.timeZone) {
      do {
        return try zones.zone(named: name)
      } catch {
        throw CommandFailure(.usage, "--time-zone: \(error)")
      }
    }
    do {
      return try zones.systemZone()
    } catch {
      console.warn("\(error); using UTC (--time-zone sets another zone)")
      return .utc
    }
  }

  /// Opens output files. Waits for the reader of a named pipe, at most until --max-time.
  var pipeWait: PipeWait {
    PipeWait(
      console: console, end: settings.value(of: LimitOptionSet.maxTime).map { begun + $0 })
  }

  func itemClock() throws(CommandFailure) -> ItemClock {
    ItemClock(now: now(), zone: try teamZone(), zones: zones)
  }
}

/// The option for the time zone.
enum ZoneOption {
  static let timeZone = Option.text(
    "time-zone", "ZONE",
    "the team's time zone, as in Europe/Berlin, for exports without one, relative dates, overdue items and "
      + "the times that are shown"
  )
}

/// The option for the file of people, and its contents.
enum PeopleOption {
  static let people = Option.text(
    "people", "FILE", "the names of each person across platforms"
  ).defaulting(to: "people.json in the store")

  /// Reads the named file, or else the store's own. Returns an empty directory if there is neither.
  static func directory(
    _ invocation: Invocation, store: (any StorageFolder)?
  ) throws(CommandFailure) -> PeopleDirectory {
    let named = invocation.settings.value(of: people)
    let path = named ?? store.map { "\($0.path)/\(PeopleFile.name)" } ?? PeopleFile.name
    do {
      if let named { return try PeopleFile.parse(try SmallFile.read(named, for: people.name)) }
      return try store.map { try PeopleFile.read(in: $0) } ?? .empty
    } catch let error as PeopleFileError {
      throw CommandFailure(.usage, "\(path): \(error)")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(.usage, "\(path) cannot be read: \(error)")
    }
  }
}
