import assert from 'node:assert/strict';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { savedMails } from '../../../../src/review/state/mail-drafts.ts';
import type { Deliver } from '../../../../src/review/state/outbox-mail-sender.ts';
import type { PreparedMail } from '../../../../src/review/state/prepare-mail.ts';
import type { ReviewComments } from '../../../../src/review/state/review-comments.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { closeDocument, documents, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';
import { aMail, asDraft, firstVersion } from './a-mail.ts';
import { someMailDocuments } from './some-mail-documents.ts';

const { editMail } = await import('../../../../src/review/commands/edit-mail.ts');
const { mailDocument } = await import('../../../../src/mail/compose/mail-document.ts');

const series = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };
const from = { name: 'Ana', email: 'ana@example.org' };
const never: Deliver = async () => assert.fail('It is taken back');
const refusing: Deliver = async () => ({ kind: 'refused', message: 'Too large.', recipients: [] });

const writeComment = (comments: ReviewComments, id: string) =>
	comments.write({
		...{ ...firstVersion(id), base: null, body: { text: 'Why?' } },
		account: { id: 'ana', name: '~ana', instance: 'forge.test' },
		key: { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 1, lines: { kind: 'whole' } },
	});

describe('A mail in the outbox', () => {
	const { open, ending } = demoLists();

	/** A window in which the mails that are taken out of the outbox are opened in its documents. */
	async function openWindow(deliver = never, folder?: string) {
		const window = await open(folder === undefined ? {} : { folder });
		const opened = await window.reviewMails(deliver, { reopen: (entry) => mailDocuments.reopen(entry) });
		const mailDocuments = someMailDocuments(opened, ending);
		/** The mails that the user is writing, as the view lists them. */
		const saved = () => savedMails(opened.drafts, opened.mails);
		return { ...window, ...opened, mailDocuments, saved };
	}

	const edited = {
		...aMail(1, { comments: [firstVersion('c')], body: 'Why is that?\n' }),
		composed: 'Before',
	};
	const discardAll = ({ mails }: Awaited<ReturnType<typeof openWindow>>) =>
		mails.discard(...mails.entries.map(({ id }) => id));

	/** A window with a mail that the server has refused. */
	async function refused(
		mail: PreparedMail,
		prepare = async (_: Awaited<ReturnType<typeof openWindow>>) => mail,
	) {
		const window = await openWindow(refusing);
		for (const { id } of mail.comments) await writeComment(window.comments, id);
		await window.mails.send({ series, mails: [await prepare(window)], from }, 0);
		await until(() => window.mails.entries.some(({ state }) => state.kind === 'refused'));
		const [entry = assert.fail()] = window.mails.entries;
		takeCalls();
		return { ...window, about: entry.row().about };
	}
	/** As above, for a mail that was sent from its document. */
	const refusedDraft = (mail: PreparedMail) => refused(mail, ({ drafts }) => asDraft(drafts, mail));

	it('is a document again if it has no comments, with its text and header, and is not sent', async () => {
		const body = `Größe?\n\n> ${'long '.repeat(20)}\n\nYes, ${'please '.repeat(20)}\n`;
		const mail = aMail(1, { subject: 'Re: [PATCH] Größe', body });
		const { mails, about, mailDocuments } = await refused(mail);
		await editMail({ about }, mails);
		assert.deepEqual(mails.entries, []);
		assert.equal(documents[0]?.getText(), mailDocument(mail.mail));
		const [opened] = mailDocuments.drafts(series, 1);
		assert.deepEqual([opened?.read().mail, opened?.answered], [mail.mail, 1]);
	});

	it('has its comments as drafts on its page again', async () => {
		const { mails, comments, about } = await refused(aMail(1, { comments: [firstVersion('c')] }));
		await editMail(about, mails);
		assert.deepEqual([mails.entries, comments.get('c')?.state, documents], [[], 'editing', []]);
		assert.match(takeCalls().join(), /command: tildeforge\.openPatchsetRow/);
	});

	it('has its comments as drafts on the page that the user is on', async () => {
		const { mails, comments } = await refused(aMail(1, { comments: [firstVersion('c')] }));
		await editMail({ entry: mails.entries[0]?.id }, mails);
		assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
		assert.doesNotMatch(takeCalls().join(), /openPatchsetRow/);
	});

	it('is the document that it was sent from, and its comments are drafts', async () => {
		const { mails, comments, about, mailDocuments } = await refusedDraft(edited);
		await editMail({ about }, mails);
		assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
		assert.match(documents[0]?.getText() ?? '', /Why is that\?/);
		const [opened = assert.fail()] = mailDocuments.drafts(series, 1);
		assert.deepEqual([opened.isEdited, opened.read().mail], [true, edited.mail]);
		assert.doesNotMatch(takeCalls().join(), /openPatchsetRow/);
	});

	for (const way of ['undo', 'discard'] as const)
		it(`is a draft that is open again after ${way}, and is not sent`, async () => {
			const window = await openWindow();
			const { mails, comments, drafts, saved } = window;
			await writeComment(comments, 'c');
			const mail = await asDraft(drafts, edited);
			for (let time = 0; time < 2; time++) {
				await mails.send({ series, mails: [mail], from }, 3_600_000);
				assert.deepEqual(saved(), [], 'it is listed among those that wait');
				await (way === 'undo' ? mails.undo() : discardAll(window));
				assert.deepEqual([mails.entries, comments.get('c')?.state], [[], 'editing']);
				assert.deepEqual(
					saved().map(({ id }) => id),
					['d'],
				);
				assert.equal(documents.length, 1);
			}
			assert.match(documents[0]?.getText() ?? '', /Why is that\?/);
		});

	it('is a draft again even if no document can be shown', async () => {
		const window = await open();
		const { mails, drafts } = await window.reviewMails(never, {
			reopen: () => Promise.reject(new Error('The window closes.')),
		});
		await mails.send({ series, mails: [await asDraft(drafts, edited)], from }, 3_600_000).catch(() => {});
		await mails.send({ series, mails: [await asDraft(drafts, aMail(2), 'e')], from }, 3_600_000);
		await assert.rejects(mails.undo(), /closes/);
		assert.deepEqual([mails.entries, savedMails(drafts, mails).some(({ id }) => id === 'e')], [[], true]);
	});

	it('that an earlier version has sent from a document is a draft after it was taken back', async () => {
		for (const takeBack of ['undo', 'discard'] as const) {
			const window = await openWindow();
			const { mails, drafts, saved } = window;
			await mails.send({ series, mails: [await asDraft(drafts, aMail(1), takeBack)], from }, 3_600_000);
			await drafts.discard(takeBack);
			await (takeBack === 'undo' ? mails.undo() : discardAll(window));
			assert.deepEqual(
				saved().map(({ text }) => /^Text 1$/m.test(text)),
				[true],
			);
		}
	});

	it('is a draft also if its series cannot be read, and answers the thread then', async () => {
		const { mails, about, mailDocuments, saved } = await refusedDraft({ ...edited, comments: [] });
		await mails.adapt((_key, change) => ({ ...change, series: 'of another version' }));
		await editMail(about, mails);
		const [{ id = '' } = {}] = saved();
		assert.ok((await mailDocuments.mailOf({ draft: id })).read());
		const unread = await refused(aMail(3));
		await unread.mails.adapt((_key, change) => ({ ...change, series: 'of another version' }));
		await editMail(unread.about, unread.mails);
		const { account, owner, list } = series;
		const [opened] = unread.mailDocuments.drafts({ account, owner, list, mail: 3 }, 3);
		assert.equal(opened && idOfSeries(opened.series), idOfSeries({ account, owner, list, mail: 3 }));
	});

	it('is taken out of its review by Edit: the status waits for the others only', async () => {
		const { mails, set } = await openWindow(async (_account, { raw }) =>
			raw.includes('In-Reply-To: <1@x>')
				? { kind: 'refused', message: 'Too large.', recipients: [] }
				: { kind: 'sent', answer: 'OK' },
		);
		const status = { patchset: 12, change: { status: 'approved' } } as const;
		await mails.send({ series, mails: [aMail(1), aMail(2)], from, status }, 3_600_000);
		const [first = assert.fail(), second = assert.fail()] = mails.entries;
		await mails.sendNow(first.id);
		await until(() => mails.entries.some(({ state }) => state.kind === 'refused'));
		await editMail(first.row(), mails);
		assert.deepEqual([mails.entries.map(({ id }) => id), set], [[second.id], []]);
		await mails.sendNow(second.id);
		await until(() => mails.entries.length === 0);
		assert.deepEqual([set, [...mails.choices.of(idOfSeries(series))]], [[[series, status.change]], []]);
	});

	it('opens no document after it was discarded if it was not sent from one', async () => {
		const window = await refused(aMail(1, { comments: [firstVersion('c')] }));
		assert.equal((await discardAll(window)).length, 1);
		assert.deepEqual(documents, []);
	});

	it('opens beside another answer to the same mail that the user is writing', async () => {
		const { mails, about, mailDocuments } = await refused(aMail(1));
		await mailDocuments.showMail(series, aMail(1, { body: 'Another text\n' }));
		documents[0]?.type(`${documents[0].getText()}And more.\n`);
		await editMail(about, mails);
		assert.deepEqual(
			documents.map((document) => /^(?:Another text|Text 1)$/m.exec(document.getText())?.[0]),
			['Another text', 'Text 1'],
		);
	});

	it('stays a draft when its document is closed, also if the user has edited nothing', async () => {
		const read = { ...aMail(1), composed: mailDocument(aMail(1).mail) };
		for (const { mails, about, saved, mailDocuments } of [
			await refused(aMail(1)),
			await refusedDraft(read),
		]) {
			await editMail(about, mails);
			closeDocument(documents[0] ?? assert.fail());
			await passTurns();
			assert.deepEqual(
				saved().map(({ text }) => text),
				[mailDocument(aMail(1).mail)],
			);
			assert.equal(mailDocuments.drafts(series, 1).length, 1);
		}
	});

	it('that was sent in the meantime is not opened', async () => {
		const { mails, about } = await refused(aMail(1));
		const entry = mails.entries[0]?.id ?? '';
		await mails.discard(entry);
		await editMail(about, mails);
		assert.match(takeCalls().join(), /The list changed/);
		await editMail({ entry }, mails);
		assert.match(takeCalls().join(), /already sent or discarded/, 'a page has no row to select');
		assert.deepEqual(documents, []);
	});

	it('is a draft in the next window in whatever state the last one has left it, and can be sent from there', async () => {
		const states: readonly (readonly [
			state: string,
			leave: (window: Awaited<ReturnType<typeof openWindow>>) => Promise<unknown>,
		])[] = [
			['opened', async () => {}],
			['typed', async () => documents[0]?.type(`${documents[0].getText()}And one more letter`)],
			['waiting', ({ mails, mailDocuments }) => send(mails, mailDocuments, 3_600_000)],
			[
				'undone',
				async ({ mails, mailDocuments }) => {
					await send(mails, mailDocuments, 3_600_000);
					await mails.undo();
				},
			],
			[
				'refused',
				async ({ mails, mailDocuments }) => {
					await send(mails, mailDocuments, 0);
					await until(() => mails.entries.some(({ state }) => state.kind === 'refused'));
				},
			],
		];
		const send = async (
			mails: Awaited<ReturnType<typeof openWindow>>['mails'],
			mailDocuments: ReturnType<typeof someMailDocuments>,
			delayMs: number,
		) => {
			const [mail = assert.fail()] = mailDocuments.drafts(series, 1);
			await mails.send({ series, mails: [mail.read()], from }, delayMs);
		};
		for (const [state, leave] of states) {
			documents.length = 0;
			const window = await openWindow(refusing);
			await window.mailDocuments.showMail(series, aMail(1));
			await leave(window);
			// The window is killed once its writes are on the disk.
			window.drafts.writeNow();
			await window.drafts.settled();
			const text = window.drafts.editing[0]?.body.text;
			documents.length = 0;
			const next = await openWindow(async () => ({ kind: 'sent', answer: '' }), window.folder);
			const waits = state === 'waiting' || state === 'refused';
			assert.deepEqual([next.mails.entries.length, next.saved().length], waits ? [1, 0] : [0, 1], state);
			if (waits) await editMail({ entry: next.mails.entries[0]?.id }, next.mails);
			const [{ id: draft = '' } = {}] = next.saved();
			const mail = await next.mailDocuments.mailOf({ about: { draft } });
			assert.equal(mail.draft.body.text, text, state);
			await next.mails.send({ series, mails: [mail.read()], from }, 0);
			await until(() => next.mails.entries.length === 0 && next.drafts.get(draft)?.state === 'sent');
			assert.deepEqual(next.saved(), []);
		}
	});
});
