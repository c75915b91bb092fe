extension WrittenLanguage {
  /// Slavic and Baltic languages in Latin letters.
  static let slavic = table(
    """
    # pl Polish | ąćęłńśźżó | ego ych ymi emy owac cie
    i w z na do nie się że to jest są był była było będzie będę jak co kto gdzie kiedy czy dlaczego ale lub albo
    dla od po za przed przez przy o u ja ty on ona my wy oni mi mnie ci ciebie mu jej nam nas wam ich mój twój
    tak już jeszcze tylko też bardzo więcej teraz dziś dzisiaj jutro wczoraj dzięki dziękuję proszę cześć dobra
    dobrze bo więc żeby jeśli jeżeli mam masz ma mamy mogę możesz może możemy muszę trzeba zrobić zrobione
    wszystko wszyscy coś ktoś nic ten ta te tego tej tym tam tu tutaj potem sobie chyba chcę chcesz wiem wiesz
    daj znać bez
    # cs Czech | ěřůčšžýáíéúťďň | eho
    a v z na do ne se že to je jsou byl byla bylo bude budu jak co kdo kde kdy jestli proč ale nebo pro od po za
    před přes při o u já ty on ona my vy oni mi mně mě ti tě mu jí nám nás vám jejich můj tvůj ano jo už ještě
    jen taky také moc víc teď dnes dneska zítra včera díky děkuji prosím ahoj dobře protože takže aby když mám
    máš má máme můžu můžeš může můžeme musím musíš musí udělat hotovo všechno všichni něco někdo nic ten ta
    tohle toho tam tady pak jsem jsi jsme jste bych bys by asi chci víš vím dej ať není si s k ve ze
    # sk Slovak | ľĺŕôäčšžýáíéúťďň | ého
    a v z na do ne sa že to je sú bol bola bolo bude budem ako čo kto kde kedy či prečo ale alebo pre od po za
    pred cez pri o u ja ty on ona my vy oni mi mne ma ti ťa mu jej nám nás vám ich môj tvoj áno hej už ešte len
    aj tiež veľmi viac teraz dnes zajtra včera vďaka ďakujem prosím ahoj dobre pretože takže aby keď mám máš má
    máme môžem môžeš môže môžeme musím musíš musí treba urobiť spraviť hotovo všetko všetci niečo niekto nič ten
    tá toto toho tam tu potom som si sme ste by asi chcem vieš viem daj nech nie s k vo zo
    # sl Slovenian | čšž |
    in v z na do ne se da to je so bil bila bilo bo bom kako kaj kdo kje kdaj ali zakaj ampak za od po pred pri o
    jaz ti on ona mi vi oni me meni te mu ji nam nas vam moj tvoj ja že še samo tudi zelo več zdaj danes jutri
    včeraj hvala prosim živjo dobro ker zato če ko imam imaš ima imamo lahko moram moraš mora treba narediti vse
    vsi nekaj nekdo nič ta tega tam tukaj potem sem si smo ste bi pa morda nisem ni kar kot tako
    # hr Croatian | čćđšž |
    i u s na do ne se da to je su bio bila bilo će ću kako što tko gdje kada kad li zašto ali ili za od po prije
    kod o ja ti on ona mi vi oni me meni te mu joj nam nas vam moj tvoj već još samo također vrlo više sada sad
    danas sutra jučer hvala molim bok dobro jer pa ako imam imaš ima imamo mogu možeš može možemo moram moraš
    mora treba napraviti sve svi nešto netko ništa taj tog tamo ovdje tu onda sam si smo ste bi možda nije nisam
    koji koja ćemo ćeš hoću hoćeš tjedan
    # lt Lithuanian | ąčęėįšųūž |
    ir yra ne kad tai su į iš ar aš tu jis ji mes jūs jie man tau mums jums bet arba kai jei kaip kas kur kada
    kodėl jau dar tik labai daugiau dabar šiandien rytoj vakar ačiū prašau labas gerai taip nes todėl apie po
    prieš už iki prie nuo buvo bus esu esi reikia galiu gali galima turiu turi viskas kažkas nieko šis ši šitas
    ten čia tada mano tavo mūsų jūsų gal
    # lv Latvian | āčēģīķļņšūž |
    un ir nav ka tas ar no uz par es tu viņš viņa mēs jūs viņi man tev mums jums bet vai kad ja kā kas kur kāpēc
    jau vēl tikai ļoti vairāk tagad šodien rīt vakar paldies lūdzu sveiki labi jā nē jo tāpēc pēc pirms līdz pie
    bija būs esmu esi vajag varu var varam viss kaut šis šī tur te šeit tad mans tavs mūsu varbūt ko to
    """)
}
