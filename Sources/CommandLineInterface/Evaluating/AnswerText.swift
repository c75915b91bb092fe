import Evaluation

/// What became of recorded answers, as people read it.
struct AnswerText {
  let width: Int?

  func lines(_ card: AnswerCard) -> [String] {
    let sum = card.sum
    var figures = TextTable(["FIGURE", "ANSWERS", "KEPT"])
    for figure in Figure.allCases {
      figures.add([
        figure.rawValue, ScoreText.text(sum.raw.value(of: figure)),
        ScoreText.text(sum.kept.value(of: figure)),
      ])
    }
    var fields = TextTable([
      "FIELD", "RIGHT", "MADE WORSE", "HARM", "WRONG", "CAUGHT", "HELP", "PUT RIGHT",
    ])
    for field in AnswerField.allCases {
      guard let counts = sum.fields[field] else { continue }
      fields.add(
        [field.rawValue] + [
          "\(counts.right)", "\(counts.worse)", ScoreText.text(counts.harm), "\(counts.wrong)",
          "\(counts.caught)", ScoreText.text(counts.help), "\(counts.mended)",
        ])
    }
    var lines: [String] = []
    if let spoilt = card.spoilt {
      lines.append("spoilt: \(spoilt.kind.rawValue), seed \(spoilt.seed)")
    }
    lines += figures.lines(width: width) + [""] + fields.lines(width: width)
    let sources = card.sources
    if sources.isEmpty { return lines }
    // Each field's harm and help, as far as there is anything to tell.
    var columns: [(title: String, field: AnswerField, share: (FieldCounts) -> Double?)] = []
    for field in AnswerField.allCases {
      guard let counts = sum.fields[field] else { continue }
      let name = field.rawValue.uppercased()
      if counts.right > 0 { columns.append(("\(name) HARM", field, \.harm)) }
      if counts.wrong > 0 { columns.append(("\(name) HELP", field, \.help)) }
    }
    var table = TextTable(["SOURCE"] + columns.map(\.title))
    for source in sources {
      table.add(
        [source.name]
          + columns.map { column in
            ScoreText.text(column.share(source.sum.fields[column.field] ?? FieldCounts()))
          })
    }
    return lines + [""] + table.lines(width: width)
  }

  /// Each field that got worse, and each that was wrong and is believed.
  func changeLines(_ card: AnswerCard) -> [String] {
    var table = TextTable(["CHANGE", "FIELD", "CONVERSATION", "MESSAGE", "ANSWER", "KEPT", "TASK"])
    for trial in card.trials {
      for change in trial.changes {
        table.add([
          change.isHarm ? "harm" : "miss", change.field.rawValue, trial.conversationId,
          change.messageId, change.answered ?? "-", change.kept ?? "-", change.task,
        ])
      }
    }
    return [""] + table.lines(width: width)
  }
}
