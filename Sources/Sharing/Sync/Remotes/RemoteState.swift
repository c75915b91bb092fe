import ActionItems
package import CivilTime
package import Encoding
package import Store

/// The state of one remote as stored in `sync/<name>.json`: address, options, progress and last result.
/// `JSONWriter.members(of:)`, below, writes it as members of an object.
package struct RemoteState: Hashable, Sendable {
  /// The address used last, without a token; nil if none was ever given.
  package var address: String?
  package var options = RemoteOptions()
  /// The number of times that delivery started over, after a reset or with another server.
  package var generation = 0
  /// The cursor up to which delivery is finished (`Outbox.confirmed`); nil before any.
  package var checkpoint: FeedCursor?
  /// The sequence number of the last change that the remote took; nil if unknown.
  package var lastTaken: Int?
  /// The store id that the server last announced; nil if it announced none. The progress belongs to this server.
  package var serverID: String?
  /// The remote cursor up to which changes were applied; nil if the server sent none.
  package var remoteCursor: FeedCursor?
  /// The filter of the delivery so far; nil if no filter was applied yet.
  package var filter: FilterRecord?
  /// The most recent changes that were set aside.
  package var setAside: [Outbox.SetAside] = []
  package var delivered = 0
  package var applied = 0
  /// The number of items that people changed independently of each other.
  package var conflicts = 0
  /// The time when a session last ended with nothing left to do.
  package var lastSuccess: Timestamp?
  package var lastErrorAt: Timestamp?
  package var lastError: String?

  package init() {}

  package static let folder = "sync"
  private static let schema = 1
  /// The number of set-aside changes that are kept. Older ones are dropped.
  static let listed = 100
  /// The largest state file that is read, in bytes. A usual one has a few thousand.
  private static let largest = 64 << 20

  package static func isName(_ name: String) -> Bool { FeedCursor.isName(name) }

  package static func names(in store: any StorageFolder) throws -> [String] {
    guard try store.names().contains(folder) else { return [] }
    return try store.folder(folder).names().filter { $0.hasSuffix(".json") }
      .map { String($0.dropLast(5)) }.filter(isName)
  }

  /// Returns the names of all remotes that are not forgotten, including those with damaged state.
  package static func known(in store: any StorageFolder) throws -> [String] {
    try names(in: store).filter { name in
      do {
        return try read(name, in: store)?.isForgotten == false
      } catch SyncError.state {
        // A damaged file is reported when it is used.
        return true
      }
    }
  }

  /// Reads the state of a remote, if any. Throws `SyncError.state` if it is damaged.
  package static func read(_ name: String, in store: any StorageFolder) throws -> RemoteState? {
    guard try store.names().contains(folder) else { return nil }
    let folder = try store.folder(folder)
    let file = name + ".json"
    guard try folder.identity(of: file) != nil else { return nil }
    let path = "\(folder.path)/\(file)"
    let opened = try folder.open(file, .reading)
    let size = try opened.size()
    guard size <= largest else {
      throw SyncError.state(name: name, path: path, problem: "it is too large (\(size) bytes)")
    }
    let bytes = try opened.read(size, at: 0)
    do {
      return try RemoteState(try JSONValue(parsing: bytes))
    } catch let error as JSONError {
      throw SyncError.state(name: name, path: path, problem: "\(error)")
    } catch let problem as StateFileReader.Problem {
      throw SyncError.state(name: name, path: path, problem: problem.text)
    }
  }

  package func write(_ name: String, in store: any StorageFolder) throws {
    try store.folder(Self.folder).replace(name + ".json", with: bytes)
  }

  /// Resets the stored state of a remote, durably. Throws `SyncError.busy` if another process syncs with it.
  ///
  /// A state that cannot be read is discarded.
  package static func resetKept(
    _ name: String, in store: any StorageFolder, random: SessionRandom = SessionRandom()
  ) throws {
    try replaceKept(name, in: store, random) { $0.reset() }
  }

  /// Forgets a remote, durably: its address, options and delivery. Throws `SyncError.busy` if another process syncs
  /// with it.
  ///
  /// The generation is kept and raised, so that new messages under this name differ from old ones.
  package static func forget(
    _ name: String, in store: any StorageFolder, random: SessionRandom = SessionRandom()
  ) throws {
    try replaceKept(name, in: store, random) { state in
      state.reset()
      state.address = nil
      state.options = RemoteOptions()
      (state.lastSuccess, state.lastError, state.lastErrorAt) = (nil, nil, nil)
      (state.applied, state.conflicts) = (0, 0)
    }
  }

  /// Stores changed options of a remote, durably. Throws `SyncError.busy` if another process syncs with it.
  package static func keep(
    _ options: RemoteOptions, of name: String, at address: String,
    in store: any StorageFolder
  ) throws {
    guard options != (try read(name, in: store)?.options ?? RemoteOptions()) else { return }
    try replaceKept(name, in: store, SessionRandom()) { state in
      (state.address, state.options) = (address, options)
    }
  }

  private static func replaceKept(
    _ name: String, in store: any StorageFolder, _ random: SessionRandom,
    _ change: (inout RemoteState) -> Void
  ) throws {
    let lock = try store.folder(folder).lock(name + ".lock", wait: false)
    guard let lock else { throw SyncError.busy(name: name) }
    defer { withExtendedLifetime(lock) {} }
    var state = RemoteState()
    do {
      state = try read(name, in: store) ?? state
    } catch SyncError.state {
      // The generation is lost. Reusing a number would make new messages look like old ones.
      state.generation = 1_000_000 + Int(random.fraction() * 1e9)
    }
    change(&state)
    try ExchangedFile.removeOthers(
      of: name, than: state.generation, in: try store.folder(folder))
    try state.write(name, in: store)
  }

  /// Starts over: everything is sent again as new messages, including changes that came from this remote before.
  package mutating func reset() {
    generation += 1
    (checkpoint, lastTaken) = (nil, nil)
    (serverID, remoteCursor) = (nil, nil)
    filter = nil
    setAside = []
    delivered = 0
  }

  /// Returns the origin to record for changes that come in from this remote. Changes of this origin are not sent back.
  ///
  /// It differs by generation, so that changes that came in before delivery started over are sent, too.
  package func origin(of name: String) -> String {
    generation == 0 ? "to:\(name)" : "to:\(name)#\(generation)"
  }

  /// Returns the cursor in a store after which delivery begins.
  func start(in store: String) -> FeedCursor {
    FeedCursor(store: store, sequence: checkpoint?.sequence ?? 0, checksum: checkpoint?.checksum)
  }

  /// Whether this remote was forgotten.
  var isForgotten: Bool { address == nil && generation > 0 }

  package var hasWorked: Bool {
    lastSuccess != nil || checkpoint != nil || serverID != nil || applied > 0
  }

  mutating func note(_ aside: Outbox.SetAside) {
    setAside.append(aside)
    setAside.removeFirst(max(0, setAside.count - Self.listed))
  }

  // MARK: - JSON

  private init(_ value: JSONValue) throws {
    let kept = StateFileReader(value)
    guard kept.isObject, let schema = try kept.number("schema") else {
      throw StateFileReader.Problem("it does not describe a remote")
    }
    guard schema <= Self.schema else {
      throw StateFileReader.Problem(
        "it has schema \(schema), this version supports \(Self.schema); update actionitems")
    }
    address = try kept.text("address")
    options = try RemoteOptions(kept.values("options"))
    generation = try kept.number("generation") ?? 0
    checkpoint = try kept.place("checkpoint")
    if checkpoint != nil { lastTaken = try kept.values("checkpoint").number("change") }
    let engine = try kept.values("engine")
    serverID = try engine.text("id")
    let sequence = try engine.number("sequence") ?? 0
    let checksum = try engine.number("checksum").flatMap(UInt32.init(exactly:))
    remoteCursor = try engine.text("store").map {
      FeedCursor(store: $0, sequence: sequence, checksum: checksum)
    }
    filter = try FilterRecord(kept.values("filter"))
    setAside = try kept.list("setAside").map { aside in
      Outbox.SetAside(
        sequence: try aside.number("sequence") ?? 0, itemID: try aside.text("id") ?? "",
        code: try aside.text("code") ?? "", message: try aside.text("message") ?? "")
    }
    delivered = try kept.number("delivered") ?? 0
    applied = try kept.number("takenOver") ?? 0
    conflicts = try kept.number("conflicts") ?? 0
    func time(_ key: String) throws -> Timestamp? {
      guard let text = try kept.text(key) else { return nil }
      guard let time = ISO8601.read(text)?.timestamp(assumingOffset: 0) else {
        throw StateFileReader.Problem("'\(key)' is not a time")
      }
      return time
    }
    lastSuccess = try time("lastSuccess")
    lastErrorAt = try time("lastErrorAt")
    lastError = try kept.text("lastError")
  }

  private var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("schema", Self.schema)
    writer.members(of: self)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the members of a state into an object that may have others.
  package mutating func members(of state: RemoteState) {
    field("address", state.address)
    field("options", state.options.value)
    field("generation", state.generation)
    let checkpoint = state.checkpoint.map { place -> JSONValue in
      [
        "store": .string(place.store), "sequence": .int(place.sequence),
        "checksum": .int(place.checksum), "change": .int(state.lastTaken),
      ]
    }
    field("checkpoint", checkpoint ?? .null)
    field(
      "engine",
      [
        "id": .text(state.serverID), "store": .text(state.remoteCursor?.store),
        "sequence": .int(state.remoteCursor?.sequence ?? 0),
        "checksum": .int(state.remoteCursor?.checksum),
      ])
    field("filter", state.filter?.value ?? .null)
    let asides = state.setAside.map { aside -> JSONValue in
      [
        "sequence": .int(aside.sequence), "id": .string(aside.itemID),
        "code": .string(aside.code), "message": .string(aside.message),
      ]
    }
    field("setAside", .array(asides))
    field("delivered", state.delivered)
    field("takenOver", state.applied)
    field("conflicts", state.conflicts)
    key("lastSuccess")
    storedTimestamp(state.lastSuccess)
    key("lastErrorAt")
    storedTimestamp(state.lastErrorAt)
    field("lastError", state.lastError)
  }
}
