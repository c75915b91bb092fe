/// A mail as it appears in mbox files.
enum MboxMail {
  static func text(_ fields: String, _ body: String, from: String = "Ann <ann@a.example>") -> String
  {
    "From ann@a.example Sat Jan 31 15:48:11 2026\nFrom: \(from)\n"
      + "Date: Sat, 31 Jan 2026 15:48:11 +0100\n\(fields)\n\(body)\n\n"
  }
}
