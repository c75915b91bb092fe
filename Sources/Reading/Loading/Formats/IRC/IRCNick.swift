/// Recognises the names of people, bots and channels on IRC. Below: events such as joining and leaving.
enum IRCNick {
  /// The nick without rank signs and spaces, or nil if it cannot be a nick.
  static func plain(_ written: Bytes) -> Bytes? {
    var start = 0
    while start < written.count, isRank(written[start]) || written[start] == 0x20 { start += 1 }
    var end = written.count
    while end > start, written[end - 1] == 0x20 { end -= 1 }
    guard start < end, end - start <= 64 else { return nil }
    for index in start..<end where written[index] <= 0x20 || "<>,:".utf8.contains(written[index]) {
      return nil
    }
    return written.part(start, end)
  }

  /// The signs of operators, half-operators, voiced users and others.
  private static func isRank(_ byte: UInt8) -> Bool { "@+%&~!".utf8.contains(byte) }

  /// Whether a name is that of a channel (RFC 2812, 1.3).
  static func isChannel(_ name: Bytes) -> Bool {
    guard name.count > 1, name.count <= 64, let first = name.first, "#&!+".utf8.contains(first)
    else { return false }
    return name.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ",") && $0 != 0x07 }
  }

  /// Whether a nick is that of a well-known bot, or has the form of a bot's name.
  static func isBot(_ nick: Bytes) -> Bool {
    if nick.count > 3, nick.part(from: nick.count - 3).equalsIgnoringCase("bot") {
      // `mybot` may be a person named Talbot; `my-bot`, `MyBot` and `[bot]` are bots.
      let letter = nick[nick.count - 3]
      let before = nick[nick.count - 4]
      if !before.isASCIILetter || letter == UInt8(ascii: "B") && before | 0x20 == before {
        return true
      }
    }
    if nick.ends(with: "[bot]") || nick.ends(with: "Serv") { return true }
    return known.contains { nick.equalsIgnoringCase($0) }
  }

  private static let known: [StaticString] = [
    "zakim", "rrsagent", "trackbot", "agendabot", "ghurlbot", "gb", "meetbot", "ubottu", "ubot",
    "ubot5", "meetingology", "zodbot", "supybot", "limnoria", "fm-bot", "hubbot", "buildbot",
    "lambdabot", "openstackgerrit", "openstackstatus", "opendevmeet", "opendevstatus",
    "wikibugs", "stashbot", "jenkins", "github", "gitlab", "travis-ci",
  ]
}

/// Distinguishes events from actions: `* Anna has joined #channel` from `* Anna waves`.
enum IRCEvent {
  private static let phrases: [StaticString] = [
    " has joined #", " has joined &", " has left #", " has left &", " has left IRC", " has quit (",
    " has quit [", " has quit IRC", " is now known as ", " sets mode: ", " set mode: ",
    " changes topic to ", " has changed the topic", " sets topic ", " set the topic ",
    " was kicked by ", " has kicked ", " has signed off (", " gives channel operator status ",
    " removes channel operator status ", " gives voice to ", " removes voice from ",
    " sets ban on ", " → ",
  ]
  private static let beginnings: [StaticString] = [
    "Now talking ", "Topic is ", "Topic for ", "Set by ", "Disconnected", "Attempting to ",
    "Rejoined ", "You are now ", "Joins: ", "Parts: ", "Quits: ", "Retrieving ", "Connecting ",
    "Connected", "Cannot join ", "Channel ", "Loaded ", "Looking up ",
  ]

  static func matches(_ text: Bytes) -> Bool {
    if beginnings.contains(where: { text.has($0) }) { return true }
    guard let space = text.firstIndex(of: 0x20) else { return false }
    if phrases.contains(where: { text.has($0, at: space) }) { return true }
    // Only events have an address after the nick.
    guard space + 1 < text.count, "([".utf8.contains(text[space + 1]) else { return false }
    let address = text.part(from: space + 2).prefix { !")] ".utf8.contains($0) }
    return address.contains(UInt8(ascii: "@"))
  }

  /// Whether a nick's line is about its own joining, leaving or topic, as in RRSAgent's logs.
  static func isOwn(_ text: Bytes, of nick: Bytes) -> Bool {
    guard text.count > nick.count, text[nick.count] == 0x20, text.starts(with: nick) else {
      return false
    }
    let rest: [StaticString] = [
      " has joined #", " has joined &", " has left #", " has left &", " has quit",
      " has changed the topic to: ",
    ]
    return rest.contains { text.has($0, at: nick.count) }
  }
}
