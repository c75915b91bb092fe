import ActionItemModel
import ReplyDecoding
import Windowing

/// What people tell of items that are not theirs: "Bob finished the report", "Ann takes over from Bob".
extension LinkProof {
  /// Whether a line tells of an open item: it names whose it is and something that it is about, or all that it is
  /// about.
  func reports(
    _ named: Window.OpenItem, by item: ActionItemJSON, isDone: Bool, quote: String?, line: Int,
    _ text: inout WindowText
  ) -> Bool {
    guard !text.imitatesPrompt(line: line) else { return false }
    let said = text.text(ofLine: line)
    let objects = TaskWords.objects(of: named.task)
    let found = WordOrigins.count(objects, in: text.words(ofLine: line))
    let isTheirs = named.assignee.map { isNamed($0, in: said) } ?? false
    guard found > 0, isTheirs || objects.count > 1 && found == objects.count else { return false }
    if isDone { return CompletionProof.reports(quote, of: named.task, in: said) }
    if text.handsOver(line: line), let name = ReplyField.meaningful(item.assignee) {
      return isTheirs && isNamed(name, in: said)
    }
    return isTheirs && ReplyField.meaningful(item.deadline) != nil
      && !CompletionProof.isRequest(quote, in: said)
  }

  /// Whether a line tells that somebody else has done a task, or has it from now on, where no open item is named.
  func reports(
    _ task: String, by item: ActionItemJSON, isDone: Bool, quote: String?, line: Int,
    _ text: inout WindowText
  ) -> Bool {
    let said = text.text(ofLine: line)
    guard isDone || text.handsOver(line: line), !text.imitatesPrompt(line: line),
      let name = ReplyField.meaningful(item.assignee), let person = people.match(name),
      let sender = text.message(ofLine: line).sender, person.name != sender,
      isNamed(name, in: said),
      WordOrigins.count(TaskWords.objects(of: task), in: text.words(ofLine: line)) > 0
    else { return false }
    if isDone { return CompletionProof.reports(quote, of: task, in: said) }
    // From whom it goes has to be named as well.
    return people.all.contains { $0.name != person.name && Naming.stands($0, in: said) }
  }

  private func isNamed(_ name: String, in said: FoldedText) -> Bool {
    if let person = people.match(name) { return Naming.stands(person, in: said) }
    return said.find(FoldedText(name).bytes[...]) != nil
  }
}
