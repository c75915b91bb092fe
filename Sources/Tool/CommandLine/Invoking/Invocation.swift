import ActionItems
import CivilTime
import Store
import Sync
import System

/// One call of a command: what was typed, what is in force, and where output goes.
struct Invocation: Sendable {
  let command: Command
  let settings: Settings
  let operands: [String]
  let console: Console
  let environment: [String: String]
  /// Tells the time, in UTC, to the millisecond.
  let now: @Sendable () -> Timestamp
  /// The items that whoever calls may see.
  var shown = DestinationFilter.all
  let begun = ContinuousClock.now

  var zones: ZoneDatabase { ZoneDatabase(environment: environment) }

  /// Refuses times that are none, before a store is looked for.
  func check() throws(CommandFailure) {
    for option in command.options where option.timeLimit != nil {
      _ = try TimeLimit.time(of: option, self)
    }
  }

  func storePath() throws(CommandFailure) -> String {
    if let path = settings.value(of: CommonOptions.store) { return path }
    guard let path = UserFolders(environment: environment).store else {
      throw CommandFailure(
        .usage, "neither --store nor $XDG_DATA_HOME nor $HOME says where the store is")
    }
    return path
  }

  func existingStoreFolder() throws(CommandFailure) -> DiskFolder {
    let path = try storePath()
    do {
      let folder = try DiskFolder(existing: path)
      warnOfOthers(folder)
      return folder
    } catch {
      // What was typed wrong is told before a store that is not there.
      if settings.value(of: ZoneOption.timeZone) != nil { _ = try teamZone() }
      throw CommandFailure(
        .store, error.isMissing ? StoreError.missing(path: path).description : error.description)
    }
  }

  /// Tells that others can change what a store holds.
  func warnOfOthers(_ folder: DiskFolder) {
    guard folder.isOpenToOthers else { return }
    console.warn(
      "others than you can write to the store's folder \(folder.path), and so change what it holds: "
        + "'chmod go-w' on it keeps them out")
  }

  func openStore() throws -> ActionItemStore {
    try ActionItemStore(folder: try existingStoreFolder(), creating: false, now: now)
  }

  /// The store, which is made where there is none.
  func makeStore() throws -> ActionItemStore {
    try ActionItemStore(
      folder: try DiskFolder(creating: try storePath()), creating: true, now: now)
  }

  /// Tells what was found amiss in the store, and returns it.
  @discardableResult
  func warn(of store: ActionItemStore) async -> [String] {
    let warnings = await store.takeWarnings()
    for warning in warnings { console.alert(warning) }
    return warnings
  }

  /// How a command ended that only reads the store; tells what was found amiss.
  ///
  /// Whatever reading finds amiss is damage, and the answer lacks what it hides: a script must not take it for
  /// the whole.
  func statusOfReading(_ store: ActionItemStore) async -> ExitStatus {
    await warn(of: store).isEmpty ? .done : .store
  }

  /// Changes items; tells what is amiss in the store, also where it is elsewhere, and where that fails, for it may be
  /// why.
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
      // What nobody can change is said to be away, where it is.
      guard case StoreError.noItem(let id, matches: 0) = error,
        let known = try? await store.removedItem(beginning: id)
      else { throw error }
      throw CommandFailure(
        .usage, "\(id) is \(known.state): 'actionitems reopen \(id)' brings it back")
    }
  }

  /// Refuses ids of items that whoever calls may not see, as if there were none.
  func requireShown(_ ids: [String], in store: ActionItemStore) async throws {
    guard shown != .all else { return }
    for id in ids { _ = try await ShowCommand.find(id, store, self) }
  }

  /// Prints items that were changed: what became of them and what they are about, nothing when quiet; or as
  /// JSON where that is asked for.
  func print(_ changed: [ActionItem], as word: String) async throws {
    try await telling {
      if isJSON {
        try console.output.writeJSON(changed)
      } else if !console.isQuiet {
        try console.output.writeLines(changed.map { "\(word): \(SafeText.line($0.task))" })
      }
    }
  }

  /// Prints what a command changed; says that it is kept where that cannot be written.
  func telling(_ write: () async throws -> Void) async throws {
    do {
      try await write()
      try console.output.flush()
    } catch let error as OutputError where !error.isClosedPipe {
      throw CommandFailure(.partial, "\(error); the change stands all the same")
    }
  }

  /// The team's zone: as set, else this machine's.
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
      console.warn("\(error); times are taken as UTC (--time-zone names another zone)")
      return .utc
    }
  }

  /// Waits as long as the command may take.
  var pipePatience: PipePatience {
    PipePatience(
      console: console, end: settings.value(of: LimitOptionSet.maxTime).map { begun + $0 })
  }

  func itemClock() throws(CommandFailure) -> ItemClock {
    ItemClock(now: now(), zone: try teamZone(), zones: zones)
  }
}

enum ZoneOption {
  static let timeZone = Option.text(
    "time-zone", "ZONE",
    "the team's zone, as in Europe/Berlin: for exports that state none, relative dates, overdue")
}

/// The option that names the file of people, and what the file says.
enum PeopleOption {
  static let people = Option.text(
    "people", "FILE", "one person's names across platforms"
  ).defaulting(to: "people.json in the store")

  /// Reads the file that is named, else the store's own; nobody where there is neither.
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
