import ActionItems
import Encoding
import ItemRecords
import Store
import Sync

/// The versions last exchanged with each device that does not support `fields`, one `ExchangedFile` a device in `hub/`.
/// With them, the hub can tell which fields such a device changed. Runs on its own queue, because files block.
actor HubExchanges {
  private let executor = QueueExecutor("actionitems.hub.exchanged")
  private let folder: any StorageFolder
  private var files: [String: ExchangedFile] = [:]

  /// The limit of devices in memory between two saves; versions of further devices are not noted.
  private static let limit = 1000
  /// The limit of devices whose versions stay in memory after a save.
  private static let held = 64

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(in folder: any StorageFolder) { self.folder = folder }

  /// Adds to incoming versions the last exchanged versions of their items.
  func filled(_ versions: [RemoteVersion]) throws -> [RemoteVersion] {
    var versions = versions
    for index in versions.indices where !versions[index].content.knowsFields {
      let (id, origin) = (versions[index].id, versions[index].origin)
      let name = name(origin)
      guard files[name] != nil || files.count < Self.limit else { continue }
      versions[index].exchanged = try files[name, default: file(origin)].version(of: id)
    }
    return versions
  }

  /// Notes exchanged versions, by origin and then by item.
  func note(_ exchanged: [String: [String: ExchangedVersion]]) {
    for (origin, versions) in exchanged {
      let name = name(origin)
      guard files[name] != nil || files.count < Self.limit else { continue }
      for (id, version) in versions { files[name, default: file(origin)].note(id, version) }
    }
  }

  func note(_ entries: [ChangeReader.Entry], sentTo origin: String) {
    var told: [String: ExchangedVersion] = [:]
    for entry in entries {
      let known = entry.change.change.known
      told[known.item.id] = ExchangedVersion(known)
    }
    note([origin: told])
  }

  func flush() throws {
    for name in files.keys { try files[name]?.flush() }
    // Frees the memory, since these devices may not come back.
    if files.count > Self.held { files = [:] }
  }

  private func file(_ origin: String) -> ExchangedFile { ExchangedFile(folder, name: name(origin)) }

  /// The file name of a device: a hash, because a device's id may be any text.
  private func name(_ origin: String) -> String {
    UUIDv5.string(namespace: .url, name: origin) + ExchangedVersion.fileEnding
  }
}
