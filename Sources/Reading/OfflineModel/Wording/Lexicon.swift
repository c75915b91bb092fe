/// The words of English or German by their roles in the statement of a task.
struct Lexicon: Sendable {
  enum Role: String, Sendable {
    /// A common word, which shows the language.
    case sign
    /// A verb of a task. English ones may also be nouns. After a teller stands the person to be told.
    case verb, noun, teller
    /// A verb that states no work, and one after which a question may stand.
    case unlikely, inquiry
    /// Words that begin a request, a promise or a duty, and those by which the speaker means their own work.
    case ask, promise, modal, duty, own
    /// A word that shows that a sentence states a task.
    case need
    /// A person, and words for the two who talk.
    case person, subject, told, speaker, listener
    /// Words that begin or end a clause, connect two, or stand in one that states no task.
    case start, ender, subordinator, question, joint, listing, auxiliary
    /// Words without content: between others, anywhere, at the end, at the start, and for the speaker.
    case filler, anywhere, tail, opener, selves
    /// Words that stand for a thing, and those that may stand before it.
    case pronoun, back, article, determiner, indirect, object
    /// Words that are no object, parts of German verbs, words that end no task, and those that no German task contains.
    case light, prefix, dangling, foreign
  }

  private var roles: [String: Set<Role>] = [:]

  /// Creates a lexicon from lists of words, each after its role and a colon.
  private init(_ lists: String) {
    var role: Role?
    for word in lists.split(whereSeparator: \.isWhitespace) {
      if word.last == ":" {
        role = Role(rawValue: String(word.dropLast()))
        precondition(role != nil, "no role is named \(word)")
      } else if let role {
        roles[String(word), default: []].insert(role)
      }
    }
  }

  /// Returns whether a word has one of some roles.
  func has(_ wanted: Role..., word: String) -> Bool {
    guard let roles = roles[word] else { return false }
    return wanted.contains(where: roles.contains)
  }

  /// Returns the words of a role.
  func words(_ role: Role) -> Set<String> { Set(roles.filter { $0.value.contains(role) }.keys) }

  static let english = Lexicon(
    """
    sign: the and to of is are i i'll you we it for on with that this will can could please my your has have need by not
    it's from at be do don't he she they he's our me us
    verb: add agree answer apply approve arrange ask assign attach borrow bring buy calculate call cancel change chase
    check close collect come confirm count create decide delete deliver deploy do double-check email enter escalate
    extend file fill find finish follow forward get give go grab handle hang help hold hook install invite invoice join
    keep kick leave let mail make merge message migrate move negotiate notify nudge organise organize pay ping poke prep
    prepare proofread publish pull push put raise reach read rebase rebook rebuild redo refund remind remove rename
    renew repair replace reply rerun reschedule reserve reset resend resolve restart restore revert rewrite rotate save
    scan sell send set speak stick submit summarise summarize swap take tell translate trim type unlock upgrade upload
    verify write chuck hire lift sweep feed cook bake fetch photograph edit lay tag investigate implement rewire tighten
    strip sew
    noun: tidy build list clean clear empty top film order book report test plan notice note work design review update
    issue request release map cost post label mark cover show hand open free train document record return light sort
    sketch draft pack paint patch process block lead load lock log look model measure run switch sign talk text turn
    walk wire present print export import copy contact back cut fix drop drive drink share ship start stop store search
    schedule roll ring register place pick phone rent iron weigh water wash wrap
    teller: send give bring get buy show forward mail email make order write print book pass hand draft find leave post
    save sort build grab
    unlikely: have not never need like love think know want hope guess see been say wait mean than use try got stay live
    survive happen imagine believe cope manage suggest assume kill cry
    tail: like too also and then now myself yourself instead already though anyway or again so today if first tho n
    either right mate maybe as well asap
    start: i i'll i'm we they she he it's i've we're can thats that's
    person: you u ya ye someone somebody anyone anybody one everyone everybody all y'all i we guys folks team i'm we're
    i've we've
    ask: can could would will cld
    promise: i'll ill we'll you'll lemme imma i'lll
    modal: will must should shall gonna gotta can could
    duty: need needs have has ought got going is am are gotta remember sure has'ta'
    subordinator: if when until so that what how before who which whether where why don't didn't doesn't no not n't once
    unless because cos do did does after than while till whenever would could can
    filler: please pls plz kindly also just maybe then ok okay yeah yes yep sure right so btw hey hi thanks thx ta uh um
    er and but try now quickly possibly actually probably perhaps still quick oh ah fine cool great lol well first
    anywhere: please pls plz kindly thanks thx ta uh um er btw lol just ok okay cheers
    ender: because cos cause coz since so but if when while otherwise although unless which who whoever whenever though
    cuz once whilst cheers where as instead right yeah sorry thank unfortunately hopefully ideally
    subject: i we you he she they it i'll we'll you'll he'll she'll they'll i'm we're you're they're it's that's there's
    he's she's i've we've i'd what's who's nobody everything
    pronoun: it em 'em six three four five seven eight nine ten them that this these those him her one ones both all
    some any he she they everything something anything mine yours ours theirs it's that's so same thing things stuff
    what there here such which
    light: to of for at in on off up out over down back with from into by about after before around through again
    together away along the a an and or my your our his her its their too as well not don't rest more me us you i we
    sort done going few bit couple lot go be is are was some this that two both first asap already still now then later
    article: the a an his their our its another every each some any
    question: if whether when where who which how why
    dangling: the a an to of for at from with my your our his their and or into as by about that if than very sure case
    see only one ones things stuff i we is are not whether when where who how why
    told: me us u ya you
    determiner: em 'em six three four five seven eight nine ten that this these those her ones both all some any
    everything something anything mine yours ours theirs it's that's so same thing things stuff such which
    indirect: him her them all both some any
    object: my your to me us for this that
    own: i i'll ill let lemme we we'll
    inquiry: ask check see confirm find tell decide
    joint: and or n & then that after before
    listing: and or & n
    back: it that this them these those
    need: need needs must should has todo someone somebody deadline please pls
    speaker: me i us my you u
    listener: you your u ye i
    """)

