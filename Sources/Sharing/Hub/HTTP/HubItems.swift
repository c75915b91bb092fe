import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Store
import Sync
import Synchronization

/// Answers HTTP requests for `/items`: lists, shows, adds, changes and removes items of the hub's store, and shows
/// their history. `PlainList` answers those for `/list`, and uses these functions.
///
/// A change counts as made by a person, and is sent to all sessions. An item's entity tag is the sequence number of its
/// last change and a checksum of the item. The checksum is needed because a restored store uses numbers again.
struct HubItems: Sendable {
  let store: ActionItemStore
  let admission: HubAdmission
  var zone = Zone.utc
  var zones = ZoneDatabase(environment: [:])
  let wall: @Sendable () -> Timestamp
  var random = SessionRandom()

  /// The origin of items that were added by hand rather than found in a chat.
  private static let origin = "by-hand"
  private static let model = "person"

  /// Answers a request for `/items` or a path below it. Throws errors for `answer(to:)`.
  func answer(_ request: HubRequest, _ access: HubAccess) async throws -> HubAnswer {
    guard let parts = request.pathParts, parts.first == "items",
      parts.count <= 2 || parts.count == 3 && parts[2] == "history"
    else {
      return .problem(
        404,
        "not found; the paths are /, /list, /items, /items/ID, /items/ID/history, /items/ID/text, /changes, /presence, /metrics and /healthz"
      )
    }
    let id = parts.count > 1 ? parts[1] : nil
    let isHistory = parts.count == 3
    let allowed =
      ["GET", "HEAD"] + (isHistory ? [] : id == nil ? ["POST"] : ["PATCH", "DELETE"])
    guard allowed.contains(request.method) else {
      return .notAllowed(request, allowed.joined(separator: ", "))
    }
    if !request.isSafe, !access.mayWrite { return .readOnly }
    if let problem = request.wrongType { return problem }
    switch (request.method, id) {
    case ("POST", _): return try await add(request, access)
    case ("PATCH", let id?): return try await change(id, request, access)
    case ("DELETE", let id?): return try await remove(id, request, access)
    case (_, let id?) where isHistory: return try await history(id, request, access)
    case (_, let id?): return try await show(id, request, access)
    default: return try await list(request, access)
    }
  }

  /// The response to an error that `answer` threw.
  static func answer(to error: any Error) -> HubAnswer {
    switch error {
    case let problem as RequestProblem: .problem(problem.status, problem.sentence)
    case StoreError.changedSince, StoreError.noItem:
      .problem(412, "the item was changed since; get it again")
    case is CancellationError: .problem(503, "the request was cancelled")
    case JournalError.commitTooLarge: .problem(413, "the item is too large")
    case let error as StorageError where error.isOutOfSpace:
      .problem(
        507,
        error.operation == .sync
          ? "the hub's disk is full; the change may have been stored: get the item again"
          : "the hub's disk is full; nothing was changed")
    default: .problem(500, "the hub cannot use its store; see the hub's log")
    }
  }

  /// The current time in the hub's zone, for the pages without scripts.
  var clock: ItemClock { ItemClock(now: wall(), zone: zone, zones: zones) }

  // MARK: - Reading

  /// Answers with a page of the list, in the order of the command `list`.
  private func list(_ request: HubRequest, _ access: HubAccess) async throws -> HubAnswer {
    let query = try ItemQuery(SentForm(request.query).values)
    let page = try await page(query, access, isWanted: request.isWanted)
    let body = HubAnswer.line { writer in
      writer.beginObject()
      writer.key("items")
      writer.beginArray()
      for item in page.items { writer.item(item) }
      writer.endArray()
      writer.field("next", page.next?.text)
      writer.endObject()
    }
    return HubAnswer(200, json: body, fields: [.tag(Self.tag(of: body))]).unlessKnown(request)
  }

  /// A page of the list, and the cursor of the next one.
  struct Page {
    var items: [ActionItem] = []
    /// The ids of the items, so that an item that moves during the reading is listed once.
    var ids: Set<String> = []
    /// The start of the next page; nil on the last page.
    var next: ListCursor?
    /// The approximate size in bytes of the items' texts.
    var size = 0
  }

