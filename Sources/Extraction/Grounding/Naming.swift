import ActionItemModel

enum Naming {
  /// Whether a person stands in a text by any name, or by a word of one.
  static func stands(_ person: Participant, in text: FoldedText) -> Bool {
    ([person.name, person.id] + person.aliases).contains { name in
      let whole = FoldedText(name).bytes
      let words = whole.split(separator: 0x20)
      return stands(whole[...], in: text)
        || words.count > 1 && words.contains { stands($0, in: text) && isOwn($0) }
    }
  }

  private static func stands(_ name: ArraySlice<UInt8>, in text: FoldedText) -> Bool {
    guard name.count > 1 else { return false }
    // "Anna's" is folded to "annas".
    return text.holds(name: name) || text.holds(name: (name + Array("s".utf8))[...])
  }

  /// Whether a word of a name is more than a title or a sign.
  private static func isOwn(_ word: ArraySlice<UInt8>) -> Bool {
    let name = NameForm(String(decoding: word, as: UTF8.self))
    return name.words.count == 1 && !NameTitles.isTitle(name.words[0], isDotted: false)
  }
}
