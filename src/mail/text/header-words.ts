/** The headers of a mail that is repeated below a reply. */
export type HeaderKind = 'from' | 'sent' | 'to' | 'subject';

const headerWords: Readonly<Record<HeaderKind, string>> = {
	from: 'from von de da van från fra od lähettäjä feladó kimden от від από 差出人 发件人 寄件者 보낸사람',
	sent: 'sent date gesendet datum envoyé enviado enviadael enviadoel enviadaem inviato data verzonden skickat sendt dato lähetetty wysłano odesláno elküldve trimis gönderildi отправлено дата надіслано στάλθηκε 送信日時 发送时间 日期 寄件日期 보낸날짜',
	to: 'to an à a para per till til aan vastaanottaja do komu címzett către kime кому προς 宛先 收件人 收件者 받는사람',
	subject:
		'subject betreff objet asunto assunto oggetto onderwerp ämne emne aihe temat předmět tárgy subiect konu тема θέμα 件名 主题 主題 제목',
};
const kindOfWord = new Map(
	(['from', 'sent', 'to', 'subject'] as const).flatMap((kind) =>
		headerWords[kind].split(' ').map((word) => [word, kind] as const),
	),
);

/** A header is recognized by its beginning. */
const longestWord = 24;

/**
 * Which header a line is, as a mail program writes it in its user's language: `From: Ana`, `*Von:* Ana`, `发件人：Ana`. An indented line is
 * none.
 */
export function headerKind(line: string): HeaderKind | undefined {
	const start = line.slice(0, longestWord).replaceAll('*', '');
	const colon = start.search(/[:：]/);
	if (colon === -1 || /^\s/.test(line)) return undefined;
	return kindOfWord.get(start.slice(0, colon).replaceAll(/\s/g, '').toLowerCase());
}
