/// One setting of one field.
public struct FieldSetting: Hashable, Sendable {
  /// Who set it, when and where.
  public var stamp: SettingStamp
  /// What it was set to.
  public var value: FieldValue
  /// The persons' settings that it was made in view of: by device, the time of the last one, as claimed.
  ///
  /// Those of its own device that are earlier count without being named.
  public var seen: [String: Int64]
  /// Whether a rule made it that a person had given, and not the person.
  public var isByRule: Bool
  /// Whether a person only took back what was set before, and so says nothing of what it is now.
  public var isTakenBack: Bool
  /// What the person is called, as far as whoever let them set it knew; nil where nobody did. Nothing is decided by it.
  public var name: String?

  /// A person's own word, made in view of nothing, unless told otherwise.
  public init(
    _ stamp: SettingStamp, _ value: FieldValue, seen: [String: Int64] = [:], isByRule: Bool = false,
    isTakenBack: Bool = false, name: String? = nil
  ) {
    self.name = name
    self.stamp = stamp
    self.value = value
    self.seen = seen
    self.isByRule = isByRule
    self.isTakenBack = isTakenBack
  }

  /// Bytes that a name has at most.
  public static let longestName = 100

  /// A name as it may be kept: without what a terminal acts on, and not too long; nil where nothing is left of it.
  public static func properName(_ name: String) -> String? {
    var size = 0
    let scalars = name.unicodeScalars.prefix(longestName).filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
        .privateUse:
        return false
      default: return true
      }
    }.prefix { scalar in
      size += UTF8.width(scalar)
      return size <= longestName
    }
    return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
  }

  /// Devices that `seen` names at most; those heard of longest ago are let go, which at worst shows a conflict
  /// that was settled.
  public static let seenLimit = 32

  /// Whether a person said so by their own word.
  public var isOwnWord: Bool { stamp.author != .model && !isByRule && !isTakenBack }

  /// Whether another setting counts no more beside this one.
  ///
  /// A person's that this one was made in view of does not, even if it is the later one here: its time was
  /// bounded where it was seen.
  public func replaces(_ other: FieldSetting) -> Bool {
    if other.stamp.author == .model || stamp.author != .person { return other < self }
    guard other.stamp.author == .person, other != self else { return false }
    if stamp.device == other.stamp.device { return stamp.claimed > other.stamp.claimed }
    return knows(other)
  }

  /// Whether this was set in view of a person's setting, of another field perhaps; one device sets several at once.
  public func knows(_ other: FieldSetting) -> Bool {
    if stamp.device == other.stamp.device { return stamp.claimed >= other.stamp.claimed }
    return seen[other.stamp.device].map { $0 >= other.stamp.claimed } ?? false
  }

  /// Whether this is the same setting as another one, be it that its time was bounded in one place.
  public func isSame(as other: FieldSetting) -> Bool {
    stamp.claimed == other.stamp.claimed && stamp.author == other.stamp.author
      && stamp.device == other.stamp.device && value == other.value
  }

  /// What is known of one setting in two places.
  func joined(with other: FieldSetting) -> FieldSetting {
    var joined = self
    joined.stamp.milliseconds = min(stamp.milliseconds, other.stamp.milliseconds)
    joined.seen.merge(other.seen) { max($0, $1) }
    joined.isByRule = isByRule || other.isByRule
    joined.isTakenBack = isTakenBack || other.isTakenBack
    // One setting has one name, but where somebody makes one up: the same stands everywhere then.
    joined.name = FieldValue(name) < FieldValue(other.name) ? other.name : name
    return joined
  }
}

extension FieldSetting: Comparable {
  /// By stamp; settings of one stamp, which only faulty devices make, by value, so that the order is total.
  public static func < (a: FieldSetting, b: FieldSetting) -> Bool {
    a.stamp == b.stamp ? a.value < b.value : a.stamp < b.stamp
  }
}

/// What a field is set to.
public struct FieldValue: Hashable, Sendable {
  /// The value as a text; nil for none.
  public var text: String?
  /// What belongs to it, such as an assignee's id; nil for nothing.
  public var detail: String?

  /// `detail` belongs to the value, such as an assignee's id; nil for nothing.
  public init(_ text: String?, _ detail: String? = nil) {
    self.text = text
    self.detail = detail
  }
}

extension FieldValue: Comparable {
  /// By bytes, nothing before something.
  public static func < (a: FieldValue, b: FieldValue) -> Bool {
    a.text == b.text ? precedes(a.detail, b.detail) : precedes(a.text, b.text)
  }

  private static func precedes(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
