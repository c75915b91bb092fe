import Encoding
import TestSupport
import Testing

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("nothing to do", "plain text", "plain text"),
    ("white space at the ends", " \n plain \n", "plain"),
    ("line breaks in plain text", "one\ntwo", "one\ntwo"),
    ("white space runs", "<b>a</b>  \n b", "a b"),
    ("paragraphs", "<p>one</p><p>two</p>", "one\ntwo"),
    ("breaks", "one<br>two<br/>three<br /><br>four", "one\ntwo\nthree\n\nfour"),
    ("empty paragraph", "<p>one</p><p>&nbsp;</p><p>two</p>", "one\ntwo"),
    ("list", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n  - c"),
    ("ordered list", "<ol start=\"3\"><li>a</li><li><p>b</p></li></ol>", "3. a\n4. b"),
    ("item without a list", "<li>a", "- a"),
    ("quote", "<blockquote><p>a</p>b</blockquote>c", "> a\n> b\nc"),
    (
      "quote in a quote", "<blockquote>a<blockquote>b</blockquote></blockquote>c",
      "> a\n> > b\nc"
    ),
    (
      "preformatted", "see<pre><code>if x:\n  y &lt; 1\n</code></pre>ok",
      "see\nif x:\n  y < 1\nok"
    ),
    (
      "table", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "a | b\n1 | 2"
    ),
    (
      "link", "<a href=\"https://a.example/x?b=1&amp;c=2\">the page</a>.",
      "the page (https://a.example/x?b=1&c=2)."
    ),
    (
      "link labelled by itself", "<a href=\"https://a.example/\">a.example</a>",
      "a.example"
    ),
    (
      "label without the final slash", "<a href=\"https://a.example/\">https://a.example</a>",
      "https://a.example"
    ),
    (
      "label with another scheme", "<a href=\"https://a.example\">http://a.example/</a>",
      "http://a.example/"
    ),
    ("link without a label", "<a href='https://a.example'></a>", "https://a.example"),
    ("link inside the page", "<a href=\"#narrow/x\">here</a>", "here"),
    ("mail", "<a href=\"mailto:a@b.example\">Ann</a>", "Ann (a@b.example)"),
    ("mention in Teams", "<at id=\"0\">Ann Lee</at>&nbsp;please", "@Ann Lee please"),
    (
      "mention in Zulip", "<span class=\"user-mention\" data-user-id=\"9\">@Ann</span> hi",
      "@Ann hi"
    ),
    ("silent mention", "<span class=\"user-mention silent\">Ann</span>", "@Ann"),
    ("mention in Matrix", "<a href=\"https://matrix.to/#/@ann:b.example\">Ann</a>: hi", "@Ann: hi"),
    ("span in a mention's place", "<span class=\"x\">a<span>b</span>c</span>", "abc"),
    ("reply fallback", "<mx-reply><blockquote>old</blockquote></mx-reply>new", "new"),
    (
      "preview", "a<div class=\"message_inline_image\"><a href=\"https://a.example\">b</a></div>",
      "a"
    ),
    ("emoji", "<img class=\"emoji\" alt=\":tada:\"> <emoji alt=\"😀\"></emoji>", ":tada: 😀"),
    (
      "image", "<img src=\"x\" alt=\"plan of the hall\"><img alt=\"image\">",
      "[image: plan of the hall]"
    ),
    ("script and style", "a<script>if (1 < 2) {}</script><style>b{}</style>c", "ac"),
    ("comment", "a<!-- b > c -->d<!-->e", "ade"),
    ("comment without an end", "a<!-- b >c", "ac"),
    ("named references", "&lt;&gt;&amp;&quot;&apos;&eacute;&Omega;&hellip;&euro;", "<>&\"'éΩ…€"),
    ("numeric references", "&#233;&#xE9;&#X1F600;&#150;", "éé😀–"),
    (
      "bad references", "&nope; & &; &#; &#x; &#xD800; &#0; &#99999999; &amp",
      "&nope; & &; &#; &#x; \u{FFFD} \u{FFFD} \u{FFFD} &amp"
    ),
    ("a smaller than", "1 < 2 and <3 & a <- b", "1 < 2 and <3 & a <- b"),
    ("tag without an end", "a <b c", "a <b c"),
    (
      "quotes with a bracket", "<a title='>' href=\"https://a.example\">b</a>",
      "b (https://a.example)"
    ),
    ("quote without an end", "<a title='>b</a>c", "bc"),
    ("upper case", "<P>a<BR>b</P>", "a\nb"),
    ("unknown elements", "<systemEventMessage/><x-y z>a</x-y>", "a"),
    ("end tags too many", "</a></p></li></ul></blockquote></pre>a", "a"),
    ("nothing to read", "<p> </p><br>", ""),
  ])
  func `HTML becomes plain text`(name: String, html: String, plain: String) {
    #expect(HTMLText.plain(html) == plain, "\(name)")
  }

  @Test func `deep nesting stays small and quick`() {
    let quotes = String(repeating: "<blockquote>", count: 20_000)
    #expect(HTMLText.plain(quotes + "a<br>b").utf8.count < 100)
    let lists = String(repeating: "<ul><li>", count: 20_000)
    #expect(HTMLText.plain(lists + "a").utf8.count < 100)
    let tags = String(repeating: "<a '", count: 100_000)
    #expect(HTMLText.plain(tags).utf8.count == tags.utf8.count)
    let spans = String(repeating: "<a href=https://a.example>", count: 50_000)
    #expect(HTMLText.plain(spans + "x").utf8.count < 2000)
  }

  @Test func `mutated HTML becomes some text`() {
    let original = Array(
      "<p>Hi <at id=\"0\">Ann</at>, see <a href=\"https://a.example\">x &amp; y</a></p><ol><li>é</li></ol><pre>a\nb</pre>"
        .utf8)
    var mutator = ByteMutator(
      seed: 9, tokens: ["<", ">", "&#x", ";", "\"", "'", "<li>", "</a>", "<!--", "<blockquote>"])
    for _ in 0..<3000 {
      let html = String(decoding: mutator.mutate(original), as: UTF8.self)
      #expect(HTMLText.plain(html).utf8.count <= html.utf8.count * 12)
    }
  }
}