  /// The size of texts in bytes at which a page ends, even if it has few items.
  private static let pageBytes = 1 << 20

  /// Reads a page. Items pass one by one, so a list of any length takes little memory. Stops when `isWanted` turns
  /// false.
  func page(
    _ query: ItemQuery, _ access: HubAccess, isWanted: @Sendable () -> Bool = { true }
  ) async throws -> Page {
    let before = try await store.lastSequence()
    let page = try await pageOnce(query, access, isWanted)
    // After a concurrent change, an item may be missing or outdated. So reads once more.
    return try await store.lastSequence() == before
      ? page : try await pageOnce(query, access, isWanted)
  }

  private func pageOnce(
    _ query: ItemQuery, _ access: HubAccess, _ isWanted: @Sendable () -> Bool
  ) async throws -> Page {
    let state = Mutex(Page())
    var selection = query.selection
    // The store would check these texts in items that the client must not see, and take longer for those that match.
    if access.limit != nil { selection.texts = [] }
    var place: ListPlace?
    repeat {
      guard isWanted() else { throw CancellationError() }
      place = try await store.list(selection, from: place) { known in
        let item = known.item
        guard access.shows(item), query.matches(item, in: zone) else { return true }
        return state.withLock { page in
          guard page.items.count < query.limit, page.size < Self.pageBytes else {
            page.next = page.items.last.map { ListCursor(after: $0) }
            return false
          }
          guard page.ids.insert(item.id).inserted else { return true }
          page.items.append(item)
          page.size += item.textBytes
          return true
        }
      }
    } while place != nil
    return state.withLock { $0 }
  }

  /// The ids of the items that a client sees.
  func shown(_ access: HubAccess) async throws -> Set<ItemKey> {
    let ids = Mutex<Set<ItemKey>>([])
    var place: ListPlace?
    repeat {
      place = try await store.list(ListSelection(), from: place) { known in
        if access.shows(known.item) { ids.withLock { _ = $0.insert(ItemKey(known.item.id)) } }
        return true
      }
    } while place != nil
    return ids.withLock { $0 }
  }

  private func show(
    _ id: String, _ request: HubRequest, _ access: HubAccess
  ) async throws -> HubAnswer {
    guard let change = try await change(ofItem: id, access) else { return Self.missing }
    return Self.response(change).unlessKnown(request)
  }

  private static func response(
    _ change: StoreChange, status: Int = 200, fields: [HubAnswer.Field] = []
  ) -> HubAnswer {
    HubAnswer(status, json: json(change.item), fields: fields + [.tag(tag(of: change))])
  }

  /// The last change of an item that exists and that the token may see.
  func change(ofItem id: String, _ access: HubAccess) async throws -> StoreChange? {
    guard let change = try await store.lastChange(ofItem: id), change.change.known.removal == nil,
      access.shows(change.item)
    else { return nil }
    return change
  }

  static let missing = HubAnswer.problem(404, "item not found")

  private static func json(_ item: ActionItem) -> [UInt8] { HubAnswer.line { $0.item(item) } }

  static func tag(of change: StoreChange) -> String {
    "\(change.sequence)-" + String(CRC32C.checksum(json(change.item)), radix: 16)
  }

  static func tag(of bytes: [UInt8]) -> String {
    String(CRC32C.checksum(bytes), radix: 16) + "-\(bytes.count)"
  }

  // MARK: - Changing

  private func add(_ request: HubRequest, _ access: HubAccess) async throws -> HubAnswer {
    guard let change = try await add(try ItemFields(request.body), access) else {
      return Self.missing
    }
    return Self.response(
      change, status: 201, fields: [.init("Location", "/items/\(change.item.id)")])
  }

