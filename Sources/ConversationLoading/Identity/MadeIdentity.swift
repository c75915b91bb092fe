/// Makes ids for messages whose export gives them none.
///
/// An id is made from sender, time as written and text, and from the message's place among those that are
/// equal in all three, so that the same message in an overlapping export gets the same id. Messages
/// must come in the order of their time.
public struct MadeIdentity {
  /// What such ids begin with.
  public static let prefix = "made-"

  private var time: String?
  private var seen: [UInt64: Int] = [:]

  mutating func id(sender: String, time: String, text: String) -> String {
    var digest = MessageDigest()
    digest.add(sender)
    digest.add(time)
    digest.add(text)
    let value = digest.finish()
    // Equal messages have equal times, so that nothing older needs to be remembered.
    if time != self.time {
      self.time = time
      seen.removeAll(keepingCapacity: true)
    }
    let place = seen[value, default: 0] + 1
    seen[value] = place
    let hex = String(value, radix: 16)
    let id = Self.prefix + String(repeating: "0", count: 16 - hex.utf8.count) + hex
    return place == 1 ? id : "\(id)-\(place)"
  }
}
