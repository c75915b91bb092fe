/// The tables of all languages in the form in which they are used: made once.
final class CompiledModel: Sendable {
  let lexicon: Lexicon
  let scanner: CueScanner
  var tokenizer: Tokenizer { Tokenizer(lexicon: lexicon) }

  init(_ languages: [CueLanguage] = CueLanguage.all) {
    lexicon = Lexicon(languages)
    var phrases: [(text: String, signs: CueScanner.Signs, atClause: Bool)] = []
    for language in languages {
      for (kind, text) in language.cues where kind.isSign {
        for phrase in CuePhrase.expand(text) {
          phrases.append(
            (
              phrase.joined(separator: " "), .cue,
              kind == .bareWill || kind == .bareDuty || kind == .minute
            ))
        }
      }
      for (role, words) in language.words where role == .support || role == .team {
        for word in words.split(whereSeparator: \.isWhitespace) {
          phrases.append((String(word), role == .support ? .support : .team, false))
        }
      }
      // "Anna to send", "Anna will send": the verb is the sign, as the name can be any.
      for (kind, text) in language.cues where kind == .nameDuty {
        for phrase in CuePhrase.expand(text) where phrase != ["to"] && phrase != ["can"] {
          phrases.append((phrase.joined(separator: " "), .cue, false))
        }
      }
    }
    scanner = CueScanner(phrases)
  }
}
