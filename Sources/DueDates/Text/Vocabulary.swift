import Synchronization

/// A lexicon that is made when it is needed first: a run that reads no deadline starts without it.
final class Vocabulary: Sendable {
  private let languages: [Language]
  private let made = Mutex<Lexicon?>(nil)

  init(_ languages: [Language]) {
    self.languages = languages
  }

  /// The words of the languages.
  var lexicon: Lexicon {
    made.withLock { made in
      if let made { return made }
      let lexicon = Lexicon(languages)
      made = lexicon
      return lexicon
    }
  }
}
