/// What a word is for the wording of a task, beside its roles.
///
/// These are apart from the roles, by which acts are found and weighed: a word that is noted here is no
/// better known there.
struct Part: OptionSet, Sendable {
  let rawValue: UInt16

  /// "but", "unless": a task ends before it.
  static let ender = Part(rawValue: 1)
  /// "it", "them", "this": stands for what was named before.
  static let pointer = Part(rawValue: 2)
  /// "this", "those": points, or belongs to the word behind it.
  static let demonstrative = Part(rawValue: 4)
  /// "look", "thing", "minute": a noun that names nothing.
  static let empty = Part(rawValue: 8)
  /// "thanks", "lol": no part of what is said.
  static let chatter = Part(rawValue: 16)
  /// "was", "could", "which": no part of a thing's name.
  static let verbal = Part(rawValue: 32)
  /// "the", "another": a thing's name begins.
  static let determiner = Part(rawValue: 64)
  /// "too", "though", "soon": says nothing at a task's end.
  static let tail = Part(rawValue: 128)
  /// "us": all of them.
  static let groupObject = Part(rawValue: 256)
  /// "you", "me": stands for somebody, and is no thing.
  static let person = Part(rawValue: 512)
  /// "of", "for": joins two things to one.
  static let link = Part(rawValue: 1024)
  /// "check", "see": "if" may follow, and tells what is checked.
  static let wondering = Part(rawValue: 2048)
  /// "up", "out": part of a verb, that names nothing.
  static let particle = Part(rawValue: 4096)
  /// "issue", "PR": one of many, and not said which.
  static let general = Part(rawValue: 8192)
}
