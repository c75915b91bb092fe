import Foundation
import TestSupport

/// Writes deterministic chats of a `ChatShape` as export files, to be measured. A shorter chat begins a longer one.
struct GeneratedChat {
  let shape: ChatShape

  private static let words = """
    the of to and in is it you that he was for on are with as they be at one have this from but what all \
    were we when there can an said which do their time if will way about many then them would like so \
    these her long make thing see him two has look more day could go come did my sound no most who over \
    deploy release ticket review staging customer invoice budget dashboard latency roadmap sprint schema
    """.split(separator: " ").map(String.init)
  private static let verbs = ["send", "write", "review", "order", "print", "translate"]
  private static let things = ["report", "invoice", "budget", "schema", "roadmap", "ticket"]
  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

  /// A message.
  private struct Line {
    var id: Int
    var conversation: Int
    var sender: String
    var seconds: Int?
    var text: String
    var thread: Int?
    var isEdited: Bool
  }

  /// Writes some messages of the chat to a folder, replacing its contents.
  func write(_ numbers: Range<Int>, to folder: URL) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if shape[.format] == 3 {
      let channels = (0..<shape[.conversations]).map { #"{"id":"C\#($0)","name":"team-\#($0)"}"# }
      try Data("[\(channels.joined(separator: ","))]".utf8)
        .write(to: folder.appending(path: "channels.json"))
    }
    let perFile = shape[.perFile] == 0 ? numbers.count : shape[.perFile]
    // If files share all their messages, they differ only in their names.
    let step = max(perFile - shape[.shared], 0)
    let count =
      step == 0 ? numbers.count / perFile : max((numbers.count - shape[.shared]) / step, 1)
    for file in 0..<count {
      let first = numbers.lowerBound + file * step
      try write(first..<min(first + perFile, numbers.upperBound), number: file, to: folder)
    }
  }

  private func write(_ numbers: Range<Int>, number: Int, to folder: URL) throws {
    let (name, begin, end): (String, String, String)
    switch shape[.format] {
    case 1:
      let id = shape[.ids] == 1 ? #""id":7,"# : ""
      (name, begin, end) = (
        "result \(number).json",
        #"{"name":"Team \#(number)","type":"private_group",\#(id)"messages":["#, "]}"
      )
    case 2: (name, begin, end) = ("WhatsApp Chat with Team \(number).txt", "", "")
    case 3:
      let (day, channel) = number.quotientAndRemainder(dividingBy: max(shape[.conversations], 1))
      let date = String(format: "%04d-%02d-%02d", 2025 + day / 336, day / 28 % 12 + 1, day % 28 + 1)
      (name, begin, end) = ("team-\(channel)/\(date).json", "[\n", "\n]")
    default: (name, begin, end) = ("chat \(number).jsonl", "", "")
    }
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(begin.utf8).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1000) {
      let piece = start..<min(start + 1000, numbers.upperBound)
      let lines = piece.map { text(of: line($0), isFirst: $0 == numbers.lowerBound) }
      try handle.write(contentsOf: Data(lines.joined().utf8))
    }
    try handle.write(contentsOf: Data(end.utf8))
    try handle.close()
  }

  private func line(_ number: Int) -> Line {
    var random = SeededRandom(seed: UInt64(number))
    func pick(_ words: [String]) -> String {
      words[Int.random(in: 0..<words.count, using: &random)]
    }
    func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func person() -> String {
      let place =
        shape[.people] == 0 ? number : Int.random(in: 0..<max(shape[.people], 1), using: &random)
      return Self.name(place, isNamesake: shape[.namesakes] == 1)
    }
    let conversations = shape[.conversations] == 0 ? max(number / 20 + 1, 1) : shape[.conversations]
    let conversation =
      shape[.conversations] == 0
      ? number / 20 : shape[.turns] == 1 ? number % conversations : number / 1000 % conversations
    let sender = person()
    let task: String = {
      let place =
        shape[.wordings] == 0 ? number : Int.random(in: 0..<shape[.wordings], using: &random)
      let thing = Self.things[place / Self.verbs.count % Self.things.count]
      return "\(Self.verbs[place % Self.verbs.count]) the \(thing) \(place) to the customer"
    }()
    let text =
      if happens(shape[.tasks]) {
        (happens(shape[.named]) ? "\(person()), please " : "I'll ")
          + "\(task) by \(pick(Self.days))"
      } else if happens(shape[.done]) {
        "Done: \(task)"
      } else {
        (0..<max(shape[.words], 1)).map { _ in pick(Self.words) }.joined(separator: " ")
      }
    return Line(
      id: happens(shape[.sameIds]) ? number / 2 : number, conversation: conversation,
      sender: sender,
      seconds: shape[.timed] == 0
        ? nil : 1_736_150_400 + (shape[.timed] == 1 ? number * shape[.gap] : 0),
      text: text, thread: happens(shape[.threads]) ? number / 1000 * 1000 + number % 50 : nil,
      isEdited: happens(shape[.edited]))
  }

  /// Returns a name that consists of letters.
  private static func name(_ place: Int, isNamesake: Bool) -> String {
    var letters = ""
    var rest = place
    repeat {
      letters.append(Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(rest % 26))))
      rest /= 26
    } while rest > 0
    return isNamesake ? "Anna Maria \(letters.capitalized)" : "\(letters.capitalized)a Berg"
  }

  private func text(of line: Line, isFirst: Bool) -> String {
    let sender = line.sender
    switch shape[.format] {
    case 1:
      let time = line.seconds.map { #","date_unixtime":"\#($0)""# } ?? ""
      let edited = line.isEdited ? #","edited":"2026-01-05T10:00:00""# : ""
      let thread = line.thread.map { #","reply_to_message_id":\#($0)"# } ?? ""
      return (isFirst ? "" : ",\n")
        + #"{"id":\#(line.id),"type":"message"\#(time)\#(edited),"from":"\#(sender)","from_id":"user \#(sender)"\#(thread),"text":"\#(line.text)"}"#
    case 2:
      return "\(Self.day(line.seconds ?? 1_736_150_400)) - \(sender): \(line.text)\n"
    case 3:
      let user = "U" + sender.uppercased().filter(\.isLetter)
      let seconds = line.seconds ?? 1_736_150_400
      // Slack repeats the text in blocks, with additional members.
      return (isFirst ? "" : ",\n")
        + #"{"client_msg_id":"\#(line.id)-\#(user)","type":"message","text":"\#(line.text)","user":"\#(user)","#
        + #""ts":"\#(seconds).\#(100_000 + line.id % 899_999)","team":"T0ABCDEF1","blocks":[{"type":"rich_text","#
        + #""block_id":"b\#(line.id)","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"\#(line.text)"}]}]}]}"#
    default:
      let conversation = line.conversation
      let id =
        shape[.ids] == 1
        ? #""conversationId":"c\#(conversation)","conversationTitle":"team \#(conversation)","id":"\#(line.id)","#
        : ""
      let time = line.seconds.map { #""timestamp":\#($0),"# } ?? ""
      let thread = line.thread.map { #""threadId":"\#($0)","# } ?? ""
      return "{" + id + #""sender":"\#(sender)",\#(time)\#(thread)"text":"\#(line.text)"}"# + "\n"
    }
  }

  /// Formats Unix time as `05/01/2026, 10:00`.
  private static func day(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    return String(
      format: "%02d/%02d/%04d, %02d:%02d", parts.tm_mday, parts.tm_mon + 1, parts.tm_year + 1900,
      parts.tm_hour, parts.tm_min)
  }
}
