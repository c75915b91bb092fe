import ActionItems
import CivilTime

/// The settings of an item record: who set which field. Also reading and setting the value of a field.
extension ItemRecord {
  // MARK: - Settings

  /// Returns whether a person set a field, so that extraction does not change it.
  public func isHeld(_ field: Field) -> Bool {
    settings[field]?.standing.stamp.author ?? .model != .model
  }

  /// The fields describing the task that a person set.
  public var held: Set<Field> {
    if settings.isPlain { return [] }
    return Set(Field.ofTask.filter(isHeld))
  }

  /// Derives the settings of a version that does not record them: its device made it at the time of its last change,
  /// and a person set the fields in `held`.
  public mutating func implySettings(held: Set<Field>, device: String) {
    settings = ItemSettings()
    let time = max(0, item.updatedAt.milliseconds)
    if item.updatedAt != item.extractedAt || !device.isEmpty {
      settings.base = VersionStamp(.model, time, device: device)
    }
    for field in held {
      let stamp = VersionStamp(.person, time, device: device)
      settings[field] = MultiValueRegister(FieldSetting(stamp, value(of: field)))
    }
    guard let removal, removal != .withdrawn else { return }
    let author: VersionStamp.Author = removal == .purged ? .purge : .person
    settings[.presence] = MultiValueRegister(
      FieldSetting(VersionStamp(author, time, device: device), value(of: .presence)))
  }

  /// Whether a person set any field.
  public var isTouched: Bool { !settings.isPlain && Field.allCases.contains(where: isHeld) }

  /// Whether the item is present only because a person's rule brought it back, and people set nothing else.
  public var isBackByRule: Bool {
    removal == nil && Field.allCases.filter(isHeld) == [.presence]
      && settings[.presence]?.standing.isByRule ?? false
  }

  /// Whether a person made a decision of their own about the item.
  public var isJudged: Bool { Field.allCases.contains(where: isJudged) }

  /// Returns whether a person set a field by their own decision and did not undo it since.
  public func isJudged(_ field: Field) -> Bool { settings[field]?.standing.isOwnWord ?? false }

  /// The stamp of all fields without a register of their own.
  public var baseStamp: VersionStamp {
    settings.base ?? VersionStamp(.model, max(0, item.extractedAt.milliseconds), device: "")
  }

  /// The settings of a field.
  public func register(of field: Field) -> MultiValueRegister {
    settings[field] ?? MultiValueRegister(FieldSetting(baseStamp, value(of: field)))
  }

  /// Records who changed the item, at the time of its last change, in each field that differs from before.
  ///
  /// The author also sets `fields`, even to the same value. Fields for which `isTakenBack` returns true were only
  /// undone. `name` is the person's name. The field `source` and those in `following` are set by the model, regardless
  /// of the author.
  public mutating func noteSettings(
    by author: VersionStamp.Author, since before: ItemRecord, also fields: Set<Field> = [],
    following: Set<Field> = [], name: String? = nil,
    isTakenBack: (Field) -> Bool = { _ in false }
  ) {
    let time = max(0, item.updatedAt.milliseconds)
    var isNoted = false
    for field in Field.allCases {
      let isAsBefore = isSame(as: before, in: field)
      // The item's change time must follow from a setting.
      let isLast = field == .source && !isNoted
      guard !isAsBefore || isLast || fields.contains(field) else { continue }
      let author = field == .source || following.contains(field) ? .model : author
      let stamp = VersionStamp(author, time, device: "")
      if set(field, stamp, isTakenBack: isTakenBack(field), name: name) { isNoted = true }
    }
  }

  /// Sets a field on behalf of a person or their rule, at the time of the item's last change. This version need not
  /// understand the value.
  public mutating func set(_ field: Field, to value: FieldValue, isByRule: Bool) {
    var register = register(of: field)
    let stamp = VersionStamp(.person, max(0, item.updatedAt.milliseconds), device: "")
    register.set(value, stamp, inViewOf: others(of: field), isByRule: isByRule)
    settings[field] = register
    take(value, of: field)
  }

  /// The other registers that are known to the author of a setting: a person who removes an item has seen its fields.
  private func others(of field: Field) -> [MultiValueRegister] {
    field == .presence ? Field.ofTask.compactMap { settings[$0] } : []
  }

  /// Sets a field to its current value. Returns false if it may not be set.
  private mutating func set(
    _ field: Field, _ stamp: VersionStamp, isTakenBack: Bool, name: String?
  ) -> Bool {
    var register = register(of: field)
    // A person's decision stands against a model.
    if stamp.author == .model, register.standing.stamp.author != .model { return false }
    register.set(
      value(of: field), stamp, inViewOf: others(of: field), isTakenBack: isTakenBack,
      name: stamp.author == .model ? nil : name)
    settings[field] = register
    return true
  }

  private func isSame(as other: ItemRecord, in field: Field) -> Bool {
    guard field == .source else { return value(of: field) == other.value(of: field) }
    let (a, b) = (item, other.item)
    return a.messageId == b.messageId && a.quote == b.quote && a.evidence == b.evidence
      && a.source == b.source && a.conversationTitle == b.conversationTitle && a.model == b.model
      && a.conversationKind == b.conversationKind && keptStatements == other.keptStatements
  }

  // MARK: - Values

  /// The value of a field; none for `source`.
  public func value(of field: Field) -> FieldValue {
    switch field {
    case .task: return FieldValue(item.task)
    case .assignee: return FieldValue(item.assignee, item.assigneeId)
    case .deadline: return FieldValue(item.deadline?.description, item.timeZone)
    case .priority: return FieldValue(item.priority.rawValue)
    case .isComplete:
      return FieldValue(item.isComplete ? Self.done : Self.open, item.completedAt?.description)
    case .presence:
      return FieldValue(
        removal?.rawValue ?? Self.present, item.archivedAt?.description ?? removalReason)
    case .source: return FieldValue(nil)
    }
  }

  /// Sets a field to a value. An unreadable value leaves the field unchanged.
  public mutating func take(_ value: FieldValue, of field: Field) {
    switch field {
    case .task: if let text = value.text { item.task = text }
    case .assignee: (item.assignee, item.assigneeId) = (value.text, value.detail)
    case .deadline:
      let deadline = value.text.flatMap(Deadline.init)
      if value.text == nil || deadline != nil {
        (item.deadline, item.timeZone) = (deadline, value.detail)
      }
    case .priority: item.priority = value.text.flatMap(Priority.init) ?? item.priority
    case .isComplete:
      guard value.text == Self.done || value.text == Self.open else { return }
      item.isComplete = value.text == Self.done
      item.completedAt = item.isComplete ? value.time : nil
    case .presence:
      let now = value.text == Self.present ? nil : value.text.flatMap(Removal.init) ?? removal
      let hasReason = now != nil && now != .archived
      setRemoval(now, because: hasReason ? value.detail : nil, at: value.time)
    case .source: break
    }
  }

  /// The stored value for a done item.
  public static let done = "done"
  /// The stored value for an open item.
  public static let open = "open"
  /// The stored value for an item that is not removed.
  public static let present = "present"
}

extension FieldValue {
  /// The time in the additional data.
  fileprivate var time: Timestamp? {
    detail.flatMap { ISO8601.read($0)?.timestamp(assumingOffset: 0) }
  }
}

extension ItemRecord.Field {
  /// The fields that describe the task.
  public static let ofTask: [Self] = [.task, .assignee, .deadline, .priority, .isComplete]
}
