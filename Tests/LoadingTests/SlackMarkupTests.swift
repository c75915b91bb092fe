import Testing

@testable import Loading

@Suite struct SlackMarkupTests {
  static let markup = SlackMarkup(
    userName: { ["U1": "Anna"][$0] }, channelName: { ["C1": "general"][$0] })

  @Test(arguments: [
    ("nothing to do", "plain * text_", "plain * text_"),
    ("known user", "<@U1> hi", "@Anna hi"),
    ("unknown user", "<@U9>", "@U9"),
    ("unknown user with a label", "<@U9|zoe>", "@zoe"),
    ("channel", "see <#C1|old-name>", "see #general"),
    ("unknown channel", "<#C9|ops>", "#ops"),
    ("here", "<!here> <!channel> <!everyone>", "@here @channel @everyone"),
    ("group", "<!subteam^S1|@devs>", "@devs"),
    ("group without a label", "<!subteam^S1>", "@S1"),
    ("date", "<!date^1392734382^{date}|Feb 18, 2014>", "Feb 18, 2014"),
    ("bare link", "<https://a.example/b?c=1&amp;d=2>", "https://a.example/b?c=1&d=2"),
    ("link with a label", "<https://a.example|the &lt;page&gt;>", "the <page> (https://a.example)"),
    ("link labelled by itself", "<http://a.example|a.example>", "http://a.example"),
    ("mail", "<mailto:a@b.example|a@b.example>", "a@b.example"),
    ("mail with a label", "<mailto:a@b.example|Ann>", "Ann (a@b.example)"),
    ("telephone", "<tel:+49123|+49123>", "+49123"),
    ("entities", "1 &lt; 2 &amp;&amp; 3 &gt; 2 &nbsp;", "1 < 2 && 3 > 2 &nbsp;"),
    ("double escape", "&amp;lt;", "&lt;"),
    ("open bracket", "a < b <@U1", "a < b <@U1"),
    ("words in brackets", "List<String> <b>a</b>", "List<String> <b>a</b>"),
    ("empty reference", "<>", ""),
  ])
  func `markup becomes plain text`(name: String, text: String, plain: String) {
    #expect(Self.markup.plain(text) == plain, "\(name)")
  }
}
