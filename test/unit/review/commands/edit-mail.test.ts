import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { whyNotDone } from '../../../../src/platform/state/outbox/text.ts';
import type { MailEntry } from '../../../../src/review/state/outbox-mail.ts';
import type { Deliver } from '../../../../src/review/state/outbox-mail-sender.ts';
import type { ReviewComments } from '../../../../src/review/state/review-comments.ts';
import type { ReviewMails } from '../../../../src/review/state/review-mails.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { documents, setSetting, takeCalls } from '../../../kit/window/editor.ts';
import { failing } from '../../../tools/failing-files.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { aMail, firstVersion } from './a-mail.ts';

const { editMail, reopenMail } = await import('../../../../src/review/commands/edit-mail.ts');
const { MailDocuments } = await import('../../../../src/review/commands/mail-documents.ts');
const { replaceText } = await import('../../../../src/platform/editor/replace-text.ts');
const { mailDocument } = await import('../../../../src/mail/compose/mail-document.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const from = { name: 'Ana', email: 'ana@example.org' };

const writeComment = (comments: ReviewComments, id: string) =>
	comments.write({
		...{ ...firstVersion(id), base: null, body: { text: 'Why?' } },
		account: { id: 'ana', name: '~ana', instance: 'forge.test' },
		key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1, lines: { kind: 'whole' } },
	});

