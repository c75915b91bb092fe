import ActionItemRepository
import CivilTime
import Journal
import TimeZones

/// One call of a command: what was typed, what is in force, and where output goes.
struct Invocation: Sendable {
  let command: Command
  let settings: Settings
  let operands: [String]
  let console: Console
  let environment: [String: String]
  /// Tells the time, in UTC, to the millisecond.
  let now: @Sendable () -> Timestamp

  /// Where zones are found.
  var zones: ZoneDatabase { ZoneDatabase(environment: environment) }

  /// The folder of the store.
  func storePath() throws(CommandFailure) -> String {
    if let path = settings.value(of: CommonOptions.store) { return path }
    guard let path = UserFolders(environment: environment).store else {
      throw CommandFailure(
        .usage, "neither --store nor $XDG_DATA_HOME nor $HOME says where the store is")
    }
    return path
  }

  /// The folder of a store that exists.
  func existingStoreFolder() throws(CommandFailure) -> DiskFolder {
    let path = try storePath()
    do {
      return try DiskFolder(existing: path)
    } catch {
      if error.number == 2 {  // ENOENT
        throw CommandFailure(.store, StoreError.missing(path: path).description)
      }
      throw CommandFailure(.store, error.description)
    }
  }

  /// A store that exists.
  func openStore() throws -> ActionItemStore {
    try ActionItemStore(folder: try existingStoreFolder(), creating: false, now: now)
  }

  /// Tells what was found amiss in the store.
  func warn(of store: ActionItemStore) async {
    for warning in await store.takeWarnings() { console.alert(warning) }
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
}

/// The option that names the team's zone.
enum ZoneOption {
  static let timeZone = Option.text(
    "time-zone", "ZONE",
    "the team's zone, as in Europe/Berlin: for exports that state none, relative dates, overdue")
}
