/// Replaces references in markup, such as `<@123>`, by names.
extension String {
  /// Replaces references, which begin with one of the ASCII characters in `marks`. `read` gets the text from a mark on.
  /// It returns the replacement and the reference's end, or nil if the mark is plain text.
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
