/// One message in JSON, which is read as `a: x`.
enum OneMessageChat {
  static let text = #"[{"user":"a","text":"x"}]"#
  static let bytes = Array(text.utf8)
}
