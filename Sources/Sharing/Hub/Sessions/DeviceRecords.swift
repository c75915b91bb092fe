import Encoding
import Store
import Sync
import Synchronization

/// For each device of the hub's clients, the position up to which the device's store was applied, and the person who
/// owns the device. Stored in `hub/devices.json`.
/// The file may lag behind the journal, but is never ahead of it. A device that has more acknowledgements is asked to
/// send those changes again.
final class DeviceRecords: Sendable {
  private struct State {
    var places: [String: AcknowledgedOffset] = [:]
    /// The subject (person) who owns each device; `mayBe` decides.
    var owners: [String: String] = [:]
    var isChanged = false
  }

  private let folder: any StorageFolder
  private let state: Mutex<State>

  static let folder = "hub"
  private static let name = "devices.json"
  /// The limit of remembered devices, far above real numbers.
  private static let limit = 100_000
  /// The limit of remembered devices of one person. The hub keeps a file for some of them.
  static let mostOfPerson = 100

  init(in store: any StorageFolder) throws {
    folder = try store.folder(Self.folder)
    var state = State()
    if try folder.identity(of: Self.name) != nil {
      let file = try folder.open(Self.name, .reading)
      let bytes = try file.read(try file.size(), at: 0)
      // An unreadable file counts as empty: the hub asks devices for everything again.
      let value = try? JSONValue(parsing: bytes)
      for member in value?.object ?? [] {
        state.owners[member.key] = member.value["subject"]?.string
        guard let store = member.value["store"]?.string,
          let sequence = member.value["sequence"]?.int
        else { continue }
        state.places[member.key] = AcknowledgedOffset(
          store: store, sequence: sequence, itemID: member.value["item"]?.string,
          updatedAt: member.value["updatedAt"]?.int.map(Int64.init))
      }
    }
    self.state = Mutex(state)
  }

  func place(of device: String) -> AcknowledgedOffset? { state.withLock { $0.places[device] } }

  /// Whether a person may use a device id. With `noting`, the person becomes the owner of a device without an owner, or
  /// whose owner has no valid token, unless they own many.
  ///
  /// Without this check, a person could use the id of another person's device and report a false position.
  func mayBe(
    _ device: String, of subject: String, noting: Bool = true,
    isGone: (String) -> Bool = { _ in false }
  ) -> Bool {
    state.withLock { state in
      if let owner = state.owners[device] {
        if owner == subject { return true }
        guard isGone(owner) else { return false }
      }
      guard noting, state.owners.count < Self.limit,
        state.owners.values.count(where: { $0 == subject }) < Self.mostOfPerson
      else { return true }
      state.owners[device] = subject
      state.isChanged = true
      return true
    }
  }

  func isOwner(_ subject: String, of device: String) -> Bool {
    state.withLock { $0.owners[device] == subject }
  }

  /// Notes that a device's store was durably applied up to a position.
  ///
  /// Ignores a lower position of the same store: a device sends changes again after a refusal. If its store was
  /// restored to an earlier state, the higher position shows that.
  func note(_ place: AcknowledgedOffset, of device: String) {
    state.withLock { state in
      if let known = state.places[device], known.store == place.store,
        known.sequence > place.sequence
      {
        return
      }
      guard state.places[device] != nil || state.places.count < Self.limit else { return }
      state.places[device] = place
      state.isChanged = true
    }
  }

  /// Writes the records if they have changed since the last successful call.
  func save() throws {
    let changed = state.withLock { state -> State? in
      defer { state.isChanged = false }
      return state.isChanged ? state : nil
    }
    guard let changed else { return }
    do {
      try folder.replace(Self.name, with: Self.bytes(changed))
    } catch {
      state.withLock { $0.isChanged = true }
      throw error
    }
  }

  private static func bytes(_ state: State) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for device in Set(state.places.keys).union(state.owners.keys).sorted() {
      let place = state.places[device]
      writer.key(device)
      writer.value(
        JSONValue(present: [
          "store": place.map { .string($0.store) }, "sequence": place.map { .int($0.sequence) },
          "item": place.map { .text($0.itemID) }, "updatedAt": place.map { .int($0.updatedAt) },
          "subject": state.owners[device].map(JSONValue.string),
        ]))
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
