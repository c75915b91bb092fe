extension CueLanguage {
  /// How tasks are worded in English.
  static let englishWording = WordingTable(
    parts: [
      .ender: """
      but because since unless until till when whenever once while although though whereas otherwise cuz 'cause
      instead as
      """,
      .pointer: "it them him her he she they its their his hers theirs it's itself",
      [.pointer, .demonstrative]: "this that these those",
      .empty: """
      look try stab shot go crack peek glance bit minute minutes sec second moment time while hand thing things
      something anything everything stuff way lot couple few one ones some any all both same so part point case fact
      reason sense start other another more most much here there everyone somebody someone people guys know sure
      today tomorrow now later day days hour hours week weeks month months year years rest idea note move yet best
      work
      """,
      .chatter:
        "myself thanks thank thx ty lol haha xd heh hehe please pls plz btw imo imho fwiw tho",
      .verbal: """
      is are was were be been being am isn't aren't wasn't weren't has have had having do does did don't doesn't
      didn't will would can could should may might must shall won't can't wouldn't couldn't shouldn't which who whom
      whose what where when why how if whether than that not n't get gets got getting seem seems need needs look
      looks looking sounds want wants go goes going gone make makes made see saw seen think thought know said says
      works fails breaks crashes runs expires makes takes comes came went gives isnt doesnt wont cant there i you we
      he she they it me us them him her i'm i've i'll i'd you're you've we're we've it's that's let let's just also
      already still really very too only even again now then here so because since as
      """,
      .determiner:
        "the a an this that these those my your our his her its their another every each",
      .tail: """
      too though also either then soon now maybe probably likely first anyway instead well yet perhaps definitely
      actually hopefully eventually most already still once and or quickly as plus but so
      """,
      .general: """
      issue issues pr prs ticket tickets bug bugs problem error errors change changes script file files page link
      docs code test tests version meeting discussion question list message email topic branch fix review approach
      process review comments
      """,
      .groupObject: "us",
      .person: """
      i you me we us he she they him her everyone everybody anyone anybody someone somebody guys all people u ya
      your my our his their yourself i'm i've i'll i'd you're you've you'll you'd we're we've we'll
      """,
      .link: "of for in on to from with about",
      .wondering: """
      check see know ask decide tell verify confirm test find out determine wonder investigate whether
      """,
      .particle: "up out off down back in on over away through into forward along around it to",
    ],
    articles: CuePhrase.pairs(in: "our:the your:the my:the ur:the"),
    contractions: CuePhrase.pairs(
      in: """
        i'm:is im:is i've:has ive:has i'll:will i'd:would you're:is you've:has you'll:will you'd:would
        """),
    participles: CuePhrase.pairs(
      in: """
        done:do made:make taken:take given:give put:put set:set found:find cut:cut kept:keep run:run brought:bring
        told:tell shown:show drawn:draw held:hold read:read split:split led:lead met:meet fed:feed thrown:throw
        broken:break dealt:deal fixing:fix doing:do
        """),
    about: "about", takesOn: { "take on \($0)" }, takesItOn: "take it on", group: "the team",
    everyone: "everyone",
    possessive: "'s", inflects: true)
}
