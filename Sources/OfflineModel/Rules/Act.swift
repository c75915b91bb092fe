/// Something said in a message by which work may be left to somebody.
struct Act {
  let kind: Cue.Kind
  let cue: Cue
  /// The sentence, in words.
  let sentence: Range<Int>
  /// The words that say what is to be done.
  var task: Range<Int>
  /// Who is to do it.
  var who: Who
  var evidence: EvidenceSet = []

  /// Who is to do something, as far as the sentence tells.
  enum Who: Equatable {
    case speaker
    /// Whoever is spoken to.
    case listener
    /// Somebody called by name: a participant's place in the window, or the words that name others.
    case person(Int)
    case named(String)
    case nobody
  }
}
