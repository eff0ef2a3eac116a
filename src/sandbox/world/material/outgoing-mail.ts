import type { Person } from './people.ts';

/** The content of a mail. */
export interface OutgoingMail {
	readonly from: Person;
	readonly to: string;
	readonly cc?: readonly Person[];
	/** The header's value, folded and encoded if necessary. */
	readonly subject: string;
	readonly at: Date;
	/** Without brackets, like `references`, which lists the nearest mail last. */
	readonly id: string;
	readonly references: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: string;
}

/** A mail that is sent later, and dated then. */
export type UnsentMail = Omit<OutgoingMail, 'at'>;

/** Encodes a word of a header (RFC 2047). ASCII stays as it is. */
export const encodeWord = (text: string) =>
	/^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

const mailbox = ({ name, email }: Person) => `${encodeWord(name)} <${email}>`;

/** The time in a person's time zone, as the UTC time of the result. */
function toLocal(at: Date, { zone }: Person): Date {
	const sign = zone.startsWith('-') ? -1 : 1;
	const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
	return new Date(at.getTime() + sign * minutes * 60_000);
}

/** Formats a time as the Date header does. */
const formatDate = (at: Date, by: Person) => toLocal(at, by).toUTCString().replace('GMT', by.zone);

/** Formats a time as `git log --date=iso` does. */
export const formatIsoDate = (at: Date, by: Person) =>
	`${toLocal(at, by).toISOString().slice(0, 19).replace('T', ' ')} ${by.zone}`;

/** The Message-ID of a mail. It depends only on the arguments. */
export const messageId = (at: Date, { email }: Person, number: number) =>
	`${at.toISOString().slice(0, 19).replace(/\D/g, '')}.${number}.${email}`;

export function formatMail(mail: OutgoingMail): string {
	const { from, to, cc = [], subject, at, id, references, headers = {}, body } = mail;
	const nearest = references.at(-1);
	const lines = [
		`From: ${mailbox(from)}`,
		`To: ${to}`,
		...(cc.length > 0 ? [`Cc: ${cc.map(mailbox).join(', ')}`] : []),
		`Subject: ${subject}`,
		`Date: ${formatDate(at, from)}`,
		`Message-ID: <${id}>`,
		...(nearest === undefined ? [] : [`In-Reply-To: <${nearest}>`]),
		...(nearest === undefined
			? []
			: [`References: ${references.map((reference) => `<${reference}>`).join('\n ')}`]),
		'MIME-Version: 1.0',
		...Object.entries({
			'Content-Type': 'text/plain; charset=UTF-8',
			'Content-Transfer-Encoding': '8bit',
			...headers,
		}).map(([name, value]) => `${name}: ${value}`),
	];
	return `${lines.join('\n')}\n\n${body}`;
}

/** Quotes the lines of a text for a reply. */
export const quoteLines = (text: string) =>
	text
		.trimEnd()
		.split('\n')
		.map((line) => (line === '' ? '>' : `> ${line}`))
		.join('\n');

/** Wraps text at 72 characters, except for paragraphs that are already laid out. */
export function wrapText(text: string): string {
	const fill = (paragraph: string) =>
		/^( {2}|\t|- )/m.test(paragraph) ? paragraph : paragraph.replace(/(?=.{73})(.{1,72}) /g, '$1\n');
	return text.split('\n\n').map(fill).join('\n\n');
}

/** The last paragraph of a mail, without its signature. */
export const lastParagraphOf = (body: string) =>
	body
		.replace(/\n-- \n[\s\S]*$/, '')
		.trimEnd()
		.split('\n\n')
		.at(-1) ?? '';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The line before a quotation. */
export function attribution({ at, from }: OutgoingMail): string {
	return `On ${days[at.getUTCDay()]} ${at.toISOString().slice(0, 10)}, ${from.name} wrote:`;
}

/** Creates a reply to a mail. */
export function createReply(
	to: OutgoingMail,
	from: Person,
	at: Date,
	body: string,
	{ number = 1, headers }: { number?: number; headers?: OutgoingMail['headers'] } = {},
): OutgoingMail {
	return {
		from,
		to: to.to,
		...(to.from !== from && { cc: [to.from] }),
		subject: /^Re:/i.test(to.subject) ? to.subject : `Re: ${to.subject}`,
		at,
		id: messageId(at, from, number),
		references: [...to.references, to.id],
		...(headers && { headers }),
		body,
	};
}
