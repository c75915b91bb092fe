import Windowing

/// One item a task.
extension TalkReader {
  /// One item a task: what answers, repeats or sums up an earlier one is the same.
  ///
  /// Found at most this many lines apart; what is said again later may be another task.
  private static let reach = 40

  func merged(_ all: [Found]) -> [Found] {
    var kept: [Found] = []
    for found in all {
      let recent = kept[
        (kept.lastIndex { found.line - $0.line > Self.reach }.map { $0 + 1 } ?? 0)...]
      if let index = recent.lastIndex(where: { isSame($0, found) }) {
        // The line that names the task best speaks for it.
        if preference(found) > preference(kept[index]) {
          var better = found
          better.assignee = found.assignee ?? kept[index].assignee
          better.others = kept[index].others + [(kept[index].line, kept[index].act)]
          kept[index] = better
        } else {
          kept[index].assignee = kept[index].assignee ?? found.assignee
          kept[index].others.append((found.line, found.act))
        }
      } else {
        kept.append(found)
      }
    }
    return kept
  }

  func preference(_ found: Found) -> Int {
    switch found.act.kind {
    case .minute: 3
    case .assign: 2
    case .call, .take: 0
    default: found.topic.isEmpty ? 0 : 1
    }
  }

  func tickets(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    let tickets = utterance.words[act.sentence].filter { word in
      word.form.contains(.digit) && !word.form.contains(.opaque)
        && (word.form.contains(.capital) || utterance.bytes(of: word).first == UInt8(ascii: "#"))
    }
    return Set(tickets.map(\.hash))
  }

  func numbers(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    Set(utterance.words[act.task].filter { $0.form.contains(.digit) }.map(\.hash))
  }

  /// The names in a task: words behind its first one that begin with a capital and are no others.
  func marks(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    Set(
      utterance.words[act.task].dropFirst().filter { word in
        word.form.contains(.capital) && word.form.isDisjoint(with: [.opaque, .mention, .digit])
          && (word.id == 0 || word.roles.isEmpty || isLetter(word))
      }.map(\.hash))
  }

  /// "A" behind what it tells from others; "I" is who speaks.
  private func isLetter(_ word: Word) -> Bool {
    word.end - word.start == 1 && !word.roles.contains(.speaker)
  }

  func isSame(_ a: Found, _ b: Found) -> Bool {
    if !a.marks.isSubset(of: b.marks), !b.marks.isSubset(of: a.marks) { return false }
    if !a.numbers.isEmpty, !b.numbers.isEmpty, a.numbers.isDisjoint(with: b.numbers) {
      return false
    }
    let distance = b.line - a.line
    // What all were asked to do is not what one of them takes on.
    if distance > 0, a.act.who == .everyone, b.act.who != .everyone { return false }
    if a.act.kind == .minute || b.act.kind == .minute {
      return a.act.kind == b.act.kind && a.topic == b.topic && a.assignee == b.assignee
    }
    if distance == 0 {
      let areOfOne = a.assignee == b.assignee
      if areOfOne, [a.act.kind, b.act.kind].contains(where: { $0 == .assign || $0 == .take }) {
        return true
      }
      // "The server needs to be rebooted, Anna please do it"
      if a.act.who == .nobody, b.act.who != .speaker, b.topic.isEmpty,
        b.act.evidence.contains(.pronounObject)
      {
        return true
      }
      return !a.topic.isDisjoint(with: b.topic) && similarity(a, b) >= 0.5 && !nameTwoThings(a, b)
    }
    // The answer to a request is the request's.
    if a.answer == b.line, b.topic.isEmpty || similarity(a, b) > 0 {
      return similarity(a, b) < 0.6 || !nameTwoThings(a, b)
    }
    guard a.assignee == nil || b.assignee == nil || a.assignee == b.assignee else { return false }
    if !a.tickets.isDisjoint(with: b.tickets) {
      if a.act.kind == .assign || b.act.kind == .assign || similarity(a, b) >= 0.3 {
        return !nameTwoThings(a, b)
      }
    } else if !a.tickets.isEmpty, !b.tickets.isEmpty {
      return false
    }
    if distance <= 8 {
      switch (a.act.kind, b.act.kind) {
      case (.call, .promise), (.call, .offer), (.call, .take), (.call, .assign), (.call, .bareWill):
        // Whoever answers a call may do so in words of his own.
        return similarity(a, b) == 0 || !nameTwoThings(a, b)
      case (.take, .assign), (.offer, .assign), (.promise, .assign), (.assign, .take),
        (.assign, .assign), (.bareWill, .assign):
        return true
      case (_, .take): if a.assignee == b.assignee, b.topic.count <= 1 { return true }
      case (.ask, .promise), (.beg, .promise), (.advise, .promise):
        if a.assignee == b.assignee, b.topic.isEmpty { return true }
      default: break
      }
    }
    guard a.assignee == b.assignee, similarity(a, b) >= 0.6, !nameTwoThings(a, b),
      !areTwoDeeds(a, b)
    else { return false }
    // What was read in an earlier run may be done by now: who knows that tells what says more of it.
    let isRestated = !window.lines[a.line].isNew && window.lines[b.line].isNew
    return !(isRestated && namesMore(b, than: a))
  }

  func similarity(_ a: Found, _ b: Found) -> Double {
    let smaller = min(a.topic.count, b.topic.count)
    guard smaller >= 2 else { return a.topic == b.topic && smaller > 0 ? 1 : 0 }
    return Double(a.topic.intersection(b.topic).count) / Double(smaller)
  }
}
