/// One message in JSON, which is read as `a: x`.
enum SmallChat {
  static let text = #"[{"user":"a","text":"x"}]"#
  static let bytes = Array(text.utf8)
}
