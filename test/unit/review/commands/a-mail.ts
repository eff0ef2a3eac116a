import { mailDocument } from '../../../../src/mail/compose/mail-document.ts';
import type { Address } from '../../../../src/mail/message/mail.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import type { MailDrafts } from '../../../../src/review/state/mail-drafts.ts';
import type { CommentVersion, PreparedMail } from '../../../../src/review/state/prepare-mail.ts';

/** A comment as the user has first written it on a page. */
export const firstVersion = (id: string): CommentVersion => ({ id, revision: 1, writer: 'page' });

type Given = Partial<PreparedMail & PreparedMail['mail']>;

/** A mail that is ready to be sent, as the answer to the mail of this number. */
export function aMail(answered: number, given: Given = {}): PreparedMail {
	const {
		cc = [{ name: 'Bob', email: 'bob@example.org' }],
		subject = `Re: Mail ${answered}`,
		body = `Text ${answered}\n`,
		comments = [],
		note = '',
		to = 'list@example.org',
	} = given;
	return {
		mail: {
			...{ subject, body, to },
			from: { name: 'Ana', email: 'ana@example.org' },
			cc,
			inReplyTo: `<${answered}@x>`,
			references: ['<0@x>', `<${answered}@x>`],
		},
		...{ answered, comments, note },
		...(given.document !== undefined && { document: given.document }),
		...(given.composed !== undefined && { composed: given.composed }),
	};
}

/** A mail that the user has written as a draft. */
export async function asDraft(drafts: MailDrafts, mail: PreparedMail, id = 'd'): Promise<PreparedMail> {
	const { answered, comments, composed = 'Before' } = mail;
	const { inReplyTo = null, references } = mail.mail;
	const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
	const { revision, writer } = await drafts.write({
		...{ id, revision: 1, writer: 'editor', base: null },
		account: { id: 'ana', name: '~ana', instance: 'forge.test' },
		key: { ...list, series: idOfSeries({ ...list, patchset: 12 }), answered },
		body: {
			...{ text: mailDocument(mail.mail), composed, comments: [...comments] },
			...{ inReplyTo, references: [...references] },
		},
	});
	return { ...mail, composed, document: { id, revision, writer } };
}

/** The same mail after the user has written another sender in its document. */
export const withSender = (prepared: PreparedMail, from: Address): PreparedMail => ({
	...prepared,
	mail: { ...prepared.mail, from },
	composed: mailDocument(prepared.mail),
});
