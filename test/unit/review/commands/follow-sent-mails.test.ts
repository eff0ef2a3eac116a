import assert from 'node:assert/strict';
import { sendMail } from '../../../../src/review/state/mail-server/send-mail.ts';
import { outgoingMail } from '../../../../src/review/state/outgoing-mail.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { documents, takeCalls } from '../../../kit/window/editor.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { aMail, firstVersion } from './a-mail.ts';

const { followSentMails } = await import('../../../../src/review/commands/follow-sent-mails.ts');
const { MailDocuments } = await import('../../../../src/review/commands/mail-documents.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const from = { name: 'Ana', email: 'ana@example.org' };

describe('A mail that was sent', () => {
	const { open, ending, forge } = demoLists();

	function openDocuments(memento = memory()) {
		const mailDocuments = new MailDocuments(memento);
		ending(mailDocuments);
		return mailDocuments;
	}

	it('is named, and its document is closed, but not one that the user has written on, or that of another mail', async () => {
		const window = await open();
		const { mails, comments } = await window.reviewMails(async () => ({ kind: 'sent', answer: '' }));
		const mailDocuments = openDocuments();
		const { lists, log } = window;
		ending(followSentMails({ mails, documents: mailDocuments, comments, lists, log }));
		const two = [aMail(1), aMail(2, { subject: 'Re: [PATCH editor v3 2/3] Wrap long lines' })];
		for (const mail of [aMail(3), ...two]) await mailDocuments.show(series, mail);
		documents[2]?.type(`${documents[2].getText()}More.\n`);
		takeCalls();
		await mails.send({ series, mails: two, from }, 0);
		await until(() => mails.entries.length === 0 && documents[1]?.getText() === '');
		const said = takeCalls().filter((call) => call.startsWith('status bar'));
		assert.deepEqual(said, [
			'status bar: Mail sent: “Re: Mail 1”',
			'status bar: Mail sent: “Re: Wrap long lines”',
		]);
		assert.match(documents[0]?.getText() ?? '', /Text 3$/m);
		assert.match(documents[2]?.getText() ?? '', /More\.$/m);
	});

	/** A window in which the answer to a mail is open, and another one that sends it. */
	async function openTwo(answer: ReturnType<typeof aMail>) {
		const one = await open();
		const memento = memory();
		const mailDocuments = openDocuments(memento);
		const { comments, mails } = await one.reviewMails(() => assert.fail('It was sent here'));
		await comments.open();
		for (const { id } of answer.comments)
			await comments.write({
				...{ ...firstVersion(id), base: null, body: { text: 'Why?' } },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1, lines: { kind: 'whole' } },
			});
		await mailDocuments.show(series, answer);
		const other = await open({ folder: one.folder });
		const sending = await other.reviewMails(async () => ({ kind: 'sent', answer: '' }));
		await sending.comments.open();
		takeCalls();
		return {
			...{ comments, mails, mailDocuments, memento, lists: one.lists, log: one.log },
			sendElsewhere: async () => {
				await sending.mails.send({ series, mails: [answer], from }, 0);
				await until(() => sending.mails.entries.length === 0);
			},
		};
	}

	const commented = aMail(1, { comments: [firstVersion('c')] });

	it('closes its document also if another window has sent it', async () => {
		const { comments, mails, mailDocuments, lists, log, sendElsewhere } = await openTwo(commented);
		ending(followSentMails({ mails, documents: mailDocuments, comments, lists, log }));
		await sendElsewhere();
		await until(() => documents[0]?.getText() === '', { what: 'the document was closed' });
		assert.ok(takeCalls().includes('status bar: Mail sent: “Re: Mail 1”'));
	});

	it('closes a document that VS Code restores after that, but not one that the user has edited', async () => {
		const { comments, mails, mailDocuments, memento, lists, log, sendElsewhere } = await openTwo(commented);
		documents[0]?.type(`${documents[0].getText()}More.\n`);
		await mailDocuments.show(series, aMail(2, { comments: [firstVersion('c')] }));
		mailDocuments.dispose();
		await sendElsewhere();
		ending(followSentMails({ mails, documents: openDocuments(memento), comments, lists, log }));
		await until(() => documents[1]?.getText() === '', { what: 'the document was closed' });
		assert.match(documents[0]?.getText() ?? '', /More\.$/m);
	});

	/** Sends an answer without comments to the list. */
	async function sendToList() {
		const to = '~ana/editor-devel@lists.forge.test';
		const answer = aMail(2, { to, body: `${crypto.randomUUID()}\n` });
		const server = { ...forge().smtp, security: 'none', user: undefined } as const;
		const outgoing = { ...outgoingMail(answer, from, new Date()), to: [to] };
		assert.equal((await sendMail(server, outgoing, new AbortController().signal)).kind, 'sent');
		return answer;
	}

	it('closes its document when its account has signed in, if only the list says that it was sent', async () => {
		const { comments, mails, mailDocuments, lists, log } = await openTwo(await sendToList());
		const listsOf = lists.of.bind(lists);
		const asked = Promise.withResolvers<void>();
		Object.assign(lists, { of: () => asked.resolve() });
		ending(followSentMails({ mails, documents: mailDocuments, comments, lists, log }));
		await asked.promise;
		Object.assign(lists, { of: listsOf });
		await lists.update();
		await until(() => documents[0]?.getText() === '', { what: 'the document was closed' });
	});

	it('leaves its document open if the comments cannot be read, and says so in the log', async () => {
		const { comments, mails, mailDocuments, lists, log } = await openTwo(commented);
		const failed = Promise.withResolvers<string>();
		Object.assign(comments, { readNow: () => Promise.reject(new Error('No disk.')) });
		const warned = Object.assign(Object.create(log), { warn: failed.resolve });
		ending(followSentMails({ mails, documents: mailDocuments, comments, lists, log: warned }));
		assert.equal(await failed.promise, 'The documents of mails that were sent could not be closed');
		assert.notEqual(documents[0]?.getText(), '');
	});

	it('stays open if the user writes on it while the forge is asked for it or for another one', async () => {
		const onList = await sendToList();
		const { comments, mails, mailDocuments, memento, sendElsewhere } = await openTwo(commented);
		// They are checked in this order.
		for (const mail of [onList, commented, aMail(3, { comments: [firstVersion('c')] })])
			await mailDocuments.show(series, mail);
		mailDocuments.dispose();
		await sendElsewhere();
		const [first, second, last] = [documents[1], documents[0], documents[2]];
		const { lists, log } = await open();
		const listsOf = lists.of.bind(lists);
		let wasAsked = false;
		const typeMeanwhile: typeof lists.of = (account) => {
			if (!wasAsked) for (const one of [first, second]) one?.type(`${one.getText()}More.\n`);
			wasAsked = true;
			return listsOf(account);
		};
		Object.assign(lists, { of: typeMeanwhile });
		ending(followSentMails({ mails, documents: openDocuments(memento), comments, lists, log }));
		await until(() => last?.getText() === '', { what: 'the last document was closed' });
		assert.ok(wasAsked);
		for (const one of [first, second]) assert.match(one?.getText() ?? '', /More\.$/m);
	});
});
