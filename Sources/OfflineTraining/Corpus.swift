import ActionItemModel
import Digests
import DueDates
package import Evaluation
import OfflineModel
import Windowing

/// Labelled conversations, and the sentences in them from which is learned.
package struct Corpus {
  private(set) var stretches: [Stretch] = []
  /// The FNV-1a digest of all labels, in their order.
  package private(set) var digest = FNV1a.start
  /// The labelled conversations whose messages were not given, so that nothing was learned from them.
  package private(set) var awaited: [String] = []

  /// Reads the bytes of files: labels, one conversation's `{"id","items":[…]}` a line, and conversations, one a
  /// line, whose items may stand among the labels. Chats of teams say nothing of how the weights do: they were
  /// written to be learned from.
  ///
  /// Throws a `GoldError` for what is no labelled conversation.
  package init(
    chats: [[UInt8]], teams: [[UInt8]] = [], labels: [[UInt8]]
  ) throws(GoldError) {
    var reader = GoldReader()
    for bytes in labels {
      digest = bytes.reduce(digest) { FNV1a.adding($1, to: $0) }
      try reader.readLabels(in: bytes)
    }
    let offline = OfflineReader(
      deadlines: DueDateReader(), weights: LearnedWeights(), threshold: -.infinity)
    for (bytes, isTeam) in chats.map({ ($0, false) }) + teams.map({ ($0, true) }) {
      for gold in try reader.conversations(in: bytes) {
        stretches.append(Stretch(gold, isTeam: isTeam, sentences: offline))
      }
    }
    awaited = reader.awaited
  }

  /// The sources on which weights are judged, in the order of the alphabet.
  var sources: [String] { Set(stretches.filter { !$0.isTeam }.map(\.source)).sorted() }
}
