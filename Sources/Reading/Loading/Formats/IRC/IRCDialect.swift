/// The programs that write IRC logs, each in its own format.
enum IRCDialect: CaseIterable {
  case irssi, weechat, mirc, hexchat, irccloud, rrsagent, ubuntu, qwebirc, quassel, pircbot
  case dircproxy, irclog2html, iso, text, colons

  /// Whether nothing else looks like this format.
  var isUnmistakable: Bool { self != .text && self != .colons }

  /// Whether its lines, or lines between them, have dates.
  var namesDays: Bool {
    [.irssi, .weechat, .hexchat, .irccloud, .dircproxy, .iso].contains(self)
  }

  var description: FormatDescription {
    FormatDescription(
      name: "irc-\(self == .colons ? "plain" : "\(self)")", platform: "irc", title: title,
      reads: reads, howToExport: howToExport)
  }

  private var title: String {
    switch self {
    case .irssi: "irssi log"
    case .weechat: "WeeChat log"
    case .mirc: "mIRC or ZNC log"
    case .hexchat: "HexChat log"
    case .irccloud: "IRCCloud log"
    case .rrsagent: "RRSAgent log"
    case .ubuntu: "irclogs.ubuntu.com log"
    case .qwebirc: "qwebirc log"
    case .quassel: "Quassel log"
    case .pircbot: "PircBot log"
    case .dircproxy: "dircproxy log"
    case .irclog2html: "irclog2html page"
    case .iso: "IRC log with dates"
    case .text: "IRC lines"
    case .colons: "lines of `nick: text`"
    }
  }

  private var reads: String {
    switch self {
    case .irssi: "a channel's log, also with `nick | text` themes"
    case .weechat: "a .weechatlog file"
    case .mirc: "a channel's log, a day's log; the day is that of the file's name"
    case .hexchat: "a channel's log, also XChat's"
    case .irccloud: "a channel's text file of the export"
    case .rrsagent: "`HH:MM:SS <nick> text`; the day is that of the file's name, or --date"
    case .ubuntu: "a day's text file; the day is that of the file's or folder's name, or --date"
    case .qwebirc, .quassel: "text copied from the window; --date sets the day"
    case .pircbot: "a day's HTML; the day is that of the file's name"
    case .dircproxy: "a channel's log, with times of either kind or none"
    case .irclog2html:
      "a page of any style but MediaWiki's; the day is that of the file's name, or --date"
    case .iso: "`2026-01-31 10:42:03 <nick> text`, in brackets or not, with a zone or not"
    case .text: "`<nick> text` without times, as copied from a window"
    case .colons: "a text with only such lines"
    }
  }

  private var howToExport: String {
    switch self {
    case .irssi: "Type /set autolog on; logs are in ~/irclogs."
    case .weechat: "Logging is on by default; logs are in ~/.local/share/weechat/logs."
    case .mirc: "mIRC: Alt+O > IRC > Logging. ZNC: load the module log; logs are in moddata/log."
    case .hexchat:
      "Settings > Preferences > Chatting > Logging; logs are in ~/.config/hexchat/logs."
    case .irccloud: "Settings > Your data > Export chat logs."
    case .rrsagent: "Ask for `RRSAgent, pointer`, and add .txt to the address."
    case .ubuntu: "Save the .txt of a day from irclogs.ubuntu.com."
    case .qwebirc, .text, .colons: "Select the lines in the window, copy, paste into a text file."
    case .quassel: "Select the lines in the chat view, copy, paste into a text file."
    case .pircbot: "PircBot's LogBot writes a file per day into its output folder."
    case .dircproxy: "Set chan_log_copydir; it writes a file per channel there."
    case .irclog2html: "irclog2html (https://github.com/mgedmin/irclog2html) makes them from logs."
    case .iso: "Many bots and The Lounge (Settings > logs in text files) write it."
    }
  }
}
