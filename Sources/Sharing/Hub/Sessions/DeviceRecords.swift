import Store
import Encoding
import Sync
import Synchronization

/// How far the hub has taken over the stores of its devices, and whose those are, kept in `hub/devices.json`.
///
/// It may be behind what is durable in the journal, never ahead of it: a device that was told of more
/// acknowledgements is asked to send those changes again.
final class DeviceRecords: Sendable {
  private struct State {
    var places: [String: TakenPlace] = [:]
    /// The subject of the first token that a device came in with.
    var owners: [String: String] = [:]
    var isChanged = false
  }

  private let folder: any StorageFolder
  private let state: Mutex<State>

  static let folder = "hub"
  private static let name = "devices.json"
  /// Devices that are remembered; there are never so many in earnest.
  private static let limit = 100_000

  init(in store: any StorageFolder) throws {
    folder = try store.folder(Self.folder)
    var state = State()
    if try folder.identity(of: Self.name) != nil {
      let file = try folder.open(Self.name, .reading)
      let bytes = try file.read(try file.size(), at: 0)
      // What cannot be read is as good as nothing: everything is asked for again.
      let value = try? JSONValue(parsing: bytes)
      for member in value?.object ?? [] {
        state.owners[member.key] = member.value["subject"]?.string
        guard let store = member.value["store"]?.string,
          let sequence = member.value["sequence"]?.int
        else { continue }
        state.places[member.key] = TakenPlace(
          store: store, sequence: sequence, itemID: member.value["item"]?.string,
          updatedAt: member.value["updatedAt"]?.int.map(Int64.init))
      }
    }
    self.state = Mutex(state)
  }

  func place(of device: String) -> TakenPlace? { state.withLock { $0.places[device] } }

  /// Whether a device may be that of a person; with `noting`, one of nobody's, or of somebody who is not let in any
  /// more, is theirs from then on.
  ///
  /// Whoever came in as somebody else's device could say how far its store was taken over.
  func mayBe(
    _ device: String, of subject: String, noting: Bool = true,
    isGone: (String) -> Bool = { _ in false }
  ) -> Bool {
    state.withLock { state in
      if let owner = state.owners[device] {
        if owner == subject { return true }
        guard isGone(owner) else { return false }
      }
      guard noting, state.owners.count < Self.limit else { return true }
      state.owners[device] = subject
      state.isChanged = true
      return true
    }
  }

  /// Notes that a device's store was taken over up to a place, durably.
  ///
  /// A lower place of the same store is no news: a device sends again what was refused, or its store was put
  /// back, and then the place is what shows it.
  func note(_ place: TakenPlace, of device: String) {
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

  /// Writes what was noted; where it throws, that is still to be written.
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
