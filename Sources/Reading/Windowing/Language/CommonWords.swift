/// The most common words of several languages, as hashes of `TokenScanner`. They show a conversation's language.
package enum CommonWords {
  /// Those of both languages, which the offline model reads.
  package static let read = hashes(
    """
    a aber about after again all alle alles already als also am an and any anyone are as at auch auf aus back be because
    been before bei bin bis bist bitte but by can cant could da danke dann das dass day daß dein deine dem den denn der
    des dich did didnt die diese dieser dieses dir do doch does doesnt done dont du eben ein eine einem einen einer er
    es etwas euch everyone first for from fuer für geht gerade gern gerne get gibt gleich go going good got gut hab habe
    haben had hallo halt has hat have he hello her here hes heute hey hi hier his how i ich if ihm ihn ihnen ihr ihre
    ill im immer in ins into is isnt ist it its ive ja jetzt just kann kannst kein keine klar know koennen komme kommt
    können könnt last let lets like look mach mache machen make mal man maybe me mehr mein meine mich mir mit moin more
    morgen much muessen muss my müssen nach ne nee need nein new next nicht nichts no noch nochmal not now nur ob oder
    of off ok okay on one only or other our out over please really right same says schon see sehr sein seine she should
    sie sind so soll sollen sollte some something sorry still sure take than thank thanks that thats the their them then
    there theres these they things think this those through time to today tomorrow tonight too two ueber um und uns
    unser unsere up us use very vielleicht vom von want war waren warum was way we week weil well wenn wer werden were
    what whats when where which who why wie wieder will wir wird with wo wont work would wurde yeah yes yet you your
    youre zu zum zur über
    """)

  /// Words of other languages in Latin script that are not words of English or German.
  static let unread = hashes(
    """
    aan abans abbiamo aby această acest acolo acum ada af aga ahoj ai aici aitäh això aj aja ajo akan akkor ako aku
    al albo ale alebo algo alguien alguém ali allerede allez allir allora allt almal alt ama amanhã amb amma ampak
    anche andiamo anem ang anh ano antes ao apa apie aquest aquesta aqui aquí ar ara arba artık artıq asante asgjë
    asi asseblief asta astăzi ata atau atje att até au aujourdhui aux av avec avem avez aveți avons avui ay az azi
    að ačiū aš ba baada bado bagaimana baie bakit bana bara bardzo bare basi belki belum bem ben bene benim bent
    besok bet bi bien bij bija bil bila bilo bine bio bir biri bisa biz bize bizim ble blev blir bliver bo boa bok
    bol bola bolo bom bon bra bu bude budem budu bueno bugün bukas bună bus buvo byl byla bylo był była było bé bëj
    bërë bør búinn będzie będę būs bəli bəlkə bạn ca cal ce cea cel ces cest cette ceva cez chcem che chi cho chưa
    chị ci ciao ciebie cine cineva co com come como con cosa crec csak cu cuando cum cześć czy các cái când có că
    cũng của daar daardie dabar dacă dag daha daj dal dalla dan danas danes dankie dans dar dari dat daugiau de deg
    deh dei deja del della delle dello dels demain demà dengan denna denne depois dere deri després después det
    detta dette deve devi devo deyil değil dhe di dia dig dimana din dink dit dito ditt diçka dje dla dlaczego dnes
    dneska doar dobra dobre dobro dobrze dobře doe doen domani doncs dong doon dos dove duhet dun dune după dus
    dzisiaj dzięki dziękuję dziś där déjà díky dónde dün dünən děkuji də ea edhe edirəm een ef efter eftir egy ei
    eile eilen eitthvað ek ekki el ela ele eles ell ella elle eller els előtt em en end ende engem enggak enn enne
    ens era ese esi esmu eso essa esse est esta estamos este estic esto estou estoy està está están estão esu et ett
    etter ettermiddag että eu evet ez eða ešte fac face faire fait faleminderit fara fare fatto faut fazer feito fel
    fer fet fik fikk fins fint foarte foi fra frá från fue fyrir får för før făcut ga gaan gaat gak gali galima
    galiu gdje gdzie geen gerai gerek gerekiyor getur gibi gimana già gjerne gjithë gjort gjør gjøre gli godt goed
    gracias grazie gràcies gusto gå går gì gør gøre gün gửi ha habari hacer hadde hade hai hamı han hangi hann hanno
    hapa hapana har harada hari havde hay hayo hayır hea heb hebben hebt hecho heeft hef hefur hei heidän hej helt
    hemen herkes het heu heç hierdie hii hij hindi hiyo hiç ho hoe hoekom hogy hogyan hoje hol hola holnap homme hon
    hotovo hoy hoćeš hoću hoặc huko hulle hun huo huomenna hur huu hva hvad hvala hvar hvað hvem hvenær hver hvernig
    hvor hvordan hvorfor hy hyvä hän här hér hôm hún hər idag ide iemand ieri iets igen igjen igår ik ikaw iki ikke
    il ile ili ils ilə ima imam imamo imaš imorgon ind inden indi ingen ini inn innan inte io ir isso itakuwa ito
    itt itu iya iyan iyon için iš jadi jag jah jai jak jam jana janë jau jaz je jeg jei jej jejich jemi jen jer jest
    jestli jeszcze jeśli ještě jeżeli ji jie jij jis jo joj joku joo jos jotain jou jouw još jsou ju juba juga julle
    jullie jums jusqu jutri jutro jučer już jy já jí jó jól jā jūs jūsų ka kabla kad kada kadar kahapon kai kaikki
    kailan kailangan kaip kaj kako kalau kalo kam kama kami kamu kan kanskje kanë kapag kapan kar karena kas kasi
    kasih katika kaut kayo kazi kažkas kdaj kde kdo kdy když ke kedy keegi kell kellene kemarin kemi kenapa keni ker
    kes kesho keď khi không ki kiedy kiitos kila kim kimi kita kitu kje kjo kjøpe kjøper ko kod kodėl koja koji kok
    kom koma kommer koos kot kto ku kui kuidas kuin kuka kun kunde kung kuni kunne kunnen kur kus kush kwa ky kyllä
    kérlek këtu këtë kõik köszi köszönöm között kā kāpēc la labai labas labi lagi lahat lahko lai lakini lang las
    lazım lazımdır le lei len leo les lesz leur li lidt lige lini litt llavors lo loro los lub lui lutem là làm lên
    líka lütfen līdz lūdzu lại ma maak maar mag mai mais makasih mam mamy mana mano mans mas masz mau may mañana mea
    med meer meg meget meidän meie meira men mener meni mer merci mere mereka merhaba meron mersi mert mes met meu
    meva með mga mi midagi mig mij mijn mikor miks miksi mikä millal milloin mimi min mina minha minn mint minu
    minulle minun minä mirë mis missä miten mitt mitä miért mjög mne mnie mně mo moc moet moeten mogu mogę moi moj
    molim molt mon mora moram moraš morda morgun mos most možda može možemo možeš mtu mu mua muito mulle mulțumesc
    mums mun muna mund musí musím musíš mutta muy mye myös mà má mám máme már más máš mâine mä må måste még mér més
    më mình mój môj môre môže môžem môžeme môžeš mă mēs mě mı mūsu mūsų můj může můžeme můžeš můžu mən mənim mənə
    mọi một na naar nad nada nam naman namin nang nani nanti napraviti narediti nas nasıl natin nav nay ndiyo nebo
    nech necə neden nei nej nekaj nekdo neked nekem neki nekünk nel nella nem nerede nes nest nesër netko nešto ng
    nga ngayon ngga nggak ngày người nha nhé nhưng những ni nie nieko niekto niente niet niečo nih niin nije niko
    niks nila nimic nini ninyo nisam nisem niyə nič ništa një noe noen nog nogen noget noi non nos nosaltres notre
    nou nous nu nuk nuo nyinyi nyt nào này nám nás não när nå når në nëse nós núna nüüd nē nə nếu obrigada obrigado
    och också od oda og oggi også oi okkur ol olacak olar olarak oldu ole oled oleme olen olet oli olid olisi olla
    olmasa olsun olur olá om ona onda onde oni onlar ons ont onze oo ook oor op opo opp os ose oss ott ou oui ovat
    ovdje où pa paano pak paki paldies paljon palju par para pas pastaj pe peab pean pela pelo pentru per perché
    pero perquè però peut peuvent peux pia pie pirms più plau po poate pode podem poi por porque posso pot potem
    potom pots pour poți pra prašau pre pred pretože prečo pri prie prieš prije prima pro prosim proszę prosím
    protože proč przed przez przy pse puc puede pueden puedes puedo puoi puwede può pwede până pärast på për
    përshëndetje pēc před přes při qu qualcosa qualcuno quan quando que quello quem questa questo qui quil quién
    quoi quon què qué që qədər ra reikia rendben res rin rohkem rytoj rīt rồi sa saab saad saan sabah sad sada saja
    sal salam salamat salut sam samo sana sao sasa sau sawa saya sağ sağol se seda sei sekarang selam selle sellega
    selv sem sen senin sense ser ses sest seu seva shumë si siamo siapa sier sige sih siis siitä sila sim sina sino
    sinu sinun sinä sisi sitten sitä siya siz się ska skal skulle sme smo sobre soc som sommes son sono sonra sont
    sot sou soy spraviť ste strax su sua sudah suis sul sulle sun sunt sur sus sutra sve sveiki svi svo sy synes
    szia sziasztok são sä så sì sí són sú să są sən sənin sənə sẽ ta tack tad tada tafadhali tagad tai taip taj tak
    takk tako također taky také takže talaga tam tamam también també também tamo tani tapi tas tau tavo tavs tayo te
    teen tega tegnap teha tehtud teidän teie tek tem temos ten tenemos tengo tenho tenim teraz tere terima tes tev
    teď teşekkürler też thì ti tidak tiene tienes tiež tik tikai til till tinc tjedan tko toate todo todos todėl tog
    toho tolong ton tot toto tots toți treba trebuie trong tror tu tud tudi tudo tudok tudsz tukaj tuko tuleb tulen
    tuo tur turi turiu tutti tutto tvoj tvůj twój ty tylko tá tämä täna tänään tästä tätä tää té téged të tôi tāpēc
    tău tě từ ud udah uit uke uko uma un una unde une uno unos untuk unë upp urobiť ut után uz už va vad vado vagy
    vagyok vagyunk vai vaig vain vairāk vais vajag vakar vale vam vamos van vandag vannak var varam varbūt varför
    varu vas vc vcs ve ved veel vel vem vera verður vet vetëm veya već več veľmi vi viac vielä viem vieš vil vill
    vipi vir viskas viss vist við viņa viņi viņš više vo você voi volt voor vores votre vou vous voy vrlo vse vsi vy
    và vào vám vår være vì víc või vă včera včeraj vďaka vēl všetci všetko və với wa waar wala wam wanneer wao wapi
    wat watu wczoraj weer weet wel wewe wij wil więc więcej word worden wordt wy xeyr xong xuống ya yake yako yan
    yang yangu yarın yaxşı yenu yetu yeye yfir yo yok yox yra yuko yung za zajtra zakaj zal zaman zato zašto zdaj ze
    zelo zij zijn zo zou zullen zítra zəhmət áno är ætla ça çfarë çok çox ég él én és êtes është îl îmi în încă îți
    önce över út üçün þar þarf það þeir þessi þetta þig þá þú će ćemo ćeš ću če či čia čo ďakujem đang đâu đã được
    đến để ļoti ők şey şimdi şu še šeit ši šiandien šis šitas šodien što šī ťa że żeby že živjo ơi și əvvəl
    """)

  package static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.utf8.split { $0 <= UInt8(ascii: " ") }.map { TokenScanner.hash($0) })
  }
}
