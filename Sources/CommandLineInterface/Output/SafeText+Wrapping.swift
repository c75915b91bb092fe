extension SafeText {
  /// A safe text in lines of so many columns, divided between words where that can be; of more lines than `most`
  /// the last one ends in an ellipsis.
  static func wrapped(_ text: String, to width: Int, most: Int = .max) -> [String] {
    let width = max(2, width)
    var lines: [String] = []
    var line = ""
    var used = 0
    func end() {
      lines.append(line)
      (line, used) = ("", 0)
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let columns = columns(of: word)
      if used > 0, used + 1 + columns > width { end() }
      if used > 0 { (line, used) = (line + " ", used + 1) }
      guard columns > width else {
        (line, used) = (line + word, used + columns)
        continue
      }
      // A word that has no room on any line, such as an address, or a sentence without spaces.
      for character in word {
        let wide = self.columns(of: character)
        if used + wide > width { end() }
        (line, used) = (line + String(character), used + wide)
      }
    }
    if used > 0 { end() }
    guard lines.count > most, most > 0 else { return Array(lines.prefix(most)) }
    let rest = lines[(most - 1)...].joined(separator: " ")
    return Array(lines.prefix(most - 1)) + [cut(rest, to: width)]
  }
}
