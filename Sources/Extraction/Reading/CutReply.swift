/// What is left of a reply that was cut: the items before the cut.
enum CutReply {
  /// The reply up to its last whole item, closed so that it can be read; nil where there is none.
  ///
  /// An item is an object in an array, wherever that stands.
  static func closed(_ text: String) -> String? {
    var open: [UInt8] = []
    var isInString = false
    var isEscaped = false
    var end: (place: Int, closers: [UInt8])?
    for (place, byte) in text.utf8.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      // Prose may hold a quotation mark; what counts begins with a bracket.
      case UInt8(ascii: "\"") where !open.isEmpty: isInString = true
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.last == byte else {
          open = []
          continue
        }
        open.removeLast()
        if byte == UInt8(ascii: "}"), open.last == UInt8(ascii: "]") {
          end = (place + 1, open.reversed())
        }
      default: break
      }
    }
    guard let end, !open.isEmpty else { return nil }
    return String(decoding: text.utf8.prefix(end.place) + end.closers, as: UTF8.self)
  }
}
