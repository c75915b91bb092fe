import ActionItemModel
import Windowing

/// Weighs acts by what others say before and after them.
extension TalkReader {
  func weigh(_ found: inout Found, _ utterance: Utterance) {
    switch found.act.who {
    case .speaker:
      found.assignee = sender(found.line)
      weighPromise(&found)
    case .listener: weighRequest(&found, utterance)
    case .person(let person):
      found.assignee = names.participants[person].name
      found.act.evidence.insert(.addressed)
    case .named(let name): found.assignee = name
    case .everyone: weighAnnouncement(&found, utterance)
    case .nobody: weighCall(&found, utterance)
    }
  }

  func weighPromise(_ found: inout Found) {
    let speaker = sender(found.line)
    for line in neighbours(before: found.line, 8)
    where shows(.cue, line) && sender(line) != speaker {
      let earlier = self.utterance(line)
      if hasCue(earlier, [.call])
        || hasCue(earlier, [.ask, .beg, .advise]) && addressee(of: line, earlier) == speaker
      {
        found.origin = line
        break
      }
    }
    if found.act.kind == .proposal { weighProposal(&found) }
    for line in neighbours(after: found.line, 6)
    where sender(line) == speaker && (shows(.answer, line) || shows(.report, line)) {
      if completes(utterance(line), found) { found.act.evidence.insert(.completed) }
    }
  }

  /// "Shall I write the summary?": a yes makes it a promise.
  private func weighProposal(_ found: inout Found) {
    let speaker = sender(found.line)
    for line in neighbours(after: found.line, 3)
    where sender(line) != speaker && shows(.answer, line) {
      if refuses(utterance(line)) {
        found.act.evidence.insert(.refused)
      } else if saysNoMoreThanYes(utterance(line)) {
        found.act.evidence.insert(.accepted)
      } else {
        continue
      }
      break
    }
  }

  /// "yes please", but neither "yes, the food was great" nor "yes, but Tom has done it".
  private func saysNoMoreThanYes(_ answer: Utterance) -> Bool {
    accepts(answer) && answer.words.count <= 4
      && !answer.words.contains { $0.roles.contains(.doubtful) }
  }

  func weighRequest(_ found: inout Found, _ utterance: Utterance) {
    let speaker = sender(found.line)
    let place = found.act.cue.range.lowerBound
    found.assignee = called(by: found.line, utterance, at: place)
    // Whoever does not appear in the window answers under no name that is known.
    let named =
      stranger(calledAt: place, in: utterance) == nil
      ? stranger(utterance) ?? addressee(of: found.line, utterance, at: place) : nil
    if named != nil { found.act.evidence.insert(.addressed) }
    // A third one's "never mind" takes back nobody else's request.
    let partner = names.speakers == 2 ? nil : self.partner(of: found.line)
    for line in neighbours(after: found.line, 10) where sender(line) != speaker {
      // Whoever was asked by name has spoken, whatever it was.
      guard shows(.answer, line) || shows(.report, line) || named != nil && sender(line) == named
      else { continue }
      let answer = self.utterance(line)
      if let who = addressee(of: line, answer), who != speaker { continue }
      if let named, sender(line) != named {
        // "I'm on it", says somebody else at once.
        guard begins(answer, [.take]), !isBot(sender(line)),
          canOnlyMean(found, utterance, answer: line)
        else { continue }
        found.act.evidence.insert(.accepted)
        found.assignee = sender(line)
        found.answer = line
        break
      }
      let isTheirs = named != nil || partner == nil || sender(line) == partner
      let mayRefuse = isTheirs && (named != nil || line <= found.line + 2)
      if mayRefuse, refuses(answer), !isStatus(line, of: found) {
        found.act.evidence.insert(.refused)
      } else if completes(answer, found) {
        found.act.evidence.insert(.completed)
      } else if accepts(answer) && (named != nil || line <= found.line + 3)
        || (named != nil || line == found.line + 1) && takesOn(answer)
      {
        found.act.evidence.insert(.accepted)
        if named != nil || isTaken(found, utterance, by: line) {
          found.assignee = sender(line)
          found.answer = line
        }
      } else if named == nil {
        continue
      }
      break
    }
    let isForOne =
      names.participants.count == 2
      || found.act.kind != .remind && !isBroadcast(utterance) && !callsNamesakes(utterance)
    if found.assignee == nil, isForOne {
      found.assignee = self.partner(of: found.line)
    }
  }

