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

  /// The role that a key has, if any.
  static func of(_ key: String) -> (role: FieldRole, rank: Int)? {
    let plain = key.utf8.filter { !"_-.".utf8.contains($0) }
    return byName[String(decoding: plain, as: UTF8.self).lowercased()]
  }
}
