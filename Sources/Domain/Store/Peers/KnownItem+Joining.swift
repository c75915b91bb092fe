import ActionItems
import CivilTime
import ItemRecords

extension KnownItem {
  /// The item with what is known of it elsewhere, as far as `told` says that something was told; both with
  /// their devices named.
  ///
  /// Each field for itself, in any order and any number of times to the same result. What belongs to this
  /// store alone stays: the conversation, the first finding, and what is kept around the message.
  func joined(with other: KnownItem, in told: Set<Field>) -> KnownItem {
    var joined = self
    let base = told.isEmpty ? baseStamp : max(baseStamp, other.baseStamp)
    joined.settings = ItemSettings()
    joined.settings.base = base
    if other.item.extractedAt.microseconds < item.extractedAt.microseconds {
      joined.item.extractedAt = other.item.extractedAt
    }
    for field in Field.allCases {
      let own = register(of: field)
      var register = own
      if told.contains(field) { register.merge(other.register(of: field)) }
      if field == .source {
        if own.standing.stamp < register.standing.stamp { joined.takeSource(of: other) }
      } else {
        joined.take(register.standing.value, of: field)
      }
      // What has the base's stamp is said by the item.
      if register.settings != [FieldSetting(base, joined.value(of: field))] {
        joined.settings[field] = register
      }
    }
    // Versions of before it was noted tell none: who knows it goes before who does not.
    if told.contains(.source), joined.item.conversationKind == nil {
      joined.item.conversationKind = other.item.conversationKind
    }
    joined.unknownMembers = .later(unknownMembers, other.unknownMembers)
    joined.addPeerWordings(other.wordings)
    if joined.context.isEmpty { joined.context = other.context }
    joined.item.updatedAt = joined.lastChange(of: self, other)
    return joined
  }

  /// The item where nothing was known of it: what it says of its last change has to fit what was set.
  var asFirstTold: KnownItem {
    var known = self
    known.item.updatedAt = known.lastChange(of: self, self)
    return known
  }

  /// Takes over which messages prove it, and all else that is not the task.
  private mutating func takeSource(of other: KnownItem) {
    let own = self
    let theirs = other.item
    item.conversationTitle = theirs.conversationTitle
    item.conversationKind = theirs.conversationKind ?? item.conversationKind
    (item.messageId, item.quote, item.evidence) = (theirs.messageId, theirs.quote, theirs.evidence)
    (item.source, item.model) = (theirs.source, theirs.model)
    takeStatements(of: other)
    // A peer that keeps nothing of what messages say does not take it from us.
    if other.statementsToKeep == nil, own.item.evidence == theirs.evidence {
      takeStatements(of: own)
    }
  }

  /// When anything of it changed last, as finely as one of two versions of it says.
  private func lastChange(of one: KnownItem, _ other: KnownItem) -> Timestamp {
    let newest = max(newestSetting, unknownMembers?.milliseconds ?? 0)
    let exact = [one, other].map(\.item.updatedAt).filter { $0.milliseconds == newest }
    return exact.max { $0.microseconds < $1.microseconds }
      ?? Timestamp(milliseconds: newest) ?? item.updatedAt
  }
}
