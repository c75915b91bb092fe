import Glibc
import Encoding

/// What a member of a message or of a conversation object is for, whatever it is called.
enum FieldRole: Int, CaseIterable {
  case id, senderId, sender, timestamp, text, kind, threadId, replyTo, link
  case conversationId, conversationTitle, conversationKind, platform
  case messages, participants, isBot, isDeleted
  /// Whether the offset of a time is that of its author's clock, also where it is zero.
  case isLocalTime
  /// Whether the conversation's id was made by a loader.
  case hasMadeId
  /// A member that holds the rest of the message, as in `{"message": {…}}`.
  case nested

  /// The names of the roles, lower case and without `_`, `-` and `.`; the first ones count for more.
  private static let names: [(FieldRole, String)] = [
    (.id, "id messageid msgid clientmsgid uuid guid eventid key"),
    (.senderId, "senderid userid authorid fromid uid speakerid ownerid createdbyid accountid"),
    (
      .sender,
      """
      sender sendername author authorname from fromname speaker username displayname nick nickname \
      user who createdby postedby owner name creator sentby fromuser member participant login u \
      firstname emailaddress address
      """
    ),
    (
      .timestamp,
      """
      timestamp ts datetime createdat created createat sentat sent senttime date time timestampms \
      createtime createddatetime dateunixtime when published postedat t
      """
    ),
    (.text, "text content body message msg plaintext value comment"),
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
      "conversationtitle conversationname channelname chatname roomname title topic subject"
    ),
    (.conversationKind, "conversationkind conversationtype channeltype chattype"),
    (.platform, "platform"),
    (.messages, "messages messagelist history transcript entries posts chatmessages"),
    (.participants, "participants members users people"), (.isBot, "isbot bot botid"),
    (.isDeleted, "isdeleted deleted deletedat"), (.isLocalTime, "islocaltime"),
    (.hasMadeId, "conversationhasmadeid"),
  ]

  /// Every name with its role and its rank within the role.
  private static let byName: [String: (role: FieldRole, rank: Int)] = {
    var table: [String: (role: FieldRole, rank: Int)] = [:]
    for (role, names) in names {
      for (rank, name) in names.split(separator: " ").enumerated() {
        table[String(name)] = (role, rank)
      }
    }
    return table
  }()

  static func of(_ key: String) -> (role: FieldRole, rank: Int)? {
    let plain = key.utf8.filter { !"_-.".utf8.contains($0) }
    return byName[String(decoding: plain, as: UTF8.self).lowercased()]
  }
}

/// Remembers which role each key of a file has.
///
/// A file uses the same few keys all over, and mostly in the same order: a key is compared with the
/// one that followed last time first, then with all that were seen, and only then looked up.
struct FieldTable {
  /// What a member is for; the role is nil where that is nothing of interest.
  typealias Member = (role: FieldRole?, rank: UInt8)

  /// The keys that were seen, where each stands among the bytes of all.
  private var known: [(key: Range<Int>, member: Member)] = []
  private var keys: [UInt8] = []
  private var expected = 0

  /// More different keys than this are looked up each time.
  private static let capacity = 256

  /// Goes to the next member of an object; nil, leaving the object, at its end.
  mutating func nextMember(_ reader: inout JSONReader) throws(JSONError) -> Member? {
    if expected < known.count {
      let (key, member) = known[expected]
      if keys.withUnsafeBufferPointer({ reader.takeKey(Bytes(rebasing: $0[key])) }) {
        expected += 1
        return member
      }
    }
    guard let key = try reader.nextKey() else {
      expected = 0
      return nil
    }
    if let index = find(key.bytes) {
      expected = index + 1
      return known[index].member
    }
    let found = FieldRole.of(key.string)
    let member = (role: found?.role, rank: UInt8(clamping: found?.rank ?? 0))
    if known.count < Self.capacity {
      known.append((keys.count..<keys.count + key.bytes.count, member))
      keys += key.bytes
      expected = known.count
    }
    return member
  }

  private func find(_ key: Bytes) -> Int? {
    // Keys are looked for in one piece of memory: this is done for every member of every message.
    keys.withUnsafeBufferPointer { keys in
      func isIt(_ index: Int) -> Bool {
        let range = known[index].key
        guard range.count == key.count, let mine = key.baseAddress, let all = keys.baseAddress
        else { return range.count == key.count }
        return memcmp(mine, all + range.lowerBound, key.count) == 0
      }
      if expected < known.count, isIt(expected) { return expected }
      return known.indices.first(where: isIt)
    }
  }
}
