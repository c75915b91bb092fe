extension String {
  /// The text with its references as people read them. Each begins with one of some marks of ASCII; `read` says what it
  /// stands for and where it ends, or nil where the mark is one of its own.
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
