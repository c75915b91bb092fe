import Encoding

/// The senders of a text file by number, with the names that the file uses and those that are shown.
struct SenderTable {
  private var senders: [MessageDraft.Sender] = []
  private var numbers = NameNumbers()
  private var names = DisplayNames()

  /// The most different names, more than any chat has. Beyond it, the table starts again.
  private static let limit = 100_000

  subscript(number: Int) -> MessageDraft.Sender { senders[number] }

  mutating func number(of written: Bytes) -> Int {
    let number = numbers.number(of: written)
    guard number == senders.count else { return number }
    if number == Self.limit {
      self = SenderTable()
      return self.number(of: written)
    }
    let id = Self.readable(written)
    senders.append(
      .init(id: id, name: names.name(forId: id, called: Self.called(id)), isUnique: true))
    return number
  }

  /// The name without direction marks and with plain spaces only.
  static func readable(_ written: Bytes) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in TextEncoding.string(written).unicodeScalars {
      switch scalar.value {
      case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      case 0x00A0, 0x202F, 0x09: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    while scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars.drop { $0 == " " }))
  }

  /// The name without the `~` that marks people who are not in the address book.
  private static func called(_ id: String) -> String {
    guard id.utf8.first == UInt8(ascii: "~") else { return id }
    let name = id.dropFirst().drop { $0 == " " }
    return name.isEmpty ? id : String(name)
  }
}
