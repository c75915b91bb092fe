/// The page that a hub shows to browsers: a few files, the same for everybody. What is on the list they ask for
/// themselves, with the token that somebody types in, so that no cookie can be used by another page.
enum HubPage {
  /// What stands under a path; nil where the page has nothing there.
  static func file(_ path: String) -> HubAnswer? {
    switch path {
    case "/": answer("text/html", PackageResources.hub_html)
    case "/hub.css": answer("text/css", PackageResources.hub_css)
    case "/hub.js": answer("text/javascript", PackageResources.hub_js)
    case "/hub-list.js": answer("text/javascript", PackageResources.hub_list_js)
    case "/hub-item.js": answer("text/javascript", PackageResources.hub_item_js)
    case "/hub-text.js": answer("text/javascript", PackageResources.hub_text_js)
    case "/hub-share.js": answer("text/javascript", PackageResources.hub_share_js)
    // Browsers ask for it by themselves, with the token or without.
    case "/favicon.ico": HubAnswer(204)
    default: nil
    }
  }

  /// What the page may do (Content Security Policy Level 3): its own script and style, and requests to its hub.
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
