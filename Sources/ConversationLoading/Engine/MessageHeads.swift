import ActionItemModel
import CivilTime
import TimeZones

/// Makes messages without id and text of what is known of others with the same mark, where nobody reads them.
struct MessageHeads {
  /// Which messages are read all the same.
  private var sample = MessageSample()
  private var known: [Int: Head] = [:]

  private struct Head {
    /// The message but for its time.
    let message: Message
    /// The zone of its author's clock; nil where the offset is that of the clock.
    let zone: Zone?
    let offset: Int
  }

  /// Learns from a message that was read whole.
  mutating func learn(_ mark: Int, _ message: borrowing Message, zone: Zone?) {
    known[mark] = Head(
      message: Message(
        id: "", senderId: message.senderId, sender: message.sender, timestamp: nil, text: "",
        kind: message.kind),
      zone: zone, offset: Int(message.timestamp?.offset ?? 0))
  }

  /// Forgets what was learned.
  mutating func forget() { known = [:] }

  /// The next message, but for its time; nil where it has to be read.
  func message(_ mark: Int) -> Message? { head(mark)?.message }

  /// The next message, at a time in microseconds; nil where it has to be read.
  func message(_ mark: Int, at microseconds: Int) -> Message? {
    guard let head = head(mark) else { return nil }
    var message = head.message
    let time = Timestamp(microseconds: Int64(microseconds), offset: head.offset)
    message.timestamp = head.zone.flatMap { zone in time.map(zone.timestamp(at:)) } ?? time
    return message
  }

  private func head(_ mark: Int) -> Head? {
    guard let head = known[mark], head.message.kind != .message || !sample.takesNext else {
      return nil
    }
    return head
  }

  /// Notes that a message was handed on.
  mutating func pass(_ message: borrowing Message) {
    if message.kind == .message { sample.advance() }
  }
}
