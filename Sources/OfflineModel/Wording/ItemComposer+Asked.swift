import ActionItemModel
import Windowing

/// The task of whoever takes on or asks for what others said: "I'll do it", "Anna, please do it".
extension ItemComposer {
  /// What the same message says must be done, where it goes on with no more than "Anna, please do it".
  func need(before found: TalkReader.Found, _ utterance: Utterance) -> TalkReader.Found? {
    guard found.act.who != .speaker, found.act.kind != .minute, found.topic.isEmpty,
      isEmptyHanded(found, utterance)
    else { return nil }
    let acts = reader.actReader(of: utterance).acts()
    let need = acts.last {
      $0.task.lowerBound < found.act.task.lowerBound && Self.needs.contains($0.kind)
    }
    guard let need else { return nil }
    let topic = reader.topic(need, utterance)
    if topic.isEmpty { return nil }
    return TalkReader.Found(line: found.line, act: need, topic: topic, assignee: found.assignee)
  }

  private static let needs: CueKinds = [.passiveNeed, .groupDuty, .anyoneDuty]

  /// What was asked for, where who takes it on says no more than "I'll do it".
  func askedTask(_ found: TalkReader.Found, _ utterance: Utterance) -> String? {
    guard let origin = found.origin, found.topic.isEmpty, isEmptyHanded(found, utterance) else {
      return nil
    }
    let asking = reader.utterance(origin)
    let acts = reader.actReader(of: asking).acts()
    for act in acts where Self.requests.contains(act.kind) {
      let topic = reader.topic(act, asking)
      if topic.isEmpty { continue }
      let asked = TalkReader.Found(line: origin, act: act, topic: topic, assignee: found.assignee)
      let due = due(in: act.sentence, asking, origin)
      return TaskWriter(reader: reader, found: asked, utterance: asking).task(without: due?.bytes)
    }
    return nil
  }

  /// Phrases that ask for something.
  private static let requests: CueKinds = [.ask, .beg, .advise, .call, .anyoneDuty, .groupDuty]

  /// Whether an act says neither what is to be done nor with what: "I'll do it", "I can take those".
  private func isEmptyHanded(_ found: TalkReader.Found, _ utterance: Utterance) -> Bool {
    if found.act.kind == .take { return true }
    guard let verb = found.act.task.first else { return true }
    return !utterance.words[verb].roles.isDisjoint(with: [.light, .pronoun])
      && !found.act.evidence.isDisjoint(with: [.pronounObject, .noObject])
  }
}
