/// Serves the files of the page with scripts: HTML, CSS and JavaScript, the same for everybody. The page fetches the
/// list with a token that the person types in, so there is no cookie that another site could use. `PlainPage` makes the
/// pages without scripts.
enum HubPage {
  /// The response with the file at a path; nil if the page has no such file.
  static func file(_ path: String) -> HubAnswer? {
    switch path {
    case "/": answer("text/html", PackageResources.hub_html)
    case "/hub.css": answer("text/css", PackageResources.hub_css)
    case "/hub.js": answer("text/javascript", PackageResources.hub_js)
    case "/hub-list.js": answer("text/javascript", PackageResources.hub_list_js)
    case "/hub-item.js": answer("text/javascript", PackageResources.hub_item_js)
    case "/hub-text.js": answer("text/javascript", PackageResources.hub_text_js)
    case "/hub-share.js": answer("text/javascript", PackageResources.hub_share_js)
    // Browsers request it on their own, with or without a token.
    case "/favicon.ico": HubAnswer(204)
    default: nil
    }
  }

  /// The page's Content Security Policy (Level 3): its own scripts and styles, and requests to its hub.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

  private static func answer(_ type: String, _ bytes: [UInt8]) -> HubAnswer {
    var answer = HubAnswer(
      200, json: bytes,
      fields: [
        .init("Content-Security-Policy", policy),
        .init("Referrer-Policy", "no-referrer"),
        .init("Cache-Control", "no-cache"),
        .tag(HubItems.tag(of: bytes)),
      ])
    answer.type = "\(type); charset=utf-8"
    return answer
  }
}
