/// The kinds of JSON values.
public enum JSONKind: String, Hashable, Sendable {
  case object = "an object"
  case array = "an array"
  case string = "a string"
  case number = "a number"
  case bool = "true or false"
  case null = "null"
}