  /// Whether an answer takes on what nobody of the window was asked for by name: a promise of something else does not.
  /// Where a stranger was called, he may write under another name, but no more than a yes is anybody's.
  private func isTaken(_ found: Found, _ request: Utterance, by line: Int) -> Bool {
    let answer = utterance(line)
    if found.assignee == nil { return accepts(answer) || !promisesElse(line, than: found) }
    return takesOn(answer) && !promisesElse(line, than: found)
      && canOnlyMean(found, request, answer: line)
  }

  /// What is asked of all: an answer is that of one of them, who takes it on for nobody else.
  private func weighAnnouncement(_ found: inout Found, _ utterance: Utterance) {
    if utterance.words.contains(where: Names.meansAll) { found.act.evidence.insert(.addressed) }
    let speaker = sender(found.line)
    for line in neighbours(after: found.line, 3)
    where sender(line) != speaker && shows(.answer, line) && accepts(self.utterance(line)) {
      found.act.evidence.insert(.accepted)
    }
  }

  /// Whether a no says how things are rather than that they will not be: "not yet", or "no" to "is it done?".
  private func isStatus(_ line: Int, of found: Found) -> Bool {
    if utterance(line).words.contains(where: { Self.yet.contains($0.hash) }) { return true }
    return neighbours(before: line, line - found.line - 1).contains { between in
      guard sender(between) != sender(line) else { return false }
      let utterance = utterance(between)
      return utterance.sentences.contains { utterance.isQuestion($0) }
    }
  }

  private static let yet = Set(["yet", "noch"].map { Lexicon.hash($0.utf8) })

  /// Whether a line that takes something on without a name for it can mean a request alone: nothing was
  /// said since, nothing else was asked with it, and who takes it on was not called himself.
  private func canOnlyMean(_ found: Found, _ request: Utterance, answer: Int) -> Bool {
    guard neighbours(after: found.line, answer - found.line).first(where: { _ in true }) == answer
    else { return false }
    let origin = window.lines[answer].message.replyTo
    if let origin, origin != window.lines[found.line].message.id { return false }
    let taker = sender(answer)
    let asksMore = request.sentences.contains {
      request.isQuestion($0) && !$0.overlaps(found.act.sentence)
    }
    if asksMore || speaks(found.line, of: taker) { return false }
    var isRun = true
    for line in neighbours(before: found.line, Self.openMatters) {
      if sender(line) == taker { break }
      isRun = isRun && sender(line) == sender(found.line)
      if speaks(line, of: taker) { return false }
      if isRun, hasCue(utterance(line), [.ask, .beg, .call, .anyoneDuty]) { return false }
    }
    return true
  }

  /// What was asked so many lines ago may still wait for its answer.
  private static let openMatters = 6

  /// Whether a line answers somebody, or has his name in it.
  private func speaks(_ line: Int, of person: String?) -> Bool {
    let utterance = utterance(line)
    return addressee(of: line, utterance) == person
      || utterance.words.indices.contains {
        names.person(at: $0, in: utterance).map { names.participants[$0.person].name } == person
      }
  }

  /// A call: who answers it takes it on by a promise of his own.
  func weighCall(_ found: inout Found, _ utterance: Utterance) {
    let speaker = sender(found.line)
    let named = addressee(of: found.line, utterance, at: found.act.cue.range.lowerBound)
    // "Anna: … we need to": what all of us are to do is not hers because it is her who is told.
    let isForAll = [.groupPlan, .groupDuty, .groupAdvice].contains(found.act.kind)
    if named != nil, !isForAll { found.act.evidence.insert(.addressed) }
    for line in neighbours(after: found.line, named == nil ? 4 : 10) where sender(line) != speaker {
      if let named, sender(line) != named { continue }
      guard shows(.answer, line) else { break }
      let answer = self.utterance(line)
      if refuses(answer) { found.act.evidence.insert(.refused) }
      if accepts(answer) || begins(answer, [.thank]) {
        found.act.evidence.insert(.accepted)
        if !isForAll { found.assignee = named }
      }
      break
    }
  }

  func neighbours(before line: Int, _ count: Int) -> some Sequence<Int> {
    (max(0, line - count)..<line).reversed().lazy.filter {
      self.window.lines[$0].message.kind == .message
    }
  }

  func neighbours(after line: Int, _ count: Int) -> some Sequence<Int> {
    (line + 1..<max(line + 1, min(window.lines.count, line + 1 + count))).lazy
      .filter { self.window.lines[$0].message.kind == .message }
  }
}
