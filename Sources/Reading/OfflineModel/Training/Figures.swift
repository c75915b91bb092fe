package import DueDates

/// Reports, as lines of text, how well weights do on chats that they were not trained on.
package struct Figures {
  private let deadlines: DueDateReader

  package init(_ deadlines: DueDateReader) { self.deadlines = deadlines }

  /// Returns one line each for all chats, each language and the worst chat, at normal sensitivity.
  package func lines(_ chats: [Trainer.Prepared], _ weights: OfflineWeights) -> [String] {
    let scores = chats.map { score($0.lesson, weights) }
    var lines = ["all \(chats.count): \(Self.sum(scores).text)", Self.intervals(scores)]
    for language in Set(chats.map(\.lesson.chat.language)).sorted() {
      let own = chats.indices.filter { chats[$0].lesson.chat.language == language }
      lines.append("\(language) \(own.count): \(Self.sum(own.map { scores[$0] }).text)")
    }
    let large = chats.indices.filter { chats[$0].lesson.chat.items.count >= 5 }
    if let worst = large.min(by: { scores[$0].f1 < scores[$1].f1 }) {
      lines.append("worst, \(chats[worst].lesson.chat.id): \(scores[worst].text)")
    }
    return lines
  }

  /// Returns scores for finding only, by source of the archives, with each sixth of the sources held out.
  package func sources(
    _ archives: [Trainer.Prepared], with teams: [Trainer.Prepared], threshold: Float
  ) -> [String] {
    let names = Set(archives.map(\.lesson.chat.source)).sorted()
    var scores: [String: ListScore] = [:]
    for fold in 0..<min(6, names.count) {
      let held = Set(names.indices.filter { $0 % 6 == fold }.map { names[$0] })
      let known = archives.filter { !held.contains($0.lesson.chat.source) } + teams
      let heads = Trainer.heads(known)
      for chat in archives where held.contains(chat.lesson.chat.source) {
        let logits = heads.logits(of: chat.lesson.talk)
        let tasks = logits.indices.filter { logits[$0][Head.item.rawValue] > threshold }
          .map { FoundTask(unit: $0, assignee: -1) }
        scores[chat.lesson.chat.source, default: ListScore()].add(chat.lesson, tasks)
      }
    }
    return names.map { "\($0): \(scores[$0]?.finding ?? "")" }
      + ["all: \(Self.sum(Array(scores.values)).finding)"]
  }

  private func score(_ lesson: Lesson, _ weights: OfflineWeights) -> ListScore {
    var score = ListScore()
    let logits = weights.heads.logits(of: lesson.talk)
    score.add(lesson, lesson.tasks(logits, weights, deadlines, threshold: weights.thresholds[1]))
    return score
  }

  /// Returns 95 percent bootstrap intervals of F1 and of the share of correct lines.
  private static func intervals(_ scores: [ListScore]) -> String {
    var state: UInt64 = 48
    let draws = (0..<1000).map { _ in
      scores.indices.reduce(into: ListScore()) { drawn, _ in
        state = mix(state, 1)
        drawn += scores[Int(state >> 33) % scores.count]
      }
    }
    func ends(_ value: (ListScore) -> Double) -> String {
      let sorted = draws.map(value).sorted()
      let places = [0.025, 0.975].map { Int($0 * Double(draws.count - 1)) }
      return places.map { ListScore.text(sorted[$0]) }.joined(separator: " to ")
    }
    return "95 %: F1 \(ends(\.f1)), lines right \(ends(\.rightShare))"
  }

  private static func sum(_ scores: [ListScore]) -> ListScore {
    scores.reduce(into: ListScore(), +=)
  }
}
