import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { outgoingMail, withoutStatusField } from '../../../../src/review/state/outgoing-mail.ts';
import { itIsReadByPython, readByPython } from '../../../kit/mails/python-mails.ts';
import { aMail, firstVersion } from '../commands/a-mail.ts';

const account = { name: 'Ana at Work', email: 'ana@work.test' };
const date = new Date('2026-11-01T10:00:00Z');
const sent = (given: Parameters<typeof aMail>[1] = {}) => outgoingMail(aMail(1, given), account, date);

describe('A mail that is sent', () => {
	it('has all headers, and goes to all recipients', () => {
		const { from, to, raw } = sent({ subject: 'Re: Größe\nBcc: evil@x' });
		assert.deepEqual([from, to], ['ana@example.org', ['list@example.org', 'bob@example.org']]);
		const { messageId, ...mail } = parseMail(raw);
		assert.match(messageId ?? '', /^<[\da-f]{32}@example\.org>$/);
		const people = [mail.from.name, mail.to[0]?.email, mail.cc[0]?.email];
		assert.deepEqual(people, ['Ana', 'list@example.org', 'bob@example.org']);
		assert.deepEqual([mail.subject, mail.text], ['Re: Größe Bcc: evil@x', 'Text 1\n']);
		assert.deepEqual([mail.inReplyTo, mail.references], ['<1@x>', ['<0@x>', '<1@x>']]);
		assert.equal(mail.date, date.getTime());
		assert.doesNotMatch(raw, /^Bcc|^X-Unsent/m);
	});

	it('goes once to each address of its header, in any letter case, and to no other', () => {
		const emails = ['Bob@Example.org', 'bob@example.org', 'LIST@example.org', 'carl@', 'carl@example.org'];
		const { to, raw } = sent({ cc: emails.map((email) => ({ name: '', email })) });
		assert.deepEqual(to, ['list@example.org', 'Bob@Example.org', 'carl@example.org']);
		const header = parseMail(raw);
		assert.deepEqual(
			[...header.to, ...header.cc].map(({ email }) => email),
			to,
		);
	});

	it('can set the status of its patchset', () => {
		const { raw } = outgoingMail(aMail(1), account, date, 'needs_revision');
		assert.match(raw, /^X-Sourcehut-Patchset-Update: NEEDS_REVISION\r?$/m);
		assert.doesNotMatch(sent().raw, /^X-Sourcehut/m);
	});

	it('can be without the status again, and is the same otherwise', () => {
		const body = 'As in a mail:\n\nX-Sourcehut-Patchset-Update: APPROVED\n';
		const mail = aMail(1, { body });
		const plain = outgoingMail(mail, account, date).raw;
		assert.equal(withoutStatusField(outgoingMail(mail, account, date, 'needs_revision').raw), plain);
		assert.equal(withoutStatusField(plain), plain);
	});

	it('is from the account if it names no sender', () => {
		const prepared = aMail(1, { cc: [] });
		const mail = { ...prepared.mail, from: undefined };
		const { from, raw } = outgoingMail({ ...prepared, mail }, account, date);
		assert.equal(from, 'ana@work.test');
		assert.match(raw, /^From: Ana at Work <ana@work\.test>$/m);
		assert.doesNotMatch(raw, /^Cc:/m);
	});

	it('has the same Message-ID if it is the same, so that it is known when it comes again', () => {
		const idOf = (given?: Parameters<typeof aMail>[1]) => parseMail(sent(given).raw).messageId;
		const comments = (...ids: readonly string[]) => ({ comments: ids.map(firstVersion) });
		const document = (id: string) => ({ composed: '> Text\n', document: firstVersion(id) });
		assert.equal(idOf(), idOf());
		assert.equal(idOf(document('a')), idOf(document('a')));
		assert.equal(idOf(comments('a', 'b')), idOf({ ...comments('b', 'a'), ...document('a') }));
		const others = [{}, { body: 'Other text\n' }, comments('a'), comments('b'), document('a'), document('b')];
		assert.equal(new Set(others.map(idOf)).size, others.length);
	});
});

const names = [
	'Ana',
	'Jürgen Größe',
	'Müller, "Ö" \\ Äpfel',
	"O'Neil (work)",
	'=?UTF-8?Q?x?=',
	'山田 太郎',
	'Ωμέγα '.repeat(20).trim(),
	'👩‍💻 Émilie',
];

/** The mails of people with such names, with what readers are to find in them. */
const samples = names.map((name, index) => {
	const people = names.map((one, nth) => ({ name: one, email: `p${nth}@example.org` }));
	const prepared = aMail(index, { body: 'Größe?\n', subject: `Re: [PATCH] ${name}` });
	const mail = {
		...prepared.mail,
		from: { name, email: 'me@example.org' },
		cc: people,
		references: Array.from({ length: 30 }, (_, nth) => `<${nth}.${'a'.repeat(40)}@example.org>`),
	};
	const { raw } = outgoingMail({ ...prepared, mail }, account, date);
	const { messageId } = parseMail(raw);
	return { mail, raw: raw.replaceAll('\n', '\r\n'), messageId };
});

describe('The header of a mail that is sent', () => {
	it('is read by postal-mime as it was written', async () => {
		for (const { mail, raw, messageId } of samples) {
			const read = await PostalMime.parse(raw);
			assert.deepEqual([read.from?.name, read.from?.address], [mail.from.name, mail.from.email]);
			assert.deepEqual(
				read.cc?.map((one) => [one.name, one.address]),
				mail.cc.map(({ name, email }) => [name, email]),
			);
			assert.deepEqual(
				[read.subject, read.messageId, read.references, new Date(read.date ?? '').getTime()],
				[mail.subject, messageId, mail.references.join(' '), date.getTime()],
			);
		}
	});

	itIsReadByPython(() => {
		const raws = samples.map(({ raw }) => raw);
		assert.deepEqual(
			readByPython(raws, fields),
			samples.map(({ mail, messageId }) => ({
				people: [mail.from, ...mail.cc].map(({ name, email }) => [name.replaceAll(' ', ''), email]),
				to: mail.to,
				subject: mail.subject,
				date: date.getTime() / 1000,
				id: messageId,
				references: mail.references,
			})),
		);
	});
});

/** What is read of a header. Python puts another space between the encoded words of a long name. */
const fields = `{
	"people": [[one.display_name.replace(" ", ""), one.addr_spec] for field in ("From", "Cc") for one in mail[field].addresses],
	"to": mail["To"].addresses[0].addr_spec,
	"subject": mail["Subject"],
	"date": mail["Date"].datetime.timestamp(),
	"id": mail["Message-ID"].strip(),
	"references": mail["References"].split(),
}`;