  static let german = Lexicon(
    """
    sign: der die das und ich ist nicht ein eine den dem mit für auf zu wir du ihr bitte noch muss kann kannst mal dann
    von im am bis hab mach schon auch wer sind brauch wird sie heute morgen
    verb: schicken verschenken machen kümmern erinnern schreiben bestellen kaufen holen bringen buchen prüfen klären
    fragen sagen melden senden legen stellen setzen hängen drucken kopieren räumen putzen reinigen waschen spülen kochen
    backen packen planen organisieren reservieren kontrollieren aktualisieren informieren reparieren installieren
    korrigieren dokumentieren koordinieren telefonieren reden testen checken ändern liefern sammeln wechseln bestätigen
    besorgen erledigen erstellen bezahlen zahlen überweisen übersetzen überprüfen bearbeiten beantragen beantworten
    besprechen verschicken verteilen verschieben vorbereiten schauen gucken suchen kündigen zeigen tauschen spielen
    bauen kleben füllen leeren gießen zählen führen rechnen messen löschen öffnen schließen mieten leihen danken
    entwerfen entscheiden formulieren nennen richten schneiden streichen bohren fotografieren hören stimmen teilen
    reichen rufen stehen gehen kommen rücken tippen pflegen posten pushen mailen mergen deployen reviewen updaten
    einladen verlegen verlängern verkaufen ziehen bitten sichern sortieren übernehmen unterschreiben beschaffen
    abonnieren archivieren scannen ordern hinterlegen werben heizen mähen entsorgen vereinbaren veranlassen
    veröffentlichen ergänzen ersetzen erneuern erfassen ermitteln freigeben begleiten betreuen bemalen basteln nähen
    drehen laden heften binden kehren gestalten lektorieren eröffnen beauftragen zeichnen bereiten beschriften lüften
    entlüften
    prefix: an ab auf aus bei durch ein fest fertig frei her heraus herum hin hinzu hoch los mit nach nieder raus rein
    rüber rum runter um vor vorbei weg weiter zu zurück zusammen bereit rauf ran gegen dazu herein hinein leer
    modal: kannst könntest magst würdest könnt könntet können könnten kann könnte muss müssen musst müsst müsste müssten
    soll sollst sollen sollte solltest sollten werde werd wirst wird werden würde will muß kannste könnteste
    foreign: ich du wir i ist sind hat habe hab nicht kein mich dich er haben wird mein meine meinen meiner meinem dein
    deine deinen deiner deinem brauchen nöd ohmd chan allen keine keinen n d ei wollte wollten wolltest denen ihnen s
    war 's
    auxiliary: zu haben sind ist hat ich wir sie die's werden
    determiner: das den die dem der diese diesen dieses eine einen eins
    person: du ihr sie ich i wir jemand wer einer man jeder alle
    filler: bitte mal kurz sowieso wieder noch doch eben gerne gern dann auch schnell gleich äh ähm also einfach eh ja
    wohl vielleicht schon ok okay ma no halt nochmal erstmal erst danke bidde natürlich selbst selber ruhig lieber
    später nachher eigentlich pls so bloß trotzdem inzwischen jedenfalls jetzt
    selves: mir mich dir dich euch uns sich ihnen dafür dazu da dort hier
    pronoun: welchen es das den die dem der ihn sie ihm dies diese dieses diesen welche welches alles was etwas beides
    beide ihnen da dazu damit dafür davon darum darüber daran dort hier so eins einen eine nichts ihr gelegenheit dirs
    ups drum
    light: diesmal vorher gesammelt neu fertig drüber wieder direkt gut ran dran rein zusammen per abends morgens erstes
    mittags beim ans aufs fürs ins übers gegen ohne unter wegen seit hinter zwischen neben heute heut morgen abend früh
    mittag ein eine einen einem einer an auf aus bei bis durch für im in mit nach über um von vom vor zu zum zur am hin
    her und oder nicht nur alle ab weg als wie mein meine meinen dein deine deinen
    ender: weil wenn dass ob falls damit sonst aber denn sobald bevor während sodass obwohl oder sondern danke gell ne
    wann wo wie was welche wer warum
    opener: du ihr und alle so ich wer jemand jeder
    back: es ihn das sie
    listing: und oder sowie
    need: muss müssen soll braucht brauchen brauche fehlt bitte jemand wer sollte brauch pls todo
    """)
}
