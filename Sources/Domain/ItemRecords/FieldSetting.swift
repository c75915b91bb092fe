/// A setting of one field of an item: its value, who set it and when, and the earlier settings that its author had
/// seen. `MultiValueRegister` merges settings. `FieldValue` is the value.
public struct FieldSetting: Hashable, Sendable {
  /// Who set it, when, and on which device.
  public var stamp: VersionStamp
  /// The value.
  public var value: FieldValue
  /// The settings by people that were known when this one was made: for each device, the claimed time of the last one.
  ///
  /// Earlier settings of its own device count as known without being listed.
  public var seen: [String: Int64]
  /// Whether it was made by a rule that a person had given, not directly by the person.
  public var isByRule: Bool
  /// Whether the person only undid an earlier setting, and so made no statement about the current value.
  public var isTakenBack: Bool
  /// The person's name as known at the time; nil if unknown. It has no effect on merging.
  public var name: String?

  /// Creates a setting; by default it is a person's own decision, made without knowledge of others.
  public init(
    _ stamp: VersionStamp, _ value: FieldValue, seen: [String: Int64] = [:], isByRule: Bool = false,
    isTakenBack: Bool = false, name: String? = nil
  ) {
    self.name = name
    self.stamp = stamp
    self.value = value
    self.seen = seen
    self.isByRule = isByRule
    self.isTakenBack = isTakenBack
  }

  /// The most bytes of a name.
  public static let longestName = 100

  /// Returns a name that is safe to store: without control characters and cut to `longestName` bytes. Nil if nothing is
  /// left.
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

  /// The most devices listed in `seen`. The ones with the oldest times are dropped, which at worst shows a settled
  /// conflict again.
  public static let seenLimit = 32

  /// Whether it is a person's own decision.
  public var isOwnWord: Bool { stamp.author != .model && !isByRule && !isTakenBack }

  /// Returns whether this setting makes another one obsolete.
  ///
  /// A person's setting that this one's author knew is obsolete, even if its time is later here: that time may have
  /// been bounded on the author's device.
  public func replaces(_ other: FieldSetting) -> Bool {
    if other.stamp.author == .model || stamp.author != .person { return other < self }
    guard other.stamp.author == .person, other != self else { return false }
    if stamp.device == other.stamp.device { return stamp.claimed > other.stamp.claimed }
    return knows(other)
  }

  /// Returns whether this was made with knowledge of a person's setting, possibly of another field. A device can set
  /// several fields at once.
  public func knows(_ other: FieldSetting) -> Bool {
    if stamp.device == other.stamp.device { return stamp.claimed >= other.stamp.claimed }
    return seen[other.stamp.device].map { $0 >= other.stamp.claimed } ?? false
  }

  /// Returns whether this is the same setting as another one, even if its time was bounded on one device.
  public func isSame(as other: FieldSetting) -> Bool {
    stamp.claimed == other.stamp.claimed && stamp.author == other.stamp.author
      && stamp.device == other.stamp.device && value == other.value
  }

  /// Combines what is known of one setting in two places.
  func joined(with other: FieldSetting) -> FieldSetting {
    var joined = self
    joined.stamp.milliseconds = min(stamp.milliseconds, other.stamp.milliseconds)
    joined.seen.merge(other.seen) { max($0, $1) }
    joined.isByRule = isByRule || other.isByRule
    joined.isTakenBack = isTakenBack || other.isTakenBack
    // A setting has one name unless a device invents one. This choice gives the same result everywhere.
    joined.name = FieldValue(name) < FieldValue(other.name) ? other.name : name
    return joined
  }
}

extension FieldSetting: Comparable {
  /// Orders by stamp. Settings with equal stamps, which only faulty devices make, are ordered by value, so the order is
  /// total.
  public static func < (a: FieldSetting, b: FieldSetting) -> Bool {
    a.stamp == b.stamp ? a.value < b.value : a.stamp < b.stamp
  }
}

/// The value of a field.
public struct FieldValue: Hashable, Sendable {
  /// The value as text; nil for none.
  public var text: String?
  /// Additional data, such as an assignee's id; nil for none.
  public var detail: String?

  /// Creates a value; `detail` is additional data, such as an assignee's id.
  public init(_ text: String?, _ detail: String? = nil) {
    self.text = text
    self.detail = detail
  }
}

extension FieldValue: Comparable {
  /// Orders by bytes, with nil first.
  public static func < (a: FieldValue, b: FieldValue) -> Bool {
    a.text == b.text ? precedes(a.detail, b.detail) : precedes(a.text, b.text)
  }

  private static func precedes(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}
