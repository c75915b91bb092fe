/// Links as plain text: the label, and the address if the label does not show it.
package enum LinkText {
  /// Returns a label followed by its address; either may be empty.
  package static func plain(label: String, address: String) -> String {
    guard let shown = self.address(address, besides: label) else { return label }
    return label.isEmpty ? shown : "\(label) (\(shown))"
  }

  /// Returns the address to show after a label, that of mail or a telephone without its scheme.
  ///
  /// Nil if the label is the address, with or without scheme and final slash, or if the address has no scheme.
  static func address(_ address: String, besides label: String) -> String? {
    for scheme in ["mailto:", "tel:"] where address.hasPrefix(scheme) {
      let plain = address.dropFirst(scheme.count)
      return label == plain ? nil : String(plain)
    }
    guard address.holds("://") else { return nil }
    return bare(label) == bare(address) ? nil : address
  }

  /// Returns a web address without scheme and final slash.
  private static func bare(_ address: String) -> Substring {
    var bare = Substring(address)
    if let scheme = ["http://", "https://"].first(where: bare.hasPrefix) {
      bare = bare.dropFirst(scheme.count)
    }
    return bare.hasSuffix("/") ? bare.dropLast() : bare
  }
}
