import ActionItems
import Store
import Encoding
import ItemRecords
import Sync

/// What the hub and each device that knows no fields last had in common, in files of `hub/`; on a queue of its
/// own: files block.
actor HubExchanges {
  private let executor = QueueExecutor("actionitems.hub.exchanged")
  private let folder: any StorageFolder
  private var files: [String: ExchangedFile] = [:]

  /// Devices of which something may be held between two times of keeping it; of further ones nothing is.
  private static let limit = 1000
  /// Devices of which what was read stays in memory.
  private static let held = 64

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(in folder: any StorageFolder) { self.folder = folder }

  /// Versions that came in with what was last exchanged of their items.
  func filled(_ versions: [PeerVersion]) throws -> [PeerVersion] {
    var versions = versions
    for index in versions.indices where !versions[index].content.knowsFields {
      let (id, origin) = (versions[index].id, versions[index].origin)
      let name = name(origin)
      guard files[name] != nil || files.count < Self.limit else { continue }
      versions[index].exchanged = try files[name, default: file(origin)].version(of: id)
    }
    return versions
  }

  /// Notes what was exchanged, by where it came in from, then by item.
  func note(_ exchanged: [String: [String: ExchangedVersion]]) {
    for (origin, versions) in exchanged {
      let name = name(origin)
      guard files[name] != nil || files.count < Self.limit else { continue }
      for (id, version) in versions { files[name, default: file(origin)].note(id, version) }
    }
  }

  func note(_ entries: [ChangeReader.Entry], toldTo origin: String) {
    var told: [String: ExchangedVersion] = [:]
    for entry in entries {
      let known = entry.change.change.known
      told[known.item.id] = ExchangedVersion(known)
    }
    note([origin: told])
  }

  func flush() throws {
    for name in files.keys { try files[name]?.flush() }
    // What was read of them is not held for devices that may never come back.
    if files.count > Self.held { files = [:] }
  }

  private func file(_ origin: String) -> ExchangedFile { ExchangedFile(folder, name: name(origin)) }

  /// A device's id may be any text: files are called by a hash of it.
  private func name(_ origin: String) -> String {
    UUIDv5.string(namespace: .url, name: origin) + ExchangedVersion.fileEnding
  }
}
