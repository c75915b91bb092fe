/// The phrases that WhatsApp writes for omitted, deleted, edited and attached content, in the known languages.
///
/// A text that is not listed is kept as a person's words.
enum WhatsAppPhrases {
  static func isOmittedMedia(_ text: Bytes) -> Bool { omitted.contains(text) }

  static func isDeleted(_ text: Bytes) -> Bool {
    deleted.contains(text) || text.has("This message was deleted by admin")
  }

  /// The length of an "edited" remark at the end of a text, or nil without one.
  static func editedRemark(_ text: Bytes) -> Int? {
    guard text.last == UInt8(ascii: ">") else { return nil }
    for remark in editedRemarks where text.ends(with: remark) {
      return remark.utf8CodeUnitCount
    }
    return nil
  }

  /// The name of the file in `name (file attached)`; nil for anything else.
  static func attachedFile(_ line: Bytes) -> Bytes? {
    guard line.last == UInt8(ascii: ")") else { return nil }
    for remark in attachedRemarks where line.ends(with: remark) {
      return line.part(0, line.count - remark.utf8CodeUnitCount)
    }
    return nil
  }

  private static let editedRemarks: [StaticString] = [
    "<This message was edited>", "<Diese Nachricht wurde bearbeitet.>",
    "<Diese Nachricht wurde bearbeitet>", "<Se editó este mensaje.>", "<Se editó este mensaje>",
    "<Ce message a été modifié>", "<Mensagem editada>", "<Esta mensagem foi editada>",
    "<Questo messaggio è stato modificato>", "<Dit bericht is bewerkt>",
    "<Сообщение изменено>", "<Данное сообщение изменено>", "<Bu mesaj düzenlendi>",
    "<Pesan ini diedit>", "<このメッセージは編集されました>", "<此消息已编辑>", "<此訊息已編輯>",
  ]

  private static let attachedRemarks: [StaticString] = [
    " (file attached)", " (Datei angehängt)", " (archivo adjunto)", " (fichier joint)",
    " (arquivo anexado)", " (ficheiro anexado)", " (file allegato)", " (bestand bijgevoegd)",
    " (файл добавлен)", " (dosya ekli)", " (plik dołączony)", " (file terlampir)",
    " (ملف مرفق)", " (הקובץ מצורף)", " (फ़ाइल संलग्न है)", " (文件附件)", " (檔案附件)",
    " (ファイル添付)", " (파일 첨부됨)", " (bifogad fil)", " (fil vedhæftet)", " (fil vedlagt)",
    " (tiedosto liitteenä)", " (soubor byl přiložen)", " (fișier atașat)", " (файл додано)",
  ]

  private static let omitted = PhraseTable(
    """
    <Media omitted> | <Medien ausgeschlossen> | <Medien weggelassen> | <Multimedia omitido>
    <Archivo omitido> | <Médias omis> | <Mídia oculta> | <Arquivo de mídia oculto>
    <Ficheiro não revelado> | <Media omessi> | <Media weggelaten> | <Без медиафайлов>
    <Медиа пропущены> | <Medya dahil edilmedi> | <Medya atlanmış> | <pominięto multimedia>
    <Multimedia pominięto> | <Media tidak disertakan> | <تم استبعاد الوسائط> | <رسانه حذف شد>
    <המדיה לא נכללה> | <मीडिया छोड़ा गया> | <省略多媒体文件> | <已省略多媒體檔>
    <忽略多媒體檔> | <メディアなし> | <미디어 파일을 제외한 대화내용>
    <Media har utelämnats> | <Mediefil udeladt> | <Media utelatt> | <Media jätetty pois>
    <Média vynechána> | <Fișiere media omise> | <Медіа пропущено> | <Bỏ qua media>
    image omitted | video omitted | audio omitted | sticker omitted | GIF omitted
    document omitted | Contact card omitted | video note omitted
    Bild weggelassen | Video weggelassen | Audio weggelassen | Sticker weggelassen
    GIF weggelassen | Dokument weggelassen | Kontaktkarte ausgelassen
    imagen omitida | Video omitido | audio omitido | sticker omitido | GIF omitido
    documento omitido | Tarjeta de contacto omitida
    image absente | vidéo absente | audio omis | sticker omis | GIF retiré
    document manquant | fiche contact omise
    imagem ocultada | imagem omitida | vídeo omitido | áudio ocultado | áudio omitido
    figurinha omitida | Cartão do contato omitido
    immagine omessa | video omesso | audio omesso | sticker non incluso | sticker omesso
    GIF esclusa | documento omesso | scheda contatto omessa
    afbeelding weggelaten | video weggelaten | audio weggelaten | sticker weggelaten
    document weggelaten
    изображение отсутствует | видео отсутствует | аудиофайл отсутствует | стикер отсутствует
    görüntü dahil edilmedi | video dahil edilmedi | ses dahil edilmedi
    Çıkartma dahil edilmedi
    画像は含まれていません | 圖片已略去 | 忽略图片
    """)

  private static let deleted = PhraseTable(
    """
    This message was deleted | You deleted this message | Diese Nachricht wurde gelöscht
    Du hast diese Nachricht gelöscht | Se eliminó este mensaje | Eliminaste este mensaje
    Este mensaje fue eliminado | Ce message a été supprimé | Vous avez supprimé ce message
    Mensagem apagada | Esta mensagem foi apagada | Você apagou esta mensagem
    Apagaste esta mensagem | Questo messaggio è stato eliminato
    Hai eliminato questo messaggio | Dit bericht is verwijderd
    Je hebt dit bericht verwijderd | U hebt dit bericht verwijderd
    Данное сообщение удалено | Вы удалили данное сообщение | Bu mesaj silindi
    Bu mesajı sildiniz | Ta wiadomość została usunięta | Usunięto tę wiadomość
    Pesan ini dihapus | Anda menghapus pesan ini | تم حذف هذه الرسالة | حذفت هذه الرسالة
    הודעה זו נמחקה | מחקת הודעה זו | यह मैसेज मिटा दिया गया | 此消息已被删除
    你已删除此消息 | 您已删除此消息 | 此訊息已刪除 | 你已刪除此訊息 | 您已刪除此訊息
    このメッセージは削除されました | 삭제된 메시지입니다 | Det här meddelandet togs bort
    Du tog bort det här meddelandet | Denne besked blev slettet | Du slettede denne besked
    Denne meldingen ble slettet | Du slettet denne meldingen | Tämä viesti poistettiin
    Poistit tämän viestin | Tato zpráva byla odstraněna | Acest mesaj a fost șters
    Це повідомлення видалено | Ви видалили це повідомлення | Αυτό το μήνυμα διαγράφηκε
    Tin nhắn này đã bị xóa
    """)
}

/// Phrases separated by bars, indexed by length; a full stop at the end of a text is ignored.
private struct PhraseTable {
  private var byLength: [[[UInt8]]]

  init(_ lines: String) {
    let phrases = lines.split { "|\n".contains($0) }.map { phrase in
      Array(phrase.utf8).withUnsafeBufferPointer { Array($0.trimmed) }
    }
    byLength = Array(repeating: [], count: (phrases.map(\.count).max() ?? 0) + 1)
    for phrase in phrases { byLength[phrase.count].append(phrase.map(\.lowercasedASCII)) }
  }

  func contains(_ text: Bytes) -> Bool {
    let length = text.last == UInt8(ascii: ".") ? text.count - 1 : text.count
    guard length > 0, length < byLength.count else { return false }
    return byLength[length].contains { phrase in
      for index in 0..<length where text[index].lowercasedASCII != phrase[index] { return false }
      return true
    }
  }
}
