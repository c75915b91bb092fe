/// What "it" and "them" stand for, where that is plain: "The wiki is outdated, I'll update it".
///
/// It is the subject of a sentence of the same message that says how something is. Whatever else is named
/// before may be meant or not: in chats more often not.
enum Antecedent {
  /// More words than these are no name of a thing.
  private static let longest = 4

  /// The thing with its article: "the wiki"; nil where it is not plain.
  static func words(of found: WindowReader.Found, in reader: WindowReader) -> String? {
    let utterance = reader.utterance(found.line)
    let lexicon = reader.model.lexicon
    func roles(_ index: Int) -> Roles { lexicon.roles[Int(utterance.words[index].id)] }
    let phrase = found.act.cue.range.lowerBound
    let before = utterance.sentences.last { $0.upperBound <= found.act.sentence.lowerBound }
    for sentence in [found.act.sentence, before].compactMap({ $0 }) {
      let end = min(sentence.upperBound, phrase)
      guard sentence.lowerBound < end else { continue }
      // Another "it" between them may stand for something else.
      if (sentence.lowerBound..<end).contains(where: { roles($0).contains(.personal) }) {
        return nil
      }
      guard roles(sentence.lowerBound).contains(.article) else { continue }
      let name = (sentence.lowerBound + 1..<end).prefix { index in
        !roles(index).contains(.copula)
      }
      guard (1...longest).contains(name.count), name.upperBound < end,
        name.allSatisfy({ index in
          roles(index).isSubset(of: [.work, .answer, .team, .support, .attempt])
            && utterance.words[index].after.isEmpty
            && utterance.words[index].form.isDisjoint(with: [.quoted, .link, .mention])
        })
      else { continue }
      return "the " + utterance.text(name)
    }
    return nil
  }
}
