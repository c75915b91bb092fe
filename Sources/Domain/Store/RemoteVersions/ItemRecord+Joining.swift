import ActionItems
import CivilTime
import ItemRecords

/// Merging two versions of one item from different devices, field by field.
extension ItemRecord {
  /// Merges the item with another version of it, in the fields that `fields` names. Both must have been `named`.
  ///
  /// Each field is merged on its own, with the same result in any order and any number of times. Values that belong to
  /// this store alone stay: the conversation, the first finding, and the context of the message.
  func joined(with other: ItemRecord, in fields: Set<Field>) -> ItemRecord {
    var joined = self
    let base = fields.isEmpty ? baseStamp : max(baseStamp, other.baseStamp)
    joined.settings = ItemSettings()
    joined.settings.base = base
    if other.item.extractedAt.microseconds < item.extractedAt.microseconds {
      joined.item.extractedAt = other.item.extractedAt
    }
    for field in Field.allCases {
      let own = register(of: field)
      var register = own
      if fields.contains(field) { register.merge(other.register(of: field)) }
      if field == .source {
        if own.standing.stamp < register.standing.stamp { joined.takeSource(of: other) }
      } else {
        joined.take(register.standing.value, of: field)
      }
      // A field with only the base stamp follows from the item.
      if register.settings != [FieldSetting(base, joined.value(of: field))] {
        joined.settings[field] = register
      }
    }
    // Older versions do not have the kind, so a known kind takes precedence over an unknown one.
    if fields.contains(.source), joined.item.conversationKind == nil {
      joined.item.conversationKind = other.item.conversationKind
    }
    joined.unknownMembers = .later(unknownMembers, other.unknownMembers)
    joined.addRemoteWordings(other.wordings)
    if joined.context.isEmpty { joined.context = other.context }
    joined.item.updatedAt = joined.lastChange(of: self, other)
    return joined
  }

  /// The item as received for the first time, with its change time adjusted to its settings.
  var asFirstReceived: ItemRecord {
    var known = self
    known.item.updatedAt = known.lastChange(of: self, self)
    return known
  }

  /// Takes over what the field `source` covers: the messages that prove the item, title, kind, origin and model.
  private mutating func takeSource(of other: ItemRecord) {
    let own = self
    let theirs = other.item
    item.conversationTitle = theirs.conversationTitle
    item.conversationKind = theirs.conversationKind ?? item.conversationKind
    (item.messageId, item.quote, item.evidence) = (theirs.messageId, theirs.quote, theirs.evidence)
    (item.source, item.model) = (theirs.source, theirs.model)
    takeStatements(of: other)
    // A remote that stores no mentions does not erase ours.
    if other.statementsToKeep == nil, own.item.evidence == theirs.evidence {
      takeStatements(of: own)
    }
  }

  /// The time of the last change, as precise as either of two versions has it.
  private func lastChange(of one: ItemRecord, _ other: ItemRecord) -> Timestamp {
    let newest = max(newestSetting, unknownMembers?.milliseconds ?? 0)
    let exact = [one, other].map(\.item.updatedAt).filter { $0.milliseconds == newest }
    return exact.max { $0.microseconds < $1.microseconds }
      ?? Timestamp(milliseconds: newest) ?? item.updatedAt
  }
}
