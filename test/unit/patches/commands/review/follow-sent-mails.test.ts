import assert from 'node:assert/strict';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { documents, takeCalls } from '../../../../kit/window/editor.ts';
import { memory } from '../../../../tools/memory.ts';
import { until } from '../../../../tools/until.ts';
import { aMail } from './a-mail.ts';

const { followSentMails } = await import('../../../../../src/patches/commands/review/follow-sent-mails.ts');
const { MailDocuments } = await import('../../../../../src/patches/commands/review/mail-documents.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const from = { name: 'Ana', email: 'ana@example.org' };

describe('A mail that was sent', () => {
	const { open } = demoLists();

	it('is named, and its document is closed, but not one that the user has written on', async () => {
		const window = await open();
		const { mails } = await window.reviewMails(async () => ({ kind: 'sent', answer: '' }));
		const mailDocuments = new MailDocuments(memory());
		const following = followSentMails(mails, mailDocuments);
		try {
			const two = [aMail(1), aMail(2, { subject: 'Re: [PATCH editor v3 2/3] Wrap long lines' })];
			for (const mail of two) await mailDocuments.show(series, mail);
			documents[1]?.type(`${documents[1].getText()}More.\n`);
			takeCalls();
			await mails.send({ series, mails: two, from }, 0);
			await until(() => mails.outbox.entries.length === 0 && documents[0]?.getText() === '');
			const said = takeCalls().filter((call) => call.startsWith('status bar'));
			assert.deepEqual(said, [
				'status bar: Mail sent: “Re: Mail 1”',
				'status bar: Mail sent: “Re: Wrap long lines”',
			]);
			assert.match(documents[1]?.getText() ?? '', /More\.$/m);
		} finally {
			following.dispose();
			mailDocuments.dispose();
		}
	});
});