describe('A mail in the outbox', () => {
	const { open, ending } = demoLists();

	function openDocuments() {
		const mailDocuments = new MailDocuments(memory());
		ending(mailDocuments);
		return mailDocuments;
	}

	/** A window in which the mails that are taken out of the outbox are opened in its documents. */
	async function openWindow(deliver: Deliver = async () => assert.fail('It is taken back')) {
		const window = await open();
		const mailDocuments = openDocuments();
		const reopen = (entry: MailEntry) => reopenMail(entry, mailDocuments);
		return { mailDocuments, ...(await window.reviewMails(deliver, { reopen })) };
	}

	const discardAll = (mails: ReviewMails) => mails.discard(...mails.entries.map(({ id }) => id));

	/** A mail that the server has refused, and the documents of its window. */
	async function refused(mail: ReturnType<typeof aMail>) {
		const { mails, comments, mailDocuments } = await openWindow(async () => ({
			kind: 'refused',
			message: 'Too large.',
			recipients: [],
		}));
		for (const { id } of mail.comments) await writeComment(comments, id);
		await mails.send({ series, mails: [mail], from }, 0);
		await until(() => mails.entries.some(({ state }) => state.kind === 'refused'));
		const [entry = assert.fail()] = mails.entries;
		const { about } = entry.row();
		takeCalls();
		return { mails, comments, about, mailDocuments };
	}

	it('is a document again if it has no comments, with its text and header, and is not sent', async () => {
		const body = `Größe?\n\n> ${'long '.repeat(20)}\n\nYes, ${'please '.repeat(20)}\n`;
		const mail = aMail(1, { subject: 'Re: [PATCH] Größe', body });
		const { mails, about, mailDocuments } = await refused(mail);
		await editMail({ about }, mails, mailDocuments);
		assert.deepEqual(mails.entries, []);
		assert.equal(documents[0]?.getText(), mailDocument(mail.mail));
		const [opened] = await mailDocuments.all();
		assert.deepEqual(opened?.read().mail, mail.mail);
		assert.equal(opened?.answered, 1);
	});

	it('has its comments as drafts on its page again', async () => {
		const { mails, comments, about, mailDocuments } = await refused(
			aMail(1, { comments: [firstVersion('c')] }),
		);
		await editMail(about, mails, mailDocuments);
		assert.deepEqual(mails.entries, []);
		assert.equal(comments.get('c')?.state, 'editing');
		const calls = takeCalls();
		assert.ok(
			calls.some((call) => call.startsWith('command: tildeforge.openPatchsetRow')),
			calls.join(),
		);
		assert.deepEqual(await mailDocuments.all(), []);
	});

	it('has its comments as drafts on the page that the user is on', async () => {
		const { mails, comments, mailDocuments } = await refused(aMail(1, { comments: [firstVersion('c')] }));
		await editMail({ entry: mails.entries[0]?.id }, mails, mailDocuments);
		assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
		assert.doesNotMatch(takeCalls().join(), /openPatchsetRow/);
	});

	it('is the document that the user has edited, also if they have closed it, and its comments are drafts', async () => {
		const mail = await edited('Why is that?');
		const { mails, comments, about, mailDocuments } = await refused(mail);
		await editMail({ about }, mails, mailDocuments);
		assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
		const opened = (await mailDocuments.openMail(series, 1)) ?? assert.fail();
		assert.match(opened.document.getText(), /Why is that\?/);
		assert.deepEqual([opened.isEdited, opened.isOf(composed.mail)], [true, true]);
		assert.deepEqual(opened.read(), mail);
	});

	const composed = aMail(1, { comments: [firstVersion('c')], body: 'Why?\n' });

	/** A mail that the user has edited in its document, which is closed. */
	async function edited(body: string) {
		const writing = new MailDocuments(memory());
		await writing.show(series, composed);
		documents[0]?.type(documents[0].getText().replace('Why?', body));
		const mail = (await writing.openMail(series, 1))?.read() ?? assert.fail();
		writing.dispose();
		documents.splice(0);
		return mail;
	}

	for (const way of ['undo', 'discard'] as const)
		it(`is open again as the user has edited it after ${way}, and is not sent`, async () => {
			const { mails, comments, mailDocuments } = await openWindow();
			const mail = await edited('Why is that?');
			const send = async () => {
				await writeComment(comments, 'c');
				await mails.send({ series, mails: [mail], from }, 3_600_000);
			};
			const takeBack = () => (way === 'undo' ? mails.undo() : discardAll(mails));
			await send();
			assert.equal((await takeBack()).length, 1);
			assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
			const opened = (await mailDocuments.openMail(series, 1)) ?? assert.fail();
			assert.match(opened.document.getText(), /Why is that\?/);
			assert.equal(opened.isEdited, true);
			await send();
			await takeBack();
			assert.equal(documents.length, 1, 'it is open already');
		});

	it('stays in the outbox while the user types in the document in which it would be open again', async () => {
		const { mails, comments, mailDocuments } = await openWindow();
		const mail = await edited('Why is that?');
		await writeComment(comments, 'c');
		await mails.send({ series, mails: [mail], from }, 3_600_000);
		await mailDocuments.show(series, composed);
		setSetting('typing', true);
		for (const takeBack of [() => mails.undo(), () => discardAll(mails)])
			await assert.rejects(takeBack(), ForgeError);
		assert.equal(mails.entries[0]?.state.kind, 'refused', 'it is not sent');
		setSetting('typing', false);
		await discardAll(mails);
		assert.deepEqual(mails.entries, []);
		assert.match((await mailDocuments.openMail(series, 1))?.document.getText() ?? '', /Why is that\?/);
	});

	it('stays in the outbox if its document cannot be opened to discard it', async () => {
		const window = await open();
		const { mails, comments } = await window.reviewMails(async () => assert.fail('It is not sent'), {
			reopen: () => Promise.reject(new Error('The window closes.')),
		});
		await writeComment(comments, 'c');
		await mails.send({ series, mails: [await edited('Why is that?')], from }, 3_600_000);
		await assert.rejects(discardAll(mails), /closes/);
		assert.equal(mails.entries.length, 1);
	});

	it('is kept until its document is open after undo, and is not sent meanwhile', async () => {
		const window = await open();
		const next = await open({ folder: window.folder });
		const reopen = async () => {
			await mails.finish(AbortSignal.timeout(10_000));
			const { mails: kept } = await next.reviewMails(async () => assert.fail('It is undone'));
			assert.deepEqual(
				kept.entries.map(({ state, steps }) => [
					state.kind === 'refused' && !state.mayBeDone,
					steps.at(-1)?.change.composed,
				]),
				[[true, 'Before']],
				'if the window is killed now, the next one has the text',
			);
			assert.equal(mails.undoable, undefined);
		};
		const { mails } = await window.reviewMails(async () => assert.fail('It is undone'), { reopen });
		await mails.send({ series, mails: [{ ...aMail(1), composed: 'Before' }], from }, 3_600_000);
		assert.equal((await mails.undo()).length, 1);
		assert.deepEqual(mails.entries, []);
	});

	it('is undone and kept if its document cannot be opened, which Edit does later', async () => {
		const window = await open();
		const mailDocuments = openDocuments();
		const cause = new Error('The editor is busy.');
		let isBusy = true;
		const { mails, comments } = await window.reviewMails(async () => assert.fail('It is undone'), {
			reopen: async (entry) => {
				if (isBusy && entry.steps.at(-1)?.change.answered === 1) throw cause;
				await reopenMail(entry, mailDocuments);
			},
		});
		await writeComment(comments, 'c');
		const status = { patchset: 12, change: { status: 'approved' } } as const;
		const both = [await edited('Why is that?'), { ...aMail(2), composed: 'Before' }];
		await mails.send({ series, mails: [...both, aMail(3)], from, status }, 3_600_000);
		await assert.rejects(mails.undo(), (error) => error instanceof ForgeError && error.cause === cause);
		const [kept = assert.fail(), ...others] = mails.entries;
		assert.deepEqual([kept.steps.at(-1)?.change.answered, others], [1, []], 'all others are undone');
		assert.match(whyNotDone(kept, Date.now()), /^not sent\. Sending was undone/);
		assert.equal(
			mails.returnedStatus(series),
			undefined,
			'it is set with the mail if that is sent all the same',
		);
		isBusy = false;
		await editMail(kept.row(), mails, mailDocuments);
		assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
		assert.match((await mailDocuments.openMail(series, 1))?.document.getText() ?? '', /Why is that\?/);
		assert.equal(mails.returnedStatus(series), 'approved');
	});

	it('is said to wait, and not to be closed, if it cannot be taken out of the outbox after its document was opened', async () => {
		const window = await open();
		let restore = () => {};
		const { mails } = await window.reviewMails(async () => assert.fail('It is undone'), {
			reopen: async () => {
				restore = failing('rename', 'ENOSPC', { path: /mail-outbox/ });
			},
		});
		await mails.send({ series, mails: [{ ...aMail(1), composed: 'Before' }], from }, 3_600_000);
		try {
			await assert.rejects(mails.undo(), {
				message:
					'Sending was undone, but the mail is still under Waiting in the Tickets view. To open it, select Edit there.',
			});
		} finally {
			restore();
		}
		const [entry = assert.fail()] = mails.entries;
		assert.equal(
			whyNotDone(entry, Date.now()),
			'not sent. Sending was undone. To open the mail, select Edit.',
		);
	});

	it('is open beside another answer to the same mail after it was discarded', async () => {
		const { mails, mailDocuments } = await refused(await edited('Why is that?'));
		await mailDocuments.show(series, aMail(1, { body: 'Another text\n' }));
		const [other = assert.fail()] = documents;
		other.type(`${other.getText()}and more\n`);
		await discardAll(mails);
		assert.match(other.getText(), /Another text\nand more\n$/);
		assert.match(documents[1]?.getText() ?? '', /Why is that\?/);
		const [answer, ...more] = await mailDocuments.all();
		assert.deepEqual([answer?.document, more.length], [other, 0], 'the other answer can still be sent');
	});

	it('is open as a text after it was discarded if its series cannot be read', async () => {
		const { mails } = await refused(await edited('Why is that?'));
		await mails.adapt((_key, change) => ({ ...change, series: 'of another version' }));
		assert.equal((await discardAll(mails)).length, 1);
		assert.match(documents[0]?.getText() ?? '', /Why is that\?/);
	});

	for (const [what, write] of [
		['the user has edited it', () => edited('Why is that?')],
		['it has comments', async () => aMail(1, { comments: [firstVersion('c')], body: 'Why?\n' })],
	] as const)
		it(`is open once as a text after Edit, and not sent, if ${what} and its series cannot be read`, async () => {
			const { mails, comments, mailDocuments } = await refused(await write());
			await mails.adapt((_key, change) => ({ ...change, series: 'of another version' }));
			const [entry = assert.fail()] = mails.entries;
			await editMail(entry.row(), mails, mailDocuments);
			assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
			assert.deepEqual(
				documents.map((document) => /^Why/m.test(document.getText())),
				[true],
			);
			assert.doesNotMatch(takeCalls().join(), /list changed|openPatchsetRow/);
		});

	it('is taken out of its review by Edit: the status waits for the others only', async () => {
		const window = await open();
		const { mails, set } = await window.reviewMails(async (_account, { raw }) =>
			raw.includes('In-Reply-To: <1@x>')
				? { kind: 'refused', message: 'Too large.', recipients: [] }
				: { kind: 'sent', answer: 'OK' },
		);
		const status = { patchset: 12, change: { status: 'approved' } } as const;
		await mails.send({ series, mails: [aMail(1), aMail(2)], from, status }, 3_600_000);
		const [first = assert.fail(), second = assert.fail()] = mails.entries;
		await mails.sendNow(first.id);
		await until(() => mails.entries.some(({ state }) => state.kind === 'refused'));
		await editMail(first.row(), mails, openDocuments());
		assert.deepEqual([mails.entries.map(({ id }) => id), set], [[second.id], []]);
		await mails.sendNow(second.id);
		await until(() => mails.entries.length === 0);
		assert.deepEqual([set, mails.returnedStatus(series)], [[[series, status.change]], undefined]);
	});

	it('opens no document after it was discarded if the user has edited none', async () => {
		const { mails } = await refused(aMail(1, { comments: [firstVersion('c')] }));
		assert.equal((await discardAll(mails)).length, 1);
		assert.deepEqual(documents, []);
	});

	it('is a document again also if it is the one that the user has edited and sent', async () => {
		const written = { composed: 'Text\n', document: 'd' };
		const mail = aMail(1, { body: 'My text\n', ...written });
		const { mails, about, mailDocuments } = await refused(mail);
		await mailDocuments.show(series, aMail(1, { body: 'Text\n', document: 'd' }));
		const [open = assert.fail()] = await mailDocuments.all();
		await replaceText(open.document, mailDocument(mail.mail));
		await editMail(about, mails, mailDocuments);
		assert.deepEqual(mails.entries, []);
		assert.deepEqual(open.read().mail, mail.mail);
	});

	it('stays there while another answer to the same mail is being written', async () => {
		const { mails, about, mailDocuments } = await refused(aMail(1));
		await mailDocuments.show(series, aMail(1, { body: 'Another text\n' }));
		const [other = assert.fail()] = await mailDocuments.all();
		await replaceText(other.document, `${other.document.getText()}and more\n`);
		takeCalls();
		await editMail(about, mails, mailDocuments);
		assert.equal(mails.entries.length, 1);
		assert.match(other.document.getText(), /Another text\nand more\n$/);
		assert.match(takeCalls().join(), /another answer/);
	});

	it('that was sent in the meantime is not opened', async () => {
		const { mails, about, mailDocuments } = await refused(aMail(1));
		const entry = mails.entries[0]?.id ?? '';
		await mails.discard(entry);
		await editMail(about, mails, mailDocuments);
		assert.match(takeCalls().join(), /The list changed/);
		await editMail({ entry }, mails, mailDocuments);
		assert.match(takeCalls().join(), /already sent or discarded/, 'a page has no row to select');
		assert.deepEqual(await mailDocuments.all(), []);
	});
});
