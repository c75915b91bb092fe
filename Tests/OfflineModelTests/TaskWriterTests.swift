import Testing
import WordFuzz

@testable import OfflineModel

/// The list entry that a line becomes.
@Suite struct TaskWriterTests {
  private static let writer = TaskWriter(
    names: ["Anna", "Ben", "Dora Miller", "Jo", "Jürgen", "Marek", "Rosa", "Tom"], Chat.deadlines)

  static let english = Row.table(
    """
    promise | I'll send the report by Friday | Send the report
    promise with a time | I will update the deployment guide at 3pm tomorrow | Update the deployment guide
    promise to somebody | I'll send you the report tomorrow | Send the report
    plan | I'm going to paint the fence on Sunday | Paint the fence
    duty with a reason | I need to finish my slides by Friday because my boss wants them | Finish my slides
    request by name | Ben, can you review the pull request by Friday? | Review the pull request
    request in small talk | hey Ben could you maybe call the vendor (the one in Leeds) today | Call the vendor
    mention | @Ben please add the new logo to the website asap | Add the new logo to the website
    courtesy | could you translate the release notes, please? | Translate the release notes
    for the speaker | Ben, can you send me the contract? | Send the contract
    call | Can someone restart the staging server? | Restart the staging server
    open work | someone needs to update the wiki | Update the wiki
    minutes | ACTION: Anna to book the room for Monday | Book the room for Monday
    third person | Ben sends the invoice on Monday | Send the invoice
    box | - [ ] order the badges | Order the badges
    bullet | • order the badges | Order the badges
    number | 1. Send the invoice to Dora | Send the invoice to Dora
    reminder | remember to call the vendor | Call the vendor
    talk before | Sounds good. I'll book the room. | Book the room
    what others do | I'll send the draft tomorrow and we can then plan the rest | Send the draft
    two things | I'll write the summary and send it to Anna tomorrow | Write the summary and send it to Anna
    condition | I'll review the contract once it is signed | Review the contract
    question inside | I'll check if there is a newer version of the driver tomorrow | Check if there is a newer version of the driver
    question of somebody | Ben, please ask Dora if she has the key | Ask Dora if she has the key
    week that it is for | I'll write the report for next week by Thursday | Write the report for next week
    number that is not a date | Please send the report 3 by Friday | Send the report 3
    list | Please buy milk, bread and eggs. | Buy milk, bread and eggs
    list without a stop | Please buy milk, bread and eggs | Buy milk, bread and eggs
    shortcode | I'll post the photos tomorrow :smile: | Post the photos
    list of commas | Please buy milk, eggs, bread | Buy milk, eggs, bread
    question with a subject inside | Ben, please ask Dora when they arrive | Ask Dora when they arrive
    address before | Ben, please call the bank | Call the bank
    address behind | can you send me the invoice, Ben? | Send the invoice
    address at the end | can you send me the invoice, Rosa? | Send the invoice
    label | TODO: Anna to close the books by Friday | Close the books
    label and name | ACTION: Jo to send the minutes to Jane by Friday | Send the minutes to Jane
    label of two words | Action item: Jo - update the risk register | Update the risk register
    label with a name | TODO Jo: call the insurer | Call the insurer
    box with a name | [ ] Marek: fix the tap | Fix the tap
    box that is ticked | [x] order the badges | Order the badges
    bullet with a name | - Tom: book van | Book van
    name | Marek: pack tools | Pack tools
    label without a colon | ACTION Rosa to order paint | Order paint
    number in brackets | 2) Order the badges | Order the badges
    what has to be done | I'll have to call the bank | Call the bank
    what not to forget | Don't forget to submit your timesheets by Friday | Submit your timesheets
    ordinal | I'll send the minutes by the 3rd | Send the minutes
    tab | Please send\tthe report | Send the report
    offer | shall I call the bank about the fees? | Call the bank about the fees
    offer with a verb before | do you want me to chase the electrician about the certificate? | Chase the electrician about the certificate
    wish | I want you to call the bank | Call the bank
    purpose | so I can put the deck together | Put the deck together
    offer of two | can I bring the cups on Friday? | Bring the cups
    title | Please add “Q3 plan” to the agenda | Add “Q3 plan” to the agenda
    """)

  @Test(arguments: english)
  func `an English line becomes an imperative`(row: Row) {
    let written = Self.writer.task(in: row.text)
    #expect(written.task == row.expected && written.isClean, "\(row.name)")
  }

