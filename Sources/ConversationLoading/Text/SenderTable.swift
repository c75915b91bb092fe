/// The people who speak in a text file, each under the name that it gives them.
struct SenderTable {
  /// One of them.
  struct Sender {
    fileprivate let written: [UInt8]
    /// The name as written, without marks that nobody sees.
    let id: String
    /// The name to show, of which there is no second one in the conversation.
    let name: String
  }

  private var senders: [Sender] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var names = DisplayNames()
  /// Those who spoke last, the last one first.
  private var recent: [Int] = []

  /// More different names than this are no chat's; the table starts again.
  private static let limit = 100_000
  private static let recentLimit = 8

  subscript(number: Int) -> Sender { senders[number] }

  /// The number of whoever has a name.
  mutating func number(of written: Bytes) -> Int {
    for (place, number) in recent.enumerated() where written.equals(senders[number].written) {
      if place > 0 {
        recent.remove(at: place)
        recent.insert(number, at: 0)
      }
      return number
    }
    let number = find(written)
    if recent.count == Self.recentLimit { recent.removeLast() }
    recent.insert(number, at: 0)
    return number
  }

  private mutating func find(_ written: Bytes) -> Int {
    let key = Array(written)
    if let known = numbers[key] { return known }
    if senders.count == Self.limit { self = SenderTable() }
    let id = Self.readable(key)
    senders.append(
      Sender(written: key, id: id, name: names.name(forId: id, called: Self.called(id))))
    numbers[key] = senders.count - 1
    return senders.count - 1
  }

  /// The name without direction marks and with plain spaces only.
  static func readable(_ written: some Collection<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: written, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      case 0x00A0, 0x202F, 0x09: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    while scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars.drop { $0 == " " }))
  }

  /// Somebody who is in nobody's address book is written as `~ Name`.
  private static func called(_ id: String) -> String {
    guard id.utf8.first == UInt8(ascii: "~") else { return id }
    let name = id.dropFirst().drop { $0 == " " }
    return name.isEmpty ? id : String(name)
  }
}
