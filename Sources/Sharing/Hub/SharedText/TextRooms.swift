import ActionItems

/// All `TextRoom`s of a hub, by item: the texts that people edit in browsers now.
///
/// It has no clock and no socket: `HubLoop` passes requests and the time, and sends the collected news to the editors.
/// A room begins with its first editor and ends with its last one.
struct TextRooms: Sendable {
  /// A change in a room, for its other editors.
  struct News: Sendable {
    var sessions: [Int]
    var item: ActionItem
    var payload: [UInt8]
  }

  /// A unit of the rate limit: all windows of a person with a named token, or one window of others.
  private enum Writer: Hashable {
    case person(String)
    case page(Int)
  }

  /// How many requests a writer may still send.
  private struct Pace {
    var allowance = TextRooms.burst
    var counted: Duration
  }

  private(set) var rooms: [String: TextRoom] = [:]
  private var paces: [Writer: Pace] = [:]
  private var news: [News] = []

  static let most = 32
  /// The limit of windows in which a person with a named token edits.
  static let mostOfPerson = 8
  /// The burst limit of a writer's requests.
  static let burst = 40.0
  /// The allowed requests a second after a burst.
  static let pace = 12.0
  /// A request whose operations were refused counts as this many more, because it may have caused much work.
  static let refusal = 12.0

  var hasNews: Bool { !news.isEmpty }

  mutating func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  /// Counts a request of a person with a named token. Called before the request is parsed, since that is work too.
  mutating func count(_ person: String, at now: Duration) throws(TextRoomProblem) {
    try count(.person(person), at: now)
  }

  /// Applies a page's request about an open text, and returns what the page lacks. The request of a `person` was
  /// counted before.
  mutating func take(
    _ exchange: TextExchange, of item: String, session: Int, person: String? = nil, name: String,
    at now: Duration
  ) throws(TextRoomProblem) -> [UInt8] {
    if person == nil { try count(.page(session), at: now) }
    guard var room = rooms[item] else { throw .gone }
    if let person, windows(of: person, but: session) >= Self.mostOfPerson { throw .tooMany }
    let version = room.version
    let isNews: Bool
    do throws(TextRoomProblem) {
      isNews = try room.take(exchange, session: session, person: person, name: name, at: now)
    } catch {
      if case .text = error {
        paces[person.map(Writer.person) ?? .page(session)]?.allowance -= Self.refusal
      }
      throw error
    }
    // A window edits one item at a time.
    if !exchange.isLeaving { leave(session, but: item) }
    put(room, item, isNews: isNews, since: version, but: session)
    return room.json(since: exchange.known, item: item, editor: exchange.editor)
  }

  /// Opens the text of an item as it is stored, and applies its first editor's request.
  mutating func open(
    _ item: ActionItem, sequence: Int, id: String, _ exchange: TextExchange, session: Int,
    person: String? = nil, name: String, at now: Duration
  ) throws(TextRoomProblem) -> [UInt8] {
    guard rooms.count < Self.most else { throw .tooMany }
    rooms[item.id] = try TextRoom(item, sequence: sequence, id: id, exchange)
    defer { if rooms[item.id]?.editors.isEmpty == true { rooms[item.id] = nil } }
    return try take(
      exchange, of: item.id, session: session, person: person, name: name, at: now)
  }

  /// The number of a person's windows that edit, excluding one.
  private func windows(of person: String, but session: Int) -> Int {
    rooms.values.reduce(0) { sum, room in
      sum + room.editors.values.count { $0.person == person && $0.session != session }
    }
  }

  /// Updates the text of an item after the item was stored, or was removed (nil).
  mutating func store(_ item: ActionItem?, _ id: String, sequence: Int) {
    guard var room = rooms[id], sequence > room.sequence else { return }
    do throws(TextProblem) {
      guard let item else { throw .impossible }
      let version = room.version
      try room.store(item, sequence: sequence)
      put(room, id, isNews: true, since: version)
    } catch {
      // If the item was removed, or the versions cannot be merged, each page keeps its text and asks before it saves.
      rooms[id] = nil
    }
  }

  mutating func leave(_ session: Int) {
    paces[.page(session)] = nil
    leave(session, but: nil)
  }

  private mutating func leave(_ session: Int, but item: String?) {
    for (id, var room) in rooms where id != item {
      guard room.leave(session) else { continue }
      put(room, id, isNews: true, since: room.version)
    }
  }

  /// Removes silent editors.
  mutating func expire(at now: Duration) {
    for (id, var room) in rooms where room.expire(at: now) {
      put(room, id, isNews: true, since: room.version)
    }
  }

  var deadline: Duration? {
    rooms.values.flatMap { $0.editors.values }.map(\.heard).min().map { $0 + TextRoom.patience }
  }

  private mutating func put(
    _ room: TextRoom, _ item: String, isNews: Bool, since version: TextVersion,
    but session: Int? = nil
  ) {
    rooms[item] = room.editors.isEmpty ? nil : room
    let sessions = room.editors.values.map(\.session).filter { $0 != session }
    guard isNews, !sessions.isEmpty else { return }
    let payload = room.json(since: version, item: item, editor: nil)
    news.append(News(sessions: sessions, item: room.item, payload: payload))
  }

  private mutating func count(_ writer: Writer, at now: Duration) throws(TextRoomProblem) {
    var pace = paces[writer] ?? Pace(counted: now)
    pace.allowance = min(
      Self.burst, pace.allowance + (now - pace.counted) / .seconds(1) * Self.pace)
    pace.counted = now
    defer { paces[writer] = pace }
    guard pace.allowance >= 1 else { throw .tooFast }
    pace.allowance -= 1
  }
}
