extension WrittenLanguage {
  /// English, German, and what is near them.
  static let germanic = table(
    """
    # en English |  |
    the to and it that you i for this with be are have not but your what can will if they just from about when
    how would like get there think know which been were has our my out then now any only could should did
    don't dont i'm im it's its that's thats i'll ill i've ive can't cant well see need want some more here all
    by is of a in on we so do was at as or no me he she his her us them up let let's lets yes yeah ok okay
    sure thanks thank please good also still one time make where who why doesn't isn't won't we'll we're
    you're didn't he's what's there's than too into over after before today tomorrow tonight going go got back
    new work something anyone everyone maybe really right sorry hi hello hey had because next does
    # de German | äöüß |
    und der die das ist nicht ich wir sie ein eine mit auf für fuer dass daß auch noch dem den des von zu zum
    zur wenn aber oder kann kannst können koennen könnt hat habe haben hab wird werden wurde schon bei nach wie
    ja nein mal bitte heute morgen jetzt nur hier es ihr uns euch dir mir mich dich im ins als sind einen einem
    einer dann du er man so was wer wo warum da doch gut danke alle alles mach mache machen muss müssen muessen
    soll sollen sollte bis um am vom aus über ueber sehr mehr kein keine wieder gerade vielleicht gerne gern
    klar bin bist war waren hallo moin weil ob dein deine mein meine unser unsere ihm ihn ihnen ihre sein seine
    etwas nichts immer nochmal gibt geht komme kommt denn also eben halt diese dieser dieses ne nee gleich
    in okay nid isch mer chasch hani gsi
    # nl Dutch |  | lijk heid ijkt
    de het een en is dat die niet ik je jij we wij ze zij hij van voor met op aan in te er maar ook nog al als
    dan of om bij naar uit over wel geen kan kun kunnen heb heeft hebben hebt ben bent zijn was waren wordt
    worden zal zullen zou moet moeten wil ga gaat gaan doe doen mij me mijn jouw jullie ons onze hun hem haar
    wat wie waar wanneer hoe waarom omdat want dus even graag morgen vandaag nu straks gisteren goed ja nee
    bedankt dank hoi hallo deze dit daar hier iets niets iemand iedereen alles meer heel zo weer mag weet denk
    maken gemaakt misschien tot klaar
    # af Afrikaans |  |
    die en is nie ek jy ons hulle hy sy van vir met op aan in te dat maar ook nog as dan of om by na uit oor
    geen kan het was word sal moet wil gaan doen my jou julle wat wie waar wanneer hoe hoekom want dus môre
    vandag nou goed ja nee dankie hallo hierdie daardie daar hier iets niks iemand almal alles meer baie so
    weer mag weet dink maak asseblief se kom dit
    # sv Swedish | åäö | arna erna ning
    och att det är en ett jag du vi ni han hon de som inte på för med av till i den har hade kan kunde ska
    skulle vill måste om men så vad var när hur varför vem här där nu idag imorgon igår tack hej bra ja nej
    också bara efter innan från upp ut in över mig dig oss er dem min din vår mitt ditt denna detta något någon
    inget alla allt mycket mer än eller vara blir blev gör göra gjort får fick går gå kommer kolla gärna redan
    då sen okej igen själv vet tror lite ju väl helt kanske
    # da Danish | æøå | erne
    og at det er en et jeg du vi i han hun de som ikke på for med af til den har havde kan kunne skal skulle
    vil må om men så hvad hvor når hvordan hvorfor hvem her der nu dag morgen går tak hej godt ja nej også bare
    efter inden fra op ud ind over mig dig os jer dem min din vores mit dit denne dette noget nogen ingen alle
    alt meget mere end eller være bliver blev gør gøre gjort får fik gå kommer lige gerne allerede da igen selv
    ved tror lidt jo vel helt måske sig eftermiddag uge synes køber købe siger mener
    # no Norwegian | æøå | ene
    og at det er en et ei jeg du vi dere han hun de som ikke på for med av til i den har hadde kan kunne skal
    skulle vil må om men så hva hvor når hvordan hvorfor hvem her der nå dag morgen går takk hei bra ja nei
    også bare etter før fra opp ut inn over meg deg oss dem min din vår mitt ditt denne dette noe noen ingen
    alle alt mye mer enn eller være blir ble gjør gjøre gjort får fikk gå kommer gjerne allerede da igjen selv
    vet tror litt jo vel helt kanskje bør ettermiddag uke synes fint kjøper kjøpe sier mener dere
    # is Icelandic | þðæö |
    og að það er ég þú við hann hún þeir sem ekki á fyrir með af til í en ef hvað hvar hvenær hvernig hver hér
    þar núna dag morgun takk já nei líka bara eftir frá upp út inn yfir mig mér þig okkur minn þetta þessi
    eitthvað allt allir mjög meira eða vera verður get getur þarf ætla fara koma búinn svo þá strax um var hef
    hefur
    """)
}