  static let german = Row.table(
    """
    promise | Ich schicke den Bericht bis Freitag | Den Bericht schicken
    verb in two parts | Ich rufe den Kunden am Montag an | Den Kunden anrufen
    ordinal | Ich hole am 15. Januar die Torte ab | Die Torte abholen
    about | Ich kümmere mich um die Getränke | Um die Getränke kümmern
    polite request | Könnten Sie bitte das Angebot prüfen? | Das Angebot prüfen
    polite imperative | Schicken Sie bitte die Unterlagen an Frau Brandt | Die Unterlagen an Frau Brandt schicken
    date within | Kannst du das Angebot bis Freitag an Frau Brandt schicken? | Das Angebot an Frau Brandt schicken
    request to all | Ihr müsst die Anmeldung bis zum 3. Februar abgeben | Die Anmeldung abgeben
    third person | Ben ruft den Klempner an | Den Klempner anrufen
    call | Wer kann die Getränke holen? | Die Getränke holen
    strong imperative | Nimm bitte die Schlüssel mit | Die Schlüssel mitnehmen
    imperative with thanks | Ben, mach bitte die Fenster zu, danke! | Die Fenster zumachen
    infinitive by name | Ben: bitte Angebot schicken | Angebot schicken
    short date | Bitte bis 5.6. die Umfrage ausfüllen | Die Umfrage ausfüllen
    bullet | - bitte das Protokoll schreiben | Das Protokoll schreiben
    number | 1. Bitte das Protokoll schreiben | Das Protokoll schreiben
    list | Ich hol morgen Milch, Brot und Eier | Milch, Brot und Eier holen
    two things | Ich lese das Protokoll und schreibe die Mail an die Kunden | Das Protokoll lesen und die Mail an die Kunden schreiben
    condition | Ich kann die Tische tragen, wenn jemand hilft | Die Tische tragen
    day that it is for | Könntest du für Samstag einen Tisch reservieren? | Für Samstag einen Tisch reservieren
    date, and another sentence | Ich schicke den Bericht bis 5.6. Dann ist Ruhe | Den Bericht schicken
    part behind a date | Ich rufe den Elektriker bis 24.11. an und frage wegen der Steckdose | Den Elektriker anrufen und wegen der Steckdose fragen
    request to all, with a date | Bitte räumt alle bis spätestens 30.11. eure Schreibtische leer und beschriftet die Kartons | Eure Schreibtische leerräumen und die Kartons beschriften
    two verbs, the first without an object | Super, schaue ich mir morgen früh an und sage dann der Firma zu | Anschauen und der Firma zusagen
    what another person does | Räumst du die Tische leer und Tom beschriftet die Kartons? | Die Tische leerräumen
    date and time | Jens, bitte schick bis Dienstag 7 Uhr den Plan an Lukas | Den Plan an Lukas schicken
    whom it is asked | Ich frage Dora nach dem Schlüssel | Dora nach dem Schlüssel fragen
    to whom | Ich schicke Dora den Vertrag | Dora den Vertrag schicken
    to whom, in a question | Kannst du Dora den Vertrag schicken? | Dora den Vertrag schicken
    name without a comma | Ben kannst du den Klempner anrufen? | Den Klempner anrufen
    whole name | Kann Dora Miller den Klempner anrufen? | Den Klempner anrufen
    verb that is rare without its other part | Ich bereite die Folien vor | Die Folien vorbereiten
    label | TODO: Protokoll schreiben | Protokoll schreiben
    label with a name behind | TODO: Protokoll schreiben (Jens) | Protokoll schreiben
    name | Ben: Angebot schicken | Angebot schicken
    somebody unknown | Jens: Heizung entlüften | Heizung entlüften
    question for leave | Soll ich die Liste schreiben? | Die Liste schreiben
    strong imperative, for the speaker | gib mir die Liste | Die Liste geben
    object before the request | Ben, die Zettel bitte bis Freitag verteilen | Die Zettel verteilen
    remark after the request | Kannst du das Schaufenster dekorieren, spätestens im März? | Das Schaufenster dekorieren
    request with its object first | Den Bericht kannst du bitte bis Freitag schreiben? | Den Bericht schreiben
    purpose | damit ich die Löhne machen kann | Die Löhne machen
    talk before | Die Heizung ist kaputt. Ben, rufst du den Klempner an? | Den Klempner anrufen
    """)

  @Test(arguments: german)
  func `a German line becomes an infinitive`(row: Row) {
    let written = Self.writer.task(in: row.text)
    #expect(written.task == row.expected && written.isClean, "\(row.name)")
  }

  @Test(
    arguments: Row.table(
      """
      owner of an export | You | When you send the report to the bank, please add the invoice for Ben. | Add the invoice for Ben
      surname with a particle | Anna von Stein | Bring von Anna bitte das Paket mit | Von Anna das Paket mitbringen
      """))
  func `a name that is also a common word stays a word`(row: Row) {
    let writer = TaskWriter(names: ["Ben", row.fields[1]], Chat.deadlines)
    #expect(writer.task(in: row.fields[2]).task == row.expected, "\(row.name)")
  }

