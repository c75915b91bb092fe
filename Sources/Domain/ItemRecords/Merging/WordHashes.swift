import Encoding

/// The words of `WordList` as hashes, which are compared instead of strings to save allocations.
///
/// A word's hash is the FNV-1a hash of its bytes. Collisions are too rare to matter.
package enum WordHashes {
  package static func number(_ word: some Sequence<UInt8>) -> UInt64 { FNV1a.hash(word) }

  /// All words of a text, including fillers, in the form used for comparison.
  package static func all(_ text: NormalisedText) -> [UInt64] {
    text.runs.flatMap { run in
      // Scripts without spaces are rare and take another path.
      run.contains { $0 >= 0xE2 }
        ? WordList.words(ofRun: run).map { number($0.utf8) } : [normal(run)]
    }
  }

  /// Returns whether a word, in the form used for comparison, says little about a task.
  package static func isFiller(_ number: UInt64) -> Bool { fillers.contains(number) }

  /// A normalised word without its ending, or its representative synonym.
  package static func normal(_ word: ArraySlice<UInt8>) -> UInt64 {
    let stem = number(word.dropLast(WordList.ending(of: word)))
    return synonyms[stem] ?? stem
  }

  private static let fillers = Set(WordList.fillers.map { number($0.utf8) })
  private static let synonyms = Dictionary(
    uniqueKeysWithValues: WordList.synonyms.map { (number($0.utf8), number($1.utf8)) })
}
