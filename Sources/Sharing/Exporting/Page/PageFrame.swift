import Crypto
import Encoding

/// The fixed parts of exported HTML pages: head, styles, scripts and controls. `PageItemWriter` uses all of them, and
/// `ChatPage` the head.
enum PageFrame {
  /// The beginning of a page of items.
  static let beginning = beginning("Action items", style: style, scripts: [early, script])

  /// Returns the beginning of a page, with the first script in its head. Style and scripts are inline. The policy
  /// allows them by their hashes, and nothing else (Content Security Policy Level 3, section 8.4).
  static func beginning(_ title: String, style: String, scripts: [String]) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy(style, scripts))">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>\(title)</title>
    <style>\(style)</style>
    \(scripts.first.map { "<script>\($0)</script>\n" } ?? "")</head>
    <body>

    """
  }

  /// Search, filters and order; shown when the script runs.
  static let controls = """
    <section aria-labelledby="list-heading">
    <h2 id="list-heading">Items</h2>
    <div id="controls" class="controls" role="search" hidden>
    <div class="wide"><label for="query">Search</label><input id="query" type="search" autocomplete="off"></div>
    <div><label for="who">Person</label><select id="who"><option value="">Everyone</option></select></div>
    <div><label for="state">State</label><select id="state"><option value="">All</option>\
    <option value="open">Open</option><option value="late">Overdue</option>\
    <option value="done">Done</option></select></div>
    <div><label for="priority">Priority</label><select id="priority"><option value="">Any</option>\
    <option value="1">High</option><option value="2">Medium</option><option value="3">Low</option></select></div>
    <div><label for="sort">Order</label><select id="sort"><option value="list">As listed</option>\
    <option value="due">Due date</option><option value="said">Newest message</option>\
    <option value="who">Person</option><option value="place">Conversation</option>\
    <option value="priority">Priority</option></select></div>
    <div><button id="unfold" type="button">Expand all</button></div>
    </div>
    <p id="hint" class="hint" hidden><span id="count" role="status"></span><span class="keys">. Keys: \
    <kbd>/</kbd> search, <kbd>j</kbd> and <kbd>k</kbd> next and previous, <kbd>Enter</kbd> expand, \
    <kbd>Esc</kbd> clear.</span></p>
    <ul id="items">
    """

  static let end = """
    </ul>
    <button id="more" class="more" type="button" hidden></button>
    </section>
    </main>
    <script>\(script)</script>
    </body>
    </html>

    """

  /// The style of a page of chats.
  static let chatStyle = style + String(decoding: PackageResources.chat_css, as: UTF8.self)

  /// Returns a Content Security Policy that allows this style and these scripts only.
  private static func policy(_ style: String, _ scripts: [String]) -> String {
    let hashes = scripts.map { " '\(digest($0))'" }.joined()
    return "default-src 'none'; style-src '\(digest(style))'; "
      + (hashes.isEmpty ? "" : "script-src\(hashes); ") + "base-uri 'none'; form-action 'none'"
  }

  private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
  /// Marks the page as scripted, so that items are laid out only after the filters have run.
  private static let early = "document.documentElement.className = 'scripted';"
  private static let script = String(decoding: PackageResources.page_js, as: UTF8.self)

  private static func digest(_ text: String) -> String {
    "sha256-" + Base64.string(SHA256.digest(Array(text.utf8)))
  }
}