  /// Adds an item; returns its change, or nil if somebody has removed it already.
  func add(_ fields: ItemFields, _ access: HubAccess) async throws -> StoreChange? {
    guard let task = fields.edit.task else {
      throw RequestProblem(422, "'task' is missing")
    }
    let (id, now) = (random.uuid(), wall())
    var item = ActionItem(
      id: id, conversationId: Self.origin, conversationTitle: "added by hand", task: task,
      assignee: fields.edit.assignee ?? nil, deadline: fields.edit.deadline ?? nil,
      priority: fields.edit.priority ?? .medium, messageId: id,
      source: .init(platform: Self.origin, sender: access.claims?.name, timestamp: now),
      extractedAt: now, model: Self.model)
    if fields.isComplete == true { (item.isComplete, item.completedAt) = (true, now) }
    guard access.shows(item) else {
      throw RequestProblem(
        403, "the item would not be in the channels of this token")
    }
    try await admission.write(adding: 1, bytes: item.textBytes, by: access) { [item] in
      try await store.save([item], by: access.claims?.name)
    }
    return try await store.lastChange(ofItem: id)
  }

  private func change(
    _ id: String, _ request: HubRequest, _ access: HubAccess
  ) async throws -> HubAnswer {
    let fields = try ItemFields(request.body)
    guard let before = try await change(ofItem: id, access) else { return Self.missing }
    if let problem = Self.unmet(request, before) { return problem }
    return Self.response(try await set(fields, of: before, access))
  }

  /// Sets fields of an item that is still as it was at `before`. Returns `before` if nothing changes.
  func set(
    _ fields: ItemFields, of before: StoreChange, _ access: HubAccess
  ) async throws -> StoreChange {
    var item = before.item
    item.task = fields.edit.task ?? item.task
    if let assignee = fields.edit.assignee {
      // The store drops the assignee's id with the name, so checks the item without it.
      if assignee != item.assignee { item.assigneeId = nil }
      item.assignee = assignee
      guard access.shows(item) else {
        throw RequestProblem(403, "the item would leave the channels of this token")
      }
    }
    let bytes = max(before.item.textBytes, item.textBytes)
    let made = try await admission.write(bytes: bytes, by: access) {
      try await store.edit(
        fields.edit, isComplete: fields.isComplete, idsBeginning: [before.item.id],
        ifLast: before.sequence, by: access.claims?.name)
    }
    return made.first ?? before
  }

  private func remove(
    _ id: String, _ request: HubRequest, _ access: HubAccess
  ) async throws -> HubAnswer {
    guard let before = try await change(ofItem: id, access) else { return Self.missing }
    if let problem = Self.unmet(request, before) { return problem }
    try await remove(before, access)
    return HubAnswer(204)
  }

  /// Removes an item that is still as it was at `before`. Limits and quotas do not apply.
  func remove(_ before: StoreChange, _ access: HubAccess) async throws {
    _ = try await store.remove(
      idsBeginning: [before.item.id], ifLast: before.sequence, by: access.claims?.name)
  }

  /// The reason to refuse a change; nil if `If-Match` is met. This prevents lost updates (RFC 6585, section 3).
  private static func unmet(_ request: HubRequest, _ change: StoreChange) -> HubAnswer? {
    guard let isMet = request.names(tag: tag(of: change), in: "if-match") else {
      return .problem(
        428, "If-Match must be the ETag of the item, or '*' for any version")
    }
    return isMet ? nil : .problem(412, "the item was changed since; get it again")
  }
}

/// Answers requests for the history of an item and the messages around it.
extension HubItems {
  /// The stored messages around an item. None for a limited token, because they may be outside its channels.
  static func around(_ change: StoreChange, _ access: HubAccess) -> [Finding.ContextLine] {
    access.limit == nil ? change.change.known.neighbours : []
  }

  /// The changes of an existing item that the client may see, with who set which field.
  func history(_ id: String, _ access: HubAccess) async throws -> ItemHistory {
    try await store.history(ofItem: id) { access.shows($0.item) }
  }

  func history(
    _ id: String, _ request: HubRequest, _ access: HubAccess
  ) async throws -> HubAnswer {
    guard let change = try await change(ofItem: id, access) else { return Self.missing }
    let around = Self.around(change, access)
    let history = try await history(id, access)
    let body = HubAnswer.line { writer in
      writer.beginObject()
      writer.members(of: history)
      writer.context(around)
      writer.endObject()
    }
    return HubAnswer(200, json: body)
  }
}
