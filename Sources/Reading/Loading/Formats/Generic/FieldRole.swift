import Encoding
import System

/// The role of a JSON member or table column, such as sender, and its usual names. `FieldTable`, below, caches roles.
enum FieldRole: Int, CaseIterable {
  case id, senderId, sender, timestamp, text, kind, threadId, replyTo, link
  case conversationId, conversationTitle, conversationKind, platform
  case messages, comments, participants, isBot, isDeleted
  /// The time of day, if the day is a member of its own.
  case clock
  /// Whether a time's offset is that of its author's clock, even if it is zero.
  case isLocalTime
  /// Whether a loader made the conversation's id.
  case hasMadeId
  /// A member that holds the rest of the message, as in `{"message": {…}}`.
  case nested

  /// The keys of each role in lower case, without `_`, `-` and `.`; earlier ones rank higher.
  private static let names: [(FieldRole, String)] = [
    (.id, "id messageid msgid clientmsgid uuid guid eventid key"),
    (.senderId, "senderid userid authorid fromid uid speakerid ownerid createdbyid accountid"),
    (
      .sender,
      """
      sender sendername author authorname from fromname speaker speakername username displayname nick nickname \
      user who createdby postedby owner name creator sentby fromuser member participant login u \
      firstname emailaddress address absender remitente expéditeur mittente afzender
      """
    ),
    (
      .timestamp,
      """
      timestamp ts datetime createdat created createat sentat sent senttime date time timestampms \
      createtime createddatetime dateunixtime when published postedat messagedate \
      originserverts postedts receiveddatetime datum fecha t
      """
    ),
    (
      .text,
      """
      text content body message msg plaintext sentence nachricht mensaje messaggio bericht contents \
      value comment
      """
    ),
    (.kind, "kind type subtype messagetype role"),
    (.threadId, "threadid threadts rootid thread topicid"),
    (.replyTo, "replyto replytoid inreplyto replytomessageid parentid parent quotedid"),
    (.link, "link permalink url weburl"),
    (
      .conversationId,
      "conversationid channelid chatid roomid conversation channel chat room groupid threadkey"
    ),
    (
      .conversationTitle,
      """
      conversationtitle conversationname channelname chatname chatsession roomname title topic \
      subject
      """
    ),
    (.conversationKind, "conversationkind conversationtype channeltype chattype"),
    (.platform, "platform"),
    (.messages, "messages messagelist history transcript entries posts chatmessages"),
    (.comments, "comments"),
    (.participants, "participants members users people"), (.isBot, "isbot bot botid"),
    (.isDeleted, "isdeleted deleted deletedat"), (.clock, "uhrzeit hora heure ora tijd"),
    (.isLocalTime, "islocaltime"),
    (.hasMadeId, "conversationhasmadeid"),
  ]

  /// Every key with its role and its rank within the role.
  private static let byName: [String: (role: FieldRole, rank: Int)] = {
    var table: [String: (role: FieldRole, rank: Int)] = [:]
    for (role, names) in names {
      for (rank, name) in names.split(separator: " ").enumerated() {
        table[String(name)] = (role, rank)
      }
    }
    return table
  }()

  /// The rank of `value` among the keys of texts. Keys from this rank on often hold something else.
  static let vagueText = byName["value"]?.rank ?? .max

  static func of(_ key: String) -> (role: FieldRole, rank: Int)? {
    let plain = key.utf8.filter { !"_-.".utf8.contains($0) }
    return byName[String(decoding: plain, as: UTF8.self).lowercased()]
  }
}

/// A cache of the roles of a file's keys, because a file repeats few keys.
struct FieldTable {
  /// The role and rank of a member; the role is nil if it is of no interest.
  typealias Member = (role: FieldRole?, rank: UInt8)

  private var keys = NameNumbers()
  private var members: [Member] = []

  /// The most keys that are kept. Beyond it, the cache starts again.
  private static let capacity = 256

  /// Moves to the next member of an object; returns nil at the end of the object.
  mutating func nextMember(_ reader: inout JSONReader) throws(JSONError) -> Member? {
    guard let key = try reader.nextKey() else { return nil }
    let number = keys.number(of: key.bytes)
    if number < members.count { return members[number] }
    if number == Self.capacity { self = FieldTable() }
    let found = FieldRole.of(key.string)
    let member = (role: found?.role, rank: UInt8(clamping: found?.rank ?? 0))
    if number < Self.capacity { members.append(member) }
    return member
  }
}
