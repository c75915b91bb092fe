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

  /// The names of a role, lower case and without `_`, `-` and `.`; the first ones count for more.
  var names: [String] {
    switch self {
    case .id: ["id", "messageid", "msgid", "clientmsgid", "uuid", "guid", "eventid", "key"]
    case .senderId:
      [
        "senderid", "userid", "authorid", "fromid", "uid", "speakerid", "ownerid", "createdbyid",
        "accountid",
      ]
    case .sender:
      [
        "sender", "sendername", "author", "authorname", "from", "fromname", "speaker", "username",
        "displayname", "nick", "nickname", "user", "who", "createdby", "postedby", "owner", "name",
        "creator", "sentby", "fromuser", "member", "participant", "login", "u", "firstname",
        "emailaddress", "address",
      ]
    case .timestamp:
      [
        "timestamp", "ts", "datetime", "createdat", "created", "createat", "sentat", "sent",
        "senttime", "date", "time", "timestampms", "createtime", "createddatetime",
        "dateunixtime", "when", "published", "postedat", "t",
      ]
    case .text: ["text", "content", "body", "message", "msg", "plaintext", "value", "comment"]
    case .kind: ["kind", "type", "subtype", "messagetype", "role"]
    case .threadId: ["threadid", "threadts", "rootid", "thread", "topicid"]
    case .replyTo:
      ["replyto", "replytoid", "inreplyto", "replytomessageid", "parentid", "parent", "quotedid"]
    case .link: ["link", "permalink", "url", "weburl"]
    case .conversationId:
      [
        "conversationid", "channelid", "chatid", "roomid", "conversation", "channel", "chat",
        "room",
        "groupid", "threadkey",
      ]
    case .conversationTitle:
      [
        "conversationtitle", "conversationname", "channelname", "chatname", "roomname", "title",
        "topic", "subject",
      ]
    case .conversationKind: ["conversationkind", "conversationtype", "channeltype", "chattype"]
    case .platform: ["platform"]
    case .messages:
      ["messages", "messagelist", "history", "transcript", "entries", "posts", "chatmessages"]
    case .participants: ["participants", "members", "users", "people"]
    case .isBot: ["isbot", "bot", "botid"]
    case .isDeleted: ["isdeleted", "deleted", "deletedat"]
    case .isLocalTime: ["islocaltime"]
    case .hasMadeId: ["conversationhasmadeid"]
    case .nested: []
    }
  }

  /// Every name with its role and its rank within the role.
  static let byName: [String: (role: FieldRole, rank: Int)] = {
    var table: [String: (role: FieldRole, rank: Int)] = [:]
    for role in allCases {
      for (rank, name) in role.names.enumerated() { table[name] = (role, rank) }
    }
    return table
  }()

  /// The role that a key has, if any.
  static func of(_ key: String) -> (role: FieldRole, rank: Int)? {
    let plain = key.utf8.filter { !"_-.".utf8.contains($0) }
    return byName[String(decoding: plain, as: UTF8.self).lowercased()]
  }
}
