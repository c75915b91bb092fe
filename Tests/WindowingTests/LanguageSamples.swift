import Testing

/// Sample chat messages written for these tests: one a line, after the code of its language.
enum LanguageSamples {
  /// A message and its language.
  struct Row: Sendable, CustomTestStringConvertible {
    var code: String
    var text: String

    var testDescription: String { "\(code) \(text)" }
  }

  /// The samples that were used while the tables were made.
  static let first = rows(
    #"""
    en morning! can you look at the pull request before lunch? I think the second test is flaky and I would rather not merge it like this
    en ok so I talked to Marta, she will send the invoice tomorrow and we can close the ticket after that. thanks for waiting
    de Guten Morgen zusammen, ich schicke euch nachher noch die Folien, und Jan muss bitte bis Freitag die Zahlen prüfen
    de klar, mach ich. kannst du mir noch sagen, wo die alten Rechnungen liegen? ich finde die im Ordner nicht mehr
    fr Salut tout le monde, je vais envoyer le rapport demain matin, et Paul doit relire la présentation avant vendredi
    fr ouais pas de souci, j'ai vu ton message mais je suis en réunion, je te rappelle dès que c'est fini
    es Hola a todos, mañana voy a enviar el informe y María tiene que revisar la presentación antes del viernes
    es vale, ya lo miro yo. creo que falta una firma en el contrato, puedes preguntarle a Luis si lo tiene?
    pt Bom dia pessoal, amanhã vou mandar o relatório e a Joana precisa rever a apresentação até sexta-feira
    pt tá bom, eu falo com ele hoje. você consegue me passar o contato do pessoal da obra? não acho aqui
    it Ciao a tutti, domani mando il rapporto e Marco deve controllare la presentazione prima di venerdì, va bene?
    it sì certo, ci penso io. però mi serve ancora il numero dell'idraulico, ce l'hai tu o devo chiedere a Sara?
    nl Goedemorgen allemaal, ik stuur morgen het verslag en Jan moet de presentatie voor vrijdag nakijken
    nl ja hoor, dat kan ik wel even doen. heb jij de sleutel van het magazijn nog of ligt die bij de receptie?
    sv God morgon, jag skickar rapporten imorgon och Erik måste gå igenom presentationen innan fredag, är det okej?
    sv absolut, det fixar jag. men vet du vem som har nyckeln till förrådet? den hänger inte där den brukar
    da Godmorgen alle sammen, jeg sender rapporten i morgen, og Mette skal lige kigge præsentationen igennem inden fredag
    da ja det kan jeg godt. har du fået svar fra kommunen endnu, eller skal vi rykke dem en gang til?
    no God morgen, jeg sender rapporten i morgen, og Kari må se gjennom presentasjonen før fredag, går det bra?
    no ja det kan jeg gjøre. vet du hvem som har nøkkelen til lageret? den henger ikke der den pleier
    fi Huomenta kaikille, lähetän raportin huomenna ja Mikon pitää tarkistaa esitys ennen perjantaita, sopiiko?
    fi joo mä voin hoitaa sen. tiedätkö kenellä on varaston avain, kun se ei ole siinä missä yleensä?
    pl Cześć wszystkim, jutro wyślę raport, a Marek musi sprawdzić prezentację przed piątkiem, dobrze?
    pl jasne, zajmę się tym. wiesz może, kto ma klucz do magazynu? nie ma go tam gdzie zawsze
    cs Ahoj všichni, zítra pošlu zprávu a Petr musí do pátku projít prezentaci, můžeme to tak nechat?
    cs jasně, to zařídím. nevíš, kdo má klíče od skladu? nejsou tam, kde obvykle bývají
    sk Ahojte, zajtra pošlem správu a Peter musí do piatku prejsť prezentáciu, môžeme to tak nechať?
    sk jasné, ja to vybavím. nevieš, kto má kľúče od skladu? nie sú tam, kde zvyčajne bývajú
    hu Sziasztok, holnap elküldöm a jelentést, és Péternek át kell néznie a bemutatót péntekig, jó lesz így?
    hu persze, megcsinálom. nem tudod, kinél van a raktár kulcsa? nincs ott, ahol lenni szokott
    ro Bună dimineața, mâine trimit raportul, iar Andrei trebuie să verifice prezentarea până vineri, e bine așa?
    ro sigur, mă ocup eu. știi cumva cine are cheia de la depozit? nu e acolo unde stă de obicei
    tr Günaydın arkadaşlar, raporu yarın gönderiyorum, Ayşe de sunumu cumaya kadar kontrol etmeli, olur mu?
    tr tabii ben hallederim. deponun anahtarı kimde biliyor musun? her zamanki yerinde değil
    vi Chào mọi người, ngày mai mình sẽ gửi báo cáo, còn Lan phải xem lại bài thuyết trình trước thứ sáu nhé
    vi được rồi để mình làm. bạn có biết ai giữ chìa khóa kho không? mình không thấy nó ở chỗ cũ
    id Pagi semua, besok saya kirim laporannya, dan Budi harus cek presentasi sebelum hari Jumat ya, bisa kan?
    id oke nanti aku urus. kamu tau gak siapa yang pegang kunci gudang? kok nggak ada di tempat biasa
    ca Bon dia a tothom, demà envio l'informe i la Núria ha de revisar la presentació abans de divendres, d'acord?
    el Καλημέρα σε όλους, αύριο θα στείλω την αναφορά και ο Νίκος πρέπει να δει την παρουσίαση πριν την Παρασκευή
    el ναι βέβαια, θα το κάνω εγώ. ξέρεις ποιος έχει το κλειδί της αποθήκης; δεν είναι εκεί που το αφήνουμε
    ru Всем привет, завтра отправлю отчёт, а Паша должен проверить презентацию до пятницы, договорились?
    ru да, конечно, я сделаю. не знаешь, у кого ключ от склада? на обычном месте его нет
    uk Привіт усім, завтра надішлю звіт, а Олена має перевірити презентацію до п'ятниці, добре?
    uk так, звісно, я зроблю. не знаєш, у кого ключ від складу? на звичайному місці його немає
    bg Здравейте на всички, утре ще изпратя отчета, а Иван трябва да прегледа презентацията до петък, става ли?
    bg да, разбира се, аз ще го направя. знаеш ли у кого е ключът от склада? не е на обичайното място
    sr Здраво свима, сутра ћу послати извештај, а Марко треба да прегледа презентацију до петка, важи?
    he בוקר טוב לכולם, מחר אני שולח את הדוח, ודנה צריכה לעבור על המצגת עד יום שישי, בסדר?
    he כן בטח, אני אעשה את זה. אתה יודע למי יש את המפתח של המחסן? הוא לא במקום הרגיל שלו
    ar صباح الخير جميعا، سأرسل التقرير غدا وعلى سارة أن تراجع العرض قبل يوم الجمعة، هل هذا مناسب؟
    ar نعم أكيد، أنا سأقوم بذلك. هل تعرف من عنده مفتاح المخزن؟ هو ليس في مكانه المعتاد
    fa سلام به همه، من فردا گزارش را می‌فرستم و مریم باید ارائه را تا جمعه بررسی کند، خوب است؟
    fa آره حتما، من انجامش میدم. میدونی کلید انبار دست کیه؟ سر جای همیشگی خودش نیست
    hi सुप्रभात सबको, मैं कल रिपोर्ट भेज दूँगा और नेहा को शुक्रवार से पहले प्रेज़ेंटेशन देखना है, ठीक है?
    hi हाँ बिल्कुल, मैं कर दूँगा। क्या तुम्हें पता है गोदाम की चाबी किसके पास है? वह अपनी जगह पर नहीं है
    th สวัสดีทุกคน พรุ่งนี้เราจะส่งรายงาน แล้วก็ให้นิดช่วยตรวจสไลด์ก่อนวันศุกร์ด้วยนะ โอเคไหม
    ko 안녕하세요 여러분, 내일 보고서를 보내겠습니다. 그리고 민수 씨는 금요일까지 발표 자료를 확인해 주세요
    ko 네 제가 할게요. 창고 열쇠 누가 가지고 있는지 아세요? 원래 있던 자리에 없네요
    ja おはようございます。明日レポートを送りますので、田中さんは金曜日までに資料を確認してもらえますか
    ja はい、私がやっておきます。倉庫の鍵は誰が持っているか知っていますか？いつもの場所にないんです
    zh 大家早上好，我明天把报告发给你们，小李要在星期五之前看一下演示文稿，可以吗？
    zh 好的，这个我来做。你知道仓库的钥匙在谁那里吗？它不在平时放的地方
    ka დილა მშვიდობისა ყველას, ხვალ გამოვგზავნი ანგარიშს, ნინომ კი პარასკევამდე უნდა გადახედოს პრეზენტაციას, კარგი? თუ არ გცალია, მითხარი
    hy Բարի լույս բոլորին, վաղը կուղարկեմ հաշվետվությունը, իսկ Անին պետք է մինչև ուրբաթ նայի ներկայացումը, լա՞վ է։ եթե չես կարող, ասա ինձ
    """#)

  /// The samples written after the tables were final. On the first try, one was taken for a related language
  /// (Norwegian as Danish), and four more were not identified.
  static let second = rows(
    #"""
    en nah I already told them we can't ship on Monday, the vendor hasn't even answered my last mail. let's wait and see
    en who's got the slides from last week? Peter wants to show them to the board and I only found an old draft
    de ich war gestern beim Zahnarzt und hab das Treffen verpasst, kann mir jemand kurz sagen, was wir beschlossen haben?
    de wir müssten noch den Raum buchen. machst du das oder soll ich? Montag wäre mir am liebsten
    fr Quelqu'un a pensé à réserver la salle pour mardi ? Sinon je m'en occupe cet après-midi, dites-moi juste combien on sera
    fr on se retrouve à quelle heure finalement ? moi je finis vers 18h, mais Julie arrive plus tard avec la voiture
    es oye, se me olvidó avisar al fontanero. lo llamo esta tarde y te cuento, pero igual no puede venir hasta el lunes
    es ¿quién se encarga de comprar las bebidas para la fiesta? yo llevo la tarta y Ana dijo que traía los platos
    pt gente, esqueci de avisar o eletricista. ligo para ele hoje à tarde, mas acho que só vai poder vir na segunda
    pt quem fica encarregado de comprar as bebidas para a festa? eu levo o bolo, e a Ana disse que trazia os pratos
    it ragazzi, mi sono dimenticato di avvisare l'elettricista. lo chiamo oggi pomeriggio, ma forse viene solo lunedì
    it chi si occupa di comprare le bibite per la festa? io porto la torta, Anna ha detto che pensa ai piatti
    nl sorry, ik ben vergeten de loodgieter te bellen. dat doe ik vanmiddag, maar hij kan misschien pas maandag komen
    nl wie zorgt er voor de drankjes op het feest? ik neem taart mee en Anna zou de borden regelen
    sv förlåt, jag glömde ringa rörmokaren. jag gör det i eftermiddag, men han kanske inte kan komma förrän på måndag
    sv vem köper dricka till festen? jag tar med tårtan, och Anna sa att hon ordnar tallrikar
    da undskyld, jeg glemte at ringe til blikkenslageren. det gør jeg i eftermiddag, men han kan nok først komme på mandag
    da hvem køber drikkevarer til festen? jeg tager kagen med, og Anna sagde, at hun sørger for tallerkener
    no beklager, jeg glemte å ringe rørleggeren. jeg gjør det i ettermiddag, men han kan kanskje ikke komme før mandag
    no hvem kjøper drikke til festen? jeg tar med kaken, og Anna sa at hun ordner tallerkener
    fi anteeksi, unohdin soittaa putkimiehelle. soitan iltapäivällä, mutta hän pääsee ehkä vasta maanantaina
    fi kuka ostaa juomat juhliin? minä tuon kakun ja Anna sanoi että hän hoitaa lautaset
    pl sorki, zapomniałem zadzwonić do hydraulika. zrobię to po południu, ale pewnie przyjdzie dopiero w poniedziałek
    pl kto kupuje napoje na imprezę? ja przyniosę tort, a Anka mówiła, że załatwi talerze
    cs promiň, zapomněl jsem zavolat instalatérovi. zavolám mu odpoledne, ale asi přijde až v pondělí
    cs kdo koupí pití na oslavu? já přinesu dort a Anna říkala, že sežene talíře
    sk prepáč, zabudol som zavolať inštalatérovi. zavolám mu poobede, ale asi príde až v pondelok
    hu bocsi, elfelejtettem felhívni a vízvezeték-szerelőt. délután felhívom, de lehet, hogy csak hétfőn tud jönni
    hu ki veszi meg az italokat a bulira? én hozom a tortát, Anna meg azt mondta, hogy ő intézi a tányérokat
    ro scuze, am uitat să sun la instalator. îl sun după-amiază, dar cred că poate veni abia luni
    ro cine cumpără băuturile pentru petrecere? eu aduc tortul, iar Ana a zis că se ocupă de farfurii
    tr kusura bakma, tesisatçıyı aramayı unuttum. öğleden sonra ararım ama galiba ancak pazartesi gelebilir
    tr parti için içecekleri kim alıyor? pastayı ben getiriyorum, Ayşe de tabakları ayarlayacağını söyledi
    vi xin lỗi, mình quên gọi thợ sửa ống nước rồi. chiều nay mình gọi, nhưng chắc thứ hai họ mới đến được
    vi ai mua nước uống cho bữa tiệc vậy? mình mang bánh, còn Hoa nói là sẽ lo phần đĩa
    id maaf, aku lupa telepon tukang ledeng. nanti sore aku telepon, tapi mungkin dia baru bisa datang hari Senin
    id siapa yang beli minuman buat pesta? aku bawa kue, terus Ani bilang dia yang urus piringnya
    ca perdona, m'he oblidat de trucar al lampista. li trucaré aquesta tarda, però potser no podrà venir fins dilluns
    el συγγνώμη, ξέχασα να πάρω τον υδραυλικό. θα τον πάρω το απόγευμα, αλλά μάλλον θα έρθει τη Δευτέρα
    ru извини, забыл позвонить сантехнику. позвоню днём, но он, наверное, придёт только в понедельник
    ru кто покупает напитки на праздник? я принесу торт, а Аня сказала, что займётся тарелками
    uk вибач, забув подзвонити сантехніку. подзвоню вдень, але він, мабуть, прийде лише в понеділок
    uk хто купує напої на свято? я принесу торт, а Аня казала, що подбає про тарілки
    bg извинявай, забравих да се обадя на водопроводчика. ще му звънна следобед, но сигурно ще дойде чак в понеделник
    bg кой ще купи напитките за купона? аз нося тортата, а Ани каза, че ще се погрижи за чиниите
    sr извини, заборавио сам да позовем водоинсталатера. зваћу га по подне, али вероватно ће доћи тек у понедељак
    he סליחה, שכחתי להתקשר לאינסטלטור. אני אתקשר אחר הצהריים, אבל כנראה הוא יוכל לבוא רק ביום שני
    he מי קונה שתייה למסיבה? אני מביא את העוגה, ונועה אמרה שהיא תדאג לצלחות
    ar آسف، نسيت أن أتصل بالسباك. سأتصل به بعد الظهر، لكنه على الأغلب لن يأتي قبل يوم الاثنين
    ar مين رح يشتري المشروبات للحفلة؟ أنا بجيب الكعكة، وسارة قالت إنها رح تهتم بالصحون
    fa ببخشید یادم رفت به لوله‌کش زنگ بزنم. بعدازظهر زنگ می‌زنم ولی فکر کنم دوشنبه بتواند بیاید
    fa کی نوشیدنی‌های مهمونی رو می‌خره؟ من کیک میارم، سارا هم گفت بشقاب‌ها با اون
    hi माफ़ करना, मैं प्लंबर को फ़ोन करना भूल गया। दोपहर में कर दूँगा, लेकिन शायद वह सोमवार को ही आ पाएगा
    hi पार्टी के लिए कोल्ड ड्रिंक कौन लाएगा? केक मैं ला रहा हूँ, और नेहा ने कहा है कि प्लेटें वह देख लेगी
    th ขอโทษที ลืมโทรหาช่างประปา เดี๋ยวบ่ายนี้โทรให้ แต่เขาน่าจะมาได้วันจันทร์เลยนะ รอกันหน่อยแล้วกัน
    ko 미안해요, 배관공한테 전화하는 걸 깜빡했어요. 오후에 전화할게요. 근데 월요일에나 올 수 있을 것 같아요
    ko 파티 음료수는 누가 사요? 케이크는 제가 가져가고 지은이가 접시를 준비한다고 했어요
    ja すみません、水道屋さんに電話するのを忘れていました。午後にかけますが、たぶん月曜日になると思います
    ja パーティーの飲み物は誰が買いますか？ケーキは私が持っていきます。お皿は花子さんが用意するそうです
    zh 不好意思，我忘了给水管工打电话。下午我会打给他，不过他可能要到星期一才能来
    zh 聚會的飲料誰去買？蛋糕我會帶過去，小華說盤子她會準備，你們還需要什麼嗎
    hr oprosti, zaboravio sam nazvati vodoinstalatera. zvat ću ga popodne, ali vjerojatno će doći tek u ponedjeljak
    sl oprosti, pozabil sem poklicati vodovodarja. popoldne ga bom poklical, ampak verjetno bo prišel šele v ponedeljek
    lt atsiprašau, pamiršau paskambinti santechnikui. paskambinsiu po pietų, bet jis turbūt galės ateiti tik pirmadienį
    lv piedod, aizmirsu piezvanīt santehniķim. piezvanīšu pēcpusdienā, bet viņš laikam varēs atnākt tikai pirmdien
    et vabandust, unustasin torumehele helistada. helistan pärastlõunal, aga ta saab vist alles esmaspäeval tulla
    is fyrirgefðu, ég gleymdi að hringja í píparann. ég geri það eftir hádegi en hann kemst líklega ekki fyrr en á mánudag
    ka მაპატიე, სანტექნიკთან დარეკვა დამავიწყდა. შუადღის შემდეგ დავურეკავ, მაგრამ ალბათ მხოლოდ ორშაბათს მოვა და მანამდე ვერ
    tl pasensya na, nakalimutan kong tawagan ang tubero. tatawagan ko siya mamayang hapon, pero baka sa Lunes pa siya makapunta
    sw samahani, nilisahau kumpigia fundi wa mabomba. nitampigia mchana, lakini labda atakuja Jumatatu tu kwa sababu ana kazi
    az bağışla, santexnikə zəng etməyi unutdum. günorta zəng edəcəm, amma yəqin ki, yalnız bazar ertəsi gələ bilər
    sq më fal, harrova të telefonoj hidraulikun. do ta marr pasdite, por ndoshta mund të vijë vetëm të hënën
    af jammer, ek het vergeet om die loodgieter te bel. ek sal dit vanmiddag doen, maar hy kan dalk eers Maandag kom
    """#)

  private static func rows(_ text: String) -> [Row] {
    text.split(separator: "\n").map {
      let parts = $0.split(separator: " ", maxSplits: 1)
      return Row(code: String(parts[0]), text: String(parts[1]))
    }
  }

  /// Samples that reveal no unsupported language: code, logs, links, names, a word or two.
  static let untold: [String] = #"""
    ok
    lgtm, ship it
    merci!
    Ja
    danke, bis gleich
    Anna Schmidt, Jean Dupont, María García, Łukasz Nowak, Søren Kierkegaard
    https://fr.wikipedia.org/wiki/Liste_des_pays https://example.org/de/la/los/les
    for i in range(10): print(i) if x else None
    ERROR com.acme.Foo at line 42: NullPointerException in process la-de-un exit code 1
    👍 🎉 ✅
    la la la la la la la la la la la la la
    @jean @marie @pierre #général
    12:30 14:00 2026-01-05 v1.2.3 +49 170 1234567
    kubectl get pods -n prod; systemctl restart nginx; sudo apt install git
    SELECT id FROM users WHERE name LIKE x
    jpeg png svg gif mp4 zip tar gz docker nginx redis postgres kafka
    de la Cruz, van der Berg, von Braun, da Silva, dos Santos
    sounds good
    si
    voilà
    +1
    haha oui
    Maria del Carmen, José Luis, Ana Sofía, Juan Pablo de los Ríos, Carmen de la Fuente
    Krzysztof Wiśniewski, Zbigniew Brzęczyszczykiewicz, Małgorzata Wójcik, Paweł Kowalczyk
    npm install --save-dev @types/node && npm run build:prod -- --watch
    at java.base/java.util.ArrayList.forEach(ArrayList.java:1511) at org.acme.App.main(App.java:12)
    import os, sys\ndef run(a, b):\n    return a.get(b) or None\nif x in y and not z: pass
    let le = un.de(la) as des; var e = y ?? nil; while i < n { i += 1 }
    2026-01-05T10:00:00Z INFO worker started pid 4711 queue default
    https://www.lemonde.fr/politique/article/2026/01/05/le-premier-ministre-et-la-loi-de-finances_123.html
    `el la los de` `je suis une variable` `que es esto de la`
    😂😂😂 jajaja
    wip fixup refactor ci cd yaml json toml env dev prod staging
    C:\Users\jean\Documents\le_rapport_de_la_semaine.docx
    der Ordner heißt les-documents-de-la-direction, den habe ich gestern schon für Pierre freigegeben
    the restaurant is called La Casa de los Abuelos, on the corner of rue de la Paix, see you there at eight
    """#.split(separator: "\n").map { String($0.replacing(#"\n"#, with: "\n")) }
}
