import ActionItems
import CivilTime

extension KnownItem {
  // MARK: - Who set what

  /// Whether a person set a field: extraction keeps off it.
  public func isHeld(_ field: Field) -> Bool {
    settings[field]?.standing.stamp.author ?? .model != .model
  }

  /// The fields that a person set, of those that describe the task.
  public var held: Set<Field> {
    if settings.isPlain { return [] }
    return Set(Field.ofTask.filter(isHeld))
  }

  /// Says of a version that knows no fields who set what: its device did, at the time of its last change, and a
  /// person what is `held`.
  public mutating func implySettings(held: Set<Field>, device: String) {
    settings = ItemSettings()
    let time = max(0, item.updatedAt.milliseconds)
    if item.updatedAt != item.extractedAt || !device.isEmpty {
      settings.base = SettingStamp(.model, time, device: device)
    }
    for field in held {
      let stamp = SettingStamp(.person, time, device: device)
      settings[field] = FieldRegister(FieldSetting(stamp, value(of: field)))
    }
    guard let removal, removal != .withdrawn else { return }
    let author: SettingStamp.Author = removal == .purged ? .purge : .person
    settings[.presence] = FieldRegister(
      FieldSetting(SettingStamp(author, time, device: device), value(of: .presence)))
  }

  /// Whether a person had a hand in it.
  public var isTouched: Bool { !settings.isPlain && Field.allCases.contains(where: isHeld) }

  /// Whether a person's hand in it is no more than that a rule of theirs had it come back.
  public var isBackByRule: Bool {
    removal == nil && Field.allCases.filter(isHeld) == [.presence]
      && settings[.presence]?.standing.isByRule ?? false
  }

  /// Whether a person said by their own word that it is an item, or something of it.
  public var isJudged: Bool { Field.allCases.contains(where: isJudged) }

  /// Whether a person set a field by their own word, and has not taken it back since.
  public func isJudged(_ field: Field) -> Bool { settings[field]?.standing.isOwnWord ?? false }

  /// The stamp of all that has no register of its own.
  public var baseStamp: SettingStamp {
    settings.base ?? SettingStamp(.model, max(0, item.extractedAt.milliseconds), device: "")
  }

  /// All that is known of who set a field.
  public func register(of field: Field) -> FieldRegister {
    settings[field] ?? FieldRegister(FieldSetting(baseStamp, value(of: field)))
  }

  /// Notes, at the time of the item's last change, who made it what it is where it differs from what it was.
  ///
  /// A person also sets what `fields` names, be it to what it was; of what `isTakenBack` says so, they only take back
  /// what was set, and `name` is what they are called. Where an item's messages are is a model's word, whoever changes it.
  public mutating func noteSettings(
    by author: SettingStamp.Author, since before: KnownItem, also fields: Set<Field> = [],
    name: String? = nil, isTakenBack: (Field) -> Bool = { _ in false }
  ) {
    let time = max(0, item.updatedAt.milliseconds)
    var isNoted = false
    for field in Field.allCases {
      let isAsBefore = isSame(as: before, in: field)
      // That the item changed has to follow from what was set.
      let isLast = field == .source && !isNoted
      guard !isAsBefore || isLast || fields.contains(field) else { continue }
      let author = field == .source ? .model : author
      let stamp = SettingStamp(author, time, device: "")
      if set(field, stamp, isTakenBack: isTakenBack(field), name: name) { isNoted = true }
    }
  }

  /// A person, or a rule of theirs, sets a field at the time of the item's last change, be it to what this version
  /// cannot read.
  public mutating func set(_ field: Field, to value: FieldValue, isByRule: Bool) {
    var register = register(of: field)
    let stamp = SettingStamp(.person, max(0, item.updatedAt.milliseconds), device: "")
    register.set(value, stamp, inViewOf: others(of: field), isByRule: isByRule)
    settings[field] = register
    take(value, of: field)
  }

  /// What whoever sets a field has in view beside it: whoever takes an item away has seen what was set of it.
  private func others(of field: Field) -> [FieldRegister] {
    field == .presence ? Field.ofTask.compactMap { settings[$0] } : []
  }

  /// Sets a field to what it is now; false where it is not to be set.
  private mutating func set(
    _ field: Field, _ stamp: SettingStamp, isTakenBack: Bool, name: String?
  ) -> Bool {
    var register = register(of: field)
    // What a person settled stands; models are not asked about it.
    if stamp.author == .model, register.standing.stamp.author != .model { return false }
    register.set(
      value(of: field), stamp, inViewOf: others(of: field), isTakenBack: isTakenBack,
      name: stamp.author == .model ? nil : name)
    settings[field] = register
    return true
  }

  private func isSame(as other: KnownItem, in field: Field) -> Bool {
    guard field == .source else { return value(of: field) == other.value(of: field) }
    let (a, b) = (item, other.item)
    return a.messageId == b.messageId && a.quote == b.quote && a.evidence == b.evidence
      && a.source == b.source && a.conversationTitle == b.conversationTitle && a.model == b.model
      && a.conversationKind == b.conversationKind && keptStatements == other.keptStatements
  }

  // MARK: - Values

  /// What a field is set to; of where its messages are, nothing.
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

  /// Sets a field to a value; what cannot be read leaves the field as it is.
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

  /// How it is written that an item is done, not done, or there.
  public static let done = "done"
  /// An item that is to be done.
  public static let open = "open"
  /// An item that nobody has taken away.
  public static let present = "present"
}

extension FieldValue {
  /// The time that belongs to it.
  fileprivate var time: Timestamp? {
    detail.flatMap { ISO8601.read($0)?.timestamp(assumingOffset: 0) }
  }
}

extension KnownItem.Field {
  /// The fields that describe the task.
  public static let ofTask: [Self] = [.task, .assignee, .deadline, .priority, .isComplete]
}
