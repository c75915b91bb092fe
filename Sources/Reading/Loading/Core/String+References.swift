/// Replaces references in markup, such as `<@123>`, by names.
extension String {
  /// Replaces references in the text by what people read. Each reference begins with one of some ASCII marks. `read`
  /// returns its replacement and its end, or nil if the mark is plain text.
  func replacingReferences(
    at marks: StaticString, _ read: (Substring.UTF8View) -> (String, Index)?
  ) -> String {
    let marks = UnsafeBufferPointer(start: marks.utf8Start, count: marks.utf8CodeUnitCount)
    var output = ""
    var rest = utf8[...]
    while let mark = rest.firstIndex(where: { marks.contains($0) }) {
      output += Substring(rest[..<mark])
      rest = rest[mark...]
      if let (words, end) = read(rest) {
        output += words
        rest = rest[end...]
      } else {
        output += Substring(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    return rest.startIndex == startIndex ? self : output + Substring(rest)
  }
}
