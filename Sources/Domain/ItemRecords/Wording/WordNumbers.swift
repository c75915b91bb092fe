import Encoding

/// The words of `WordList` as numbers, without a string being made for any of them: tasks are compared by these.
///
/// A word's number is FNV-1a over its bytes. Two words of one number are as good as never met with.
package enum WordNumbers {
  package static func number(_ word: some Sequence<UInt8>) -> UInt64 { FNV1a.hash(word) }

  /// Every word of a text, fillers and all, in the form in which words are compared.
  package static func all(_ text: FoldedText) -> [UInt64] {
    text.runs.flatMap { run in
      // Words of scripts without spaces are told apart otherwise, and are rare.
      run.contains { $0 >= 0xE2 }
        ? WordList.words(ofRun: run).map { number($0.utf8) } : [normal(run)]
    }
  }

  /// Whether a word, in the form in which words are compared, says little about what is to be done.
  package static func isFiller(_ number: UInt64) -> Bool { fillers.contains(number) }

  /// A folded word without its ending, or the one that stands for its like.
  package static func normal(_ word: ArraySlice<UInt8>) -> UInt64 {
    let stem = number(word.dropLast(WordList.ending(of: word)))
    return synonyms[stem] ?? stem
  }

  private static let fillers = Set(WordList.fillers.map { number($0.utf8) })
  private static let synonyms = Dictionary(
    uniqueKeysWithValues: WordList.synonyms.map { (number($0.utf8), number($1.utf8)) })
}
