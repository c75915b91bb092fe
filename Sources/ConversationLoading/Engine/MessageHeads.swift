import ActionItemModel
import CivilTime
import Digests
import TimeZones

/// Makes messages without id and text of what is known of others with the same mark, where nobody reads them.
struct MessageHeads {
  /// Which messages are read all the same.
  private var sample = MessageSample()
  private var heads: [Head] = []
  /// Where the head of each mark is among them.
  private var places = DigestMap<Int>()

  private struct Head {
    /// The message but for its time.
    let message: Message
    /// The zone of its author's clock; nil where the offset is that of the clock.
    let zone: Zone?
    let offset: Int
  }

  /// Learns from a message that was read whole.
  mutating func learn(_ mark: Int, _ message: borrowing Message, zone: Zone?) {
    guard places.insert(UInt64(mark), heads.count) else { return }
    heads.append(
      Head(
        message: Message(
          id: "", senderId: message.senderId, sender: message.sender, timestamp: nil, text: "",
          kind: message.kind),
        zone: zone, offset: Int(message.timestamp?.offset ?? 0)))
  }

  /// Forgets what was learned.
  mutating func forget() { (heads, places) = ([], DigestMap()) }

  /// The next message, but for its time; nil where it has to be read.
  func message(_ mark: Int) -> Message? { place(of: mark).map { heads[$0].message } }

  /// The next message, at a time in microseconds; nil where it has to be read.
  func message(_ mark: Int, at microseconds: Int) -> Message? {
    guard let place = place(of: mark) else { return nil }
    var message = heads[place].message
    let time = Timestamp(microseconds: Int64(microseconds), offset: heads[place].offset)
    message.timestamp = heads[place].zone.flatMap { zone in time.map(zone.timestamp(at:)) } ?? time
    return message
  }

  private func place(of mark: Int) -> Int? {
    guard let place = places[UInt64(mark)],
      heads[place].message.kind != .message || !sample.takesNext
    else { return nil }
    return place
  }

  /// Notes that a message was handed on.
  mutating func pass(_ message: borrowing Message) {
    if message.kind == .message { sample.advance() }
  }
}
