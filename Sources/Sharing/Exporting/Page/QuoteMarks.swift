import Encoding

/// Marks the quotes of items in a message's text for `ChatPage`: HTML with `<mark>`. Any run of spaces and line breaks
/// counts as one space when a quote is searched.
struct QuoteMarks {
  private let text: [UInt8]
  /// The mark of each byte of the text; nil for unmarked ones.
  private var marks: [Mark?]

  /// Whether the item of a quote was found or rejected. The value is the class in HTML.
  private enum Mark: String {
    case found, rejected
  }

  /// The text with single spaces, and the index in `text` of each of its bytes.
  private let folded: (bytes: [UInt8], places: [Int])

  /// Marks quotes in a text. Where both kinds overlap, the mark of a found item stays.
  init(_ text: String, found: [String], rejected: [String]) {
    self.text = Array(text.utf8)
    marks = Array(repeating: nil, count: self.text.count)
    folded = Self.folded(self.text)
    for quote in Set(rejected) { mark(quote, as: .rejected) }
    for quote in Set(found) { mark(quote, as: .found) }
  }

  var markup: String {
    var output = ""
    var start = 0
    while start < text.count {
      let mark = marks[start]
      let end = marks[start...].firstIndex { $0 != mark } ?? text.count
      let part = HTMLEscaping.markup(String(decoding: text[start..<end], as: UTF8.self))
      output += mark.map { "<mark class=\"\($0.rawValue)\">\(part)</mark>" } ?? part
      start = end
    }
    return output
  }

  private mutating func mark(_ quote: String, as mark: Mark) {
    let words = Self.folded(Array(PlainText.line(quote).utf8)).bytes
    guard !words.isEmpty, let range = folded.bytes.firstPlace(of: words) else { return }
    for place in folded.places[range.lowerBound]...folded.places[range.upperBound - 1] {
      marks[place] = mark
    }
  }

  private static func folded(_ text: [UInt8]) -> (bytes: [UInt8], places: [Int]) {
    var (bytes, places): ([UInt8], [Int]) = ([], [])
    for (place, byte) in text.enumerated() {
      let isSpace = byte <= 0x20
      if isSpace, bytes.last.map({ $0 == 0x20 }) ?? true { continue }
      bytes.append(isSpace ? 0x20 : byte)
      places.append(place)
    }
    if bytes.last == 0x20 {
      bytes.removeLast()
      places.removeLast()
    }
    return (bytes, places)
  }
}
