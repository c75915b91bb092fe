import ActionItems
import ItemRecords
import Store

/// The access that a client's token gives: the one place that decides which items the client sees and may change, and
/// how much of them it sees. `HubAdmission` checks limits and quotas.
struct HubAccess: Sendable {
  /// The claims of the client's token; nil for the shared token, and on a hub without tokens.
  let claims: TokenClaims?
  /// The channels that the client is limited to; nil for no limit.
  let limit: Channels?

  init(_ claims: TokenClaims?) {
    self.claims = claims
    guard let names = claims?.scope.channels else {
      limit = nil
      return
    }
    var limit = Channels()
    limit.isLimit = true
    for name in names {
      // An unknown kind of channel shows nothing.
      do { try limit.subscribe(name) } catch { continue }
    }
    self.limit = limit
  }

  static let full = HubAccess(nil)

  var mayWrite: Bool { claims?.scope.mayWrite ?? true }

  /// Whether the client sees an item. Check this before any filter of a request. Otherwise the time of the answer
  /// depends on items that the client must not see.
  func shows(_ item: ActionItem) -> Bool { limit?.matches(item) ?? true }

  /// Whether the client may change an item from `before` to `after`; nil stands for no item.
  ///
  /// A limited client adds items with random ids only. Extraction derives the id of an item from its message. A client
  /// that knows this id in advance could add the item first, and would see what is found in the message later.
  func allows(_ before: ActionItem?, _ after: ActionItem?) -> Bool {
    if limit == nil { return true }
    guard [before, after].allSatisfy({ $0.map(shows) ?? true }) else { return false }
    return before != nil || after.map { Self.isRandom($0.id) } ?? true
  }

  /// Whether an id is a random UUID (version 4; RFC 9562, 5.4), the id of every item that was not found in a chat.
  private static func isRandom(_ id: String) -> Bool {
    let bytes = Array(id.utf8)
    return bytes.count == 36 && bytes[14] == UInt8(ascii: "4")
      && bytes.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? bytes[index] == UInt8(ascii: "-") : Character(.init(bytes[index])).isHexDigit
      }
  }

  /// A change as the client sees it; nil if it does not see the item.
  ///
  /// A limited client gets the current item only. Earlier wordings, overwritten settings and mentions in messages may
  /// come from a time when the item was outside its limit.
  func shown(_ entry: ChangeReader.Entry) -> ChangeReader.Entry? {
    guard shows(entry.change.item) else { return nil }
    guard limit != nil else { return entry }
    var entry = entry
    let known = entry.change.change.known
    entry.change.change.known.wordings = [known.item.task]
    entry.change.change.known.context = []
    entry.change.change.known.takeStatements(
      of: ItemRecord(
        item: known.item, number: known.number, firstMessageId: known.firstMessageId,
        wordings: [known.item.task]))
    for field in known.settings.fields {
      guard let register = known.settings[field] else { continue }
      entry.change.change.known.settings[field] = MultiValueRegister(register.standing)
    }
    return entry
  }
}

extension HubAccess: Hashable {
  static func == (a: HubAccess, b: HubAccess) -> Bool { a.claims == b.claims }

  func hash(into hasher: inout Hasher) { hasher.combine(claims) }
}