  static let quoted = Row.table(
    """
    pronoun | I'll do it | “I'll do it”
    pronoun with the sentence before | The wiki is out of date. I'll fix it. | “The wiki is out of date. I'll fix it”
    longer one with the sentence before | Alt texts are missing on about 40 images. Mila, those need to be there before the accessibility audit on Nov 26 | “Alt texts are missing on about 40 images. Mila, those need to be there before the accessibility audit on Nov 26”
    waiver | Die Kisten kannst du dir sparen | „Die Kisten kannst du dir sparen“
    no verb | the report for next week | “the report for next week”
    link alone | please review https://example.org/pull/7 | “please review https://example.org/pull/7”
    link alone, in German | Bitte https://example.org/plan prüfen | „Bitte https://example.org/plan prüfen“
    name and no verb | Mia: till on Sunday | “Mia: till on Sunday”
    question that is not said | Ben, please ask Dora whether | “Ben, please ask Dora whether”
    link first, in German | Die https://example.org/plan prüfen | „Die https://example.org/plan prüfen“
    noun that may be a verb | Test jig still fails | “Test jig still fails”
    one word | Report! | “Report”
    emoji | 👍 | “👍”
    quotation that is not closed | Please add “Q3 plan to the agenda | “Please add “Q3 plan to the agenda”
    refusal | I don't want you to book the room | “I don't want you to book the room”
    question for a place | Where can I find the template? | “Where can I find the template”
    question for a person | Who should I ask about the keys? | “Who should I ask about the keys”
    German pronoun | Ich mach das | „Ich mach das“
    long | We went through all of the numbers with the people from the finance department again and nobody could say where they are | “We went through all of the numbers with the people from the finance department again and nobody…”
    long, with a clause that counts | We went through all of the numbers with the people from the finance department again and nobody knew, so Ben, could you look at it on Monday with Dora | “could you look at it on Monday with Dora”
    """)

  @Test(arguments: quoted)
  func `a line that cannot be shortened is quoted`(row: Row) {
    let written = Self.writer.task(in: row.text)
    #expect(written.task == row.expected && !written.isClean, "\(row.name)")
  }

  // MARK: - All lines

  @Test func `a question at the end of a long sentence does not reach into the next one`() {
    let words = String(repeating: "the report for the bank ", count: 8)
    let written = Self.writer.task(in: "so \(words)can. I know")
    #expect(!written.task.isEmpty && !written.quote.isEmpty)
  }

  @Test func `each task is short, not empty, and quotes its line`() {
    let hostile = [
      "", " ", "?!", "...", "- [ ]", "`code`", "@", "@Ben", "\u{301}", "\u{200D}", "://", "www.",
      "please " + String(repeating: "x", count: 20_000), String(repeating: "send ", count: 5_000),
      String(repeating: "can you send ", count: 1_000), String(repeating: "( ", count: 2_000),
      "Bitte " + String(repeating: "Rechnung, ", count: 1_000) + "prüfen",
      "Kannst du " + String(repeating: "ä", count: 20_000) + " prüfen?",
      String(repeating: "Ich schicke dir und ", count: 900),
    ]
    for text in SentenceStock.calls + hostile {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        Self.check(line)
      }
    }
  }

  private static func check(_ line: String) {
    let written = writer.task(in: line)
    let (task, quote, isClean) = (written.task, written.quote, written.isClean)
    let name = line.prefix(60)
    #expect(task.count <= (isClean ? 260 : 144), "\(name)")
    #expect(isClean ? task.contains(" ") : task.count >= 2, "\(name)")
    // Compares scalars: a quote may begin with an accent that combines with the mark before it.
    let first = task.unicodeScalars.first
    #expect(isClean || first == "“" || first == "„", "\(name)")
    #expect(quote.startIndex >= line.startIndex && quote.endIndex <= line.endIndex, "\(name)")
    #expect(!isClean || !quote.isEmpty, "\(name)")
  }

  @Test(arguments: [
    ("in the middle", "Please send\u{202E} the report", "“Please send”"),
    ("behind the task", "I'll send the report\u{7} by Friday", "Send the report"),
    ("a tab in a quote", "I'll\tdo it", "“I'll do it”"),
    ("a line separator", "Please send the report\u{2028}to Dora", "Send the report"),
    ("in a line without words", "\u{202E}👍", "“👍”"),
  ])
  func `no character that alters surrounding text gets into a task`(
    name: String, line: String, task: String
  ) {
    let written = Self.writer.task(in: line)
    #expect(written.task == task, "\(name)")
    #expect(!written.quote.unicodeScalars.contains(where: TaskLine.isControl), "\(name)")
  }
}
