import assert from 'node:assert/strict';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import type { SeriesKey } from '../../../../src/platform/model/keys.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { mailer } from '../../../kit/forge/lists-forge.ts';
import { refuseReplies } from '../../../kit/forge/refuse-replies.ts';
import { startMailServer } from '../../../kit/mails/mail-server.ts';
import { patchText } from '../../../kit/pages/readings.ts';
import {
	answerWith,
	choose,
	documents,
	enter,
	made,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { memory } from '../../../tools/memory.ts';
import { until } from '../../../tools/until.ts';
import { aMail } from './a-mail.ts';
import { aMailSender } from './a-mail-sender.ts';
import { setMailServer } from './set-mail-server.ts';
import { listAddresses } from './some-list-addresses.ts';
import { someMailDocuments } from './some-mail-documents.ts';

const { editMail } = await import('../../../../src/review/commands/edit-mail.ts');
const { FinishReview } = await import('../../../../src/review/commands/finish-review.ts');
const { MailActions } = await import('../../../../src/review/commands/mail-actions.ts');
const { SenderAddresses } = await import('../../../../src/review/commands/sender.ts');
const { VersionQuestion } = await import('../../../../src/review/commands/version-question.ts');
const { readSeriesContent } = await import('../../../../src/patches/commands/read-series-content.ts');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const newest = { ...list, patchset: 12 };
const whole: CommentedLines = { kind: 'whole' };

describe('Finishing a review', () => {
	const { open, ending, forge } = demoLists();
	/** The addresses of the user. */
	const own: string[] = [];
	afterEach(() => {
		own.length = 0;
	});

	/** Has mails sent through a server, which refuses those that contain `refused`. Returns those that it has taken. */
	async function sendThroughServer(options: { readonly refused?: string } = {}) {
		const server = await startMailServer(options);
		ending(server.stop);
		setMailServer(server.port);
		return server.received;
	}
	/** Leaves no time to undo. */
	const sendAtOnce = (options?: { readonly refused?: string }) => {
		setSetting('tildeforge.undoSeconds', 0);
		return sendThroughServer(options);
	};

	/** A window in which the user can write about the mails of a series. */
	async function openReview(key: SeriesKey = newest) {
		const window = await open({ names: ['ana', 'bob'] });
		const { lists } = window;
		for (const name of ['ana', 'bob'] as const) await (await window.cache(name, 'editor-devel')).refresh();
		const mailSender = await aMailSender();
		const outbox = await window.reviewMails((_account, mail, signal) => mailSender.send(mail, signal), {
			reopen: (entry) => mailDocuments.reopen(entry),
		});
		const { mails: sent, comments, drafts, set } = outbox;
		const mailDocuments = someMailDocuments(outbox, ending);
		const { content, reading } = await readSeriesContent(lists, key);
		const opened: (readonly [SeriesKey, number | undefined])[] = [];
		const statuses: string[] = [];
		const bases: (string | undefined)[] = [];
		const front: { active?: SeriesKey } = {};
		const changes = await window.statuses();
		const senders = new SenderAddresses(memory(), () => own, aMailSender, sent);
		const review = new FinishReview({
			lists,
			comments,
			mails: sent,
			statuses: changes,
			setStatus: async ({ key: { patchset }, shown }, status) => {
				statuses.push(`${patchset} ${status}`);
				bases.push(shown?.status);
			},
			openPage: async (page, options) => void opened.push([page, options?.mail]),
			activePage: () => front.active,
			documents: mailDocuments,
			senders,
			addresses: listAddresses(),
			actions: new MailActions(aMailSender, sent, senders),
			versions: new VersionQuestion(lists, async (page) => void opened.push([page, undefined])),
			memory: memory(),
		});
		const sending = sent.onDidSend(({ mail }) => review.didSend(mail.series));
		ending(sending);
		let count = 0;
		const write = (mail: number, text: string, lines = whole, inList = list) =>
			comments.write({
				...{ id: `c${++count}`, revision: 1, writer: 'page', base: null },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { ...inList, mail, lines },
				body: { text },
			});
		/** Begins, and resolves with the box that asks what to do. */
		const ask = async (begin: () => Promise<void> = () => review.finish(key)) => {
			made.boxes.length = 0;
			const done = begin();
			await until(() => made.boxes.length > 0);
			const box = made.boxes.at(-1) ?? assert.fail();
			const mails = () =>
				box.items.filter(({ label }) => label.startsWith('$(mail)')).map(({ label }) => label);
			return { box, done, mails };
		};
		const mails = content.patches.map(({ mailId = 0 }) => mailId);
		const [cover = 0] = [reading.version?.cover?.id];
		const { mail: coverMail } = content.cover ?? {};
		takeCalls();
		return {
			...{ ...window, comments, content, reading, mails, cover, coverMail, review, front, sent },
			...{ write, ask, opened, statuses, bases, changes, mailDocuments, set, drafts },
			left: () => comments.editing.length,
			isSent: () => until(() => sent.entries.length === 0),
		};
	}

	it('takes the comments on the mails of the series in the order of the page, and no others', async () => {
		const { mails, write, ask, cover, content } = await openReview();
		const [first = 0, second = 0] = mails;
		await write(second, 'Two.');
		await write(first, 'One.');
		await write(first, 'Three.', { kind: 'file', patch: 0, file: 0 });
		await write(cover, 'Zero.');
		await write(first, 'Another account', whole, { ...list, account: 'bob' });
		await write(first, 'Another list', whole, { ...list, list: 'other' });
		await write(999_999, 'Another series');
		const { box, mails: shown } = await ask();
		assert.equal(box.title, 'Finish Review: 4 comments in 3 mails');
		const subjects = [content.cover, ...content.patches.map(({ fullMail }) => fullMail)].slice(0, 3);
		assert.deepEqual(
			shown(),
			subjects.map((one) => `$(mail) Re: ${one?.mail.subject}`),
		);
		box.hide();
	});

	it('takes the comments on a patch that was sent again in the same version', async () => {
		const post = await mailer(forge().smtp.port);
		for (const [id, subject, more] of [
			['one', '[PATCH 1/2] Wrap lines', ''],
			['two', '[PATCH 2/2] Break lines', 'In-Reply-To: <one@x>\n'],
			['again', '[PATCH 2/2] Break lines', 'In-Reply-To: <one@x>\n'],
		] as const)
			await post.send(
				'bob@forge.test',
				['~ana/editor-devel@lists.localhost'],
				`From: Bob <bob@forge.test>\nSubject: ${subject}\nMessage-ID: <${id}@x>\n${more}\n${patchText(id)}`,
			);
		post.end();
		const { cache } = await open();
		const known = await cache('ana', 'editor-devel');
		await known.refresh();
		const [first = assert.fail()] = [...known.mails.values()].filter(
			({ messageId }) => messageId === '<one@x>',
		);
		const { reading, write, ask } = await openReview({ ...list, mail: first.id });
		const [replaced = assert.fail()] = reading.version?.replaced ?? [];
		await write(replaced.id, 'Why?');
		const { box } = await ask();
		assert.equal(box.title, 'Finish Review: 1 comment in 1 mail');
		box.hide();
	});

	it('takes three keys: the comments are copied, and discarded if the user wants that', async () => {
		const { mails, write, ask, left } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		answerWith(enter('Discard Drafts'));
		const { box, done } = await ask();
		assert.match(box.items[0]?.label ?? '', /Open in Mail Program/);
		box.choose('Copy');
		await done;
		const calls = takeCalls();
		assert.match(calls.find((call) => call.startsWith('clipboard')) ?? '', /wrote:\n>[\s\S]*\n\nWhy\?/);
		assert.ok(
			calls.includes('information: Your review was copied. Discard the draft comment?: Discard Drafts'),
		);
		assert.equal(left(), 0);
	});

	it('keeps everything if the user cancels', async () => {
		const { mails, write, ask, left, statuses } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const first = await ask();
		first.box.choose('Set Status to Approved');
		first.box.choose('Save as .eml');
		await first.done;
		assert.deepEqual([left(), statuses], [1, []]);
		const again = await ask();
		assert.ok(again.box.items.some(({ label }) => label === '$(check) Set Status to Approved'));
		again.box.hide();
		await again.done;
	});

	it('answers the cover letter with a trailer, and sets the status afterwards', async () => {
		const { mails, write, ask, coverMail, statuses, lists } = await openReview();
		const { name, email } = (await lists.of('ana')?.client.user({})) ?? assert.fail();
		await write(mails[1] ?? 0, 'Fine.');
		const { box, done, mails: shown } = await ask();
		box.choose('Reviewed-by');
		assert.equal(shown()[0], `$(mail) Re: ${coverMail?.subject}`);
		assert.equal(box.title, 'Finish Review: 1 comment in 2 mails');
		box.choose('Set Status to Needs revision');
		box.choose('Set Status to Approved');
		assert.deepEqual(statuses, []);
		box.choose('Copy');
		await done;
		assert.deepEqual(statuses, ['12 approved']);
		const copied = takeCalls().find((call) => call.startsWith('clipboard')) ?? '';
		assert.equal(copied.split(`\nReviewed-by: ${name} <${email}>\n`).length, 2);
		assert.equal(copied.includes(`Cc: ${name}`), false, 'the user gets no copy');
	});

	for (const [when, run] of [
		['with the mails', 'Send'],
		['after they were copied', 'Copy'],
	] as const)
		it(`sets the status ${when} only if it is still as it was when the user chose`, async () => {
			const { mails, write, ask, isSent, set, bases, lists, cache } = await openReview();
			if (run === 'Send') await sendAtOnce();
			const { client } = lists.of('ana') ?? assert.fail();
			const update = async (status: 'proposed' | 'rejected') => {
				await client.updatePatchset({ owner: '~ana', list: 'editor-devel', patchset: 12 }, { status });
				await (await cache('ana', 'editor-devel')).refresh();
			};
			await write(mails[0] ?? 0, 'Why?');
			const { box, done } = await ask();
			box.choose('Set Status to Approved');
			await update('rejected');
			box.choose(run);
			await done;
			await isSent();
			assert.deepEqual([...set.map(([, { base }]) => base), ...bases], ['proposed']);
			await update('proposed');
		});

	it('sets no status that is no longer offered', async () => {
		const { mails, write, ask, isSent, set, changes, content, review } = await openReview();
		await sendAtOnce();
		await write(mails[0] ?? 0, 'Why?');
		Object.assign(changes, { canChange: () => false });
		own.push(content.patches[0]?.fullMail?.mail.from.email ?? '');
		const first = await ask();
		first.box.choose('Set Status to Approved');
		first.box.choose('Re: ');
		await first.done;
		const { box, done } = await ask(() => review.finishMail(documents[0]?.uri));
		assert.equal(
			box.items.some(({ label }) => label.includes('Set Status')),
			false,
		);
		box.choose('Send');
		await done;
		await isSent();
		assert.deepEqual(set, []);
	});

	it('offers a status that the forge does not let the user set only to the sender of the patches, whose mail can set it', async () => {
		const { ask, changes, content } = await openReview();
		Object.assign(changes, { canChange: () => false });
		const isOffered = async () => {
			const { box, done } = await ask();
			box.hide();
			await done;
			return box.items.some(({ label }) => label.includes('Set Status'));
		};
		assert.equal(await isOffered(), false);
		const { email = '' } = content.patches[0]?.fullMail?.mail.from ?? {};
		own.push(email.toUpperCase());
		assert.equal(await isOffered(), true);
	});

	it('needs no comments', async () => {
		const { ask } = await openReview();
		const { box, done, mails } = await ask();
		assert.equal(
			box.items.some(({ label }) => label.includes('Mail Program')),
			false,
		);
		box.choose('Acked-by');
		assert.equal(mails().length, 1);
		box.choose('Copy');
		await done;
		assert.deepEqual(takeCalls().slice(-1), ['status bar: Text copied']);
	});

	it('says that mails which could not be read cannot be answered', async () => {
		const { lists, reading, mails, cover, write, ask } = await openReview();
		const [first = 0, second = 0] = mails;
		await write(first, 'One.');
		await write(second, 'Two.');
		const { series } = lists.of('ana') ?? assert.fail();
		const unread = [cover, second];
		const left = new Map([...reading.mails].filter(([id]) => !unread.includes(id)));
		Object.assign(series, { readVersion: async () => ({ ...reading, mails: left, unread }) });
		const { box } = await ask();
		assert.equal(box.title, 'Finish Review: 1 comment in 1 mail');
		assert.equal(box.placeholder, '2 mails could not be loaded and cannot be answered.');
		assert.equal(
			box.items.some(({ label }) => label.includes('Reviewed-by')),
			false,
			'it would answer the cover letter',
		);
		box.hide();
	});

	it('asks for the name of the user if it is not known, and then continues', async () => {
		const { ask, lists } = await openReview();
		const account = lists.of('ana') ?? assert.fail();
		Object.assign(account.client, { user: () => Promise.reject(new Error('offline')) });
		answerWith(enter('Ana <ana@home.test>'));
		const { box, done } = await ask();
		box.choose('Reviewed-by…');
		await until(() => made.boxes.length === 3);
		const next = made.boxes[2] ?? assert.fail();
		assert.ok(next.items.some(({ label }) => label === '$(check) Reviewed-by: Ana <ana@home.test>'));
		next.hide();
		await done;
	});

	it('leaves out whom the user has left out, also after a mail was previewed', async () => {
		const { mails, write, ask } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const shown = (box: (typeof made.boxes)[number]) =>
			box.items.find(({ label }) => label.startsWith('$(mail)'))?.detail ?? '';
		answerWith(choose());
		const { box, done } = await ask();
		assert.match(shown(box), /, Cc /);
		box.choose('Recipients');
		await until(() => made.boxes.at(-1) !== box);
		made.boxes.at(-1)?.choose('Re: ');
		await done;
		const next = await ask();
		assert.doesNotMatch(shown(next.box), /Cc/);
		assert.ok(next.box.items.some(({ description }) => description?.endsWith(' left out')));
		next.box.hide();
		await next.done;
		documents[0]?.type(documents[0].getText().replace('Why?', 'Why so?'));
		const last = await ask();
		assert.match(shown(last.box), /^as you have edited it · To [^,]*$/);
		last.box.hide();
		await last.done;
	});

	it('shows a mail as a document, and sends it as the user has edited it', async () => {
		const { mails, write, ask, review } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const { box, done } = await ask();
		box.choose('Re: ');
		await done;
		const document = documents[0] ?? assert.fail();
		assert.match(document.getText(), /^Subject: Re: [\s\S]*\n\nWhy\?\n/);
		document.type(document.getText().replace('Why?', 'Why so?'));
		const next = await ask();
		const detail = next.box.items.find(({ label }) => label.startsWith('$(mail)'))?.detail ?? '';
		assert.match(detail, /^as you have edited it · /);
		next.box.choose('Copy');
		await next.done;
		assert.match(takeCalls().find((call) => call.startsWith('clipboard')) ?? '', /Why so\?/);
		await review.copyMail(document.uri);
		const [copied = '', told] = takeCalls();
		assert.match(copied, /^clipboard: (?!Subject:)[\s\S]*\n\nWhy so\?/);
		assert.equal(told, 'status bar: Text copied');
		const last = await ask(() => review.finishMail(document.uri));
		assert.match(last.box.title, /^Send or Save: 1 comment/);
		last.box.choose('Copy');
		await last.done;
	});

	it('sends a mail that has only a trailer as the user has edited it', async () => {
		const { ask } = await openReview();
		const { box, done } = await ask();
		box.choose('Reviewed-by');
		box.choose('Re: ');
		await done;
		documents[0]?.type(`${documents[0].getText()}Thanks!\n`);
		const next = await ask();
		next.box.choose('Copy');
		await next.done;
		assert.match(
			takeCalls().find((call) => call.startsWith('clipboard')) ?? '',
			/Reviewed-by: .*\nThanks!\n/,
		);
	});

	for (const [what, toListOnly, text] of [
		['one to its sender only', false, ''],
		['one without the comments', true, 'Why?'],
	] as const)
		it(`leaves another answer to the same mail to the user, such as ${what}`, async () => {
			const { cover, write, ask, mailDocuments } = await openReview();
			const first = await ask();
			first.box.choose('Reviewed-by');
			first.box.choose('Re: ');
			await first.done;
			const [, to = ''] = /\nTo: (.*)\n/.exec(documents[0]?.getText() ?? '') ?? [];
			const body = toListOnly ? '> Text\n' : 'Text\n';
			await mailDocuments.showMail(newest, aMail(cover, { to: toListOnly ? to : 'bob@example.org', body }));
			const [, document = assert.fail()] = documents;
			document.type(`${document.getText()}Between us.\n`);
			if (text !== '') await write(cover, text);
			const { box, done } = await ask();
			const { detail = '' } = box.items.find(({ label }) => label.startsWith('$(mail)')) ?? {};
			assert.ok(detail.startsWith(`To ${to}`), detail);
			box.choose('Copy');
			await done;
			const copied = takeCalls().find((call) => call.startsWith('clipboard')) ?? '';
			assert.ok(copied.includes('Reviewed-by: ') && copied.includes(text), copied);
			assert.doesNotMatch(copied, /Between us/);
			assert.match(document.getText(), /Between us/);
		});

	it('closes the edited document of a mail that was sent, so that the next answer can be sent', async () => {
		const { mails, write, ask, left, isSent, set, drafts } = await openReview();
		const received = await sendAtOnce();
		await write(mails[0] ?? 0, 'Why?');
		const first = await ask();
		first.box.choose('Re: ');
		await first.done;
		documents[0]?.type(documents[0].getText().replace('Why?', 'Why so?'));
		const sent = await ask();
		sent.box.choose('Set Status to Approved');
		sent.box.choose('Send');
		await sent.done;
		await until(() => documents.length === 0, { what: 'its document is closed' });
		await isSent();
		assert.deepEqual(
			set.map(([{ patchset }, { status }]) => [patchset, status]),
			[[12, 'approved']],
		);
		assert.deepEqual([left(), drafts.editing], [0, []]);
		await write(mails[0] ?? 0, 'And this?');
		const next = await ask();
		next.box.choose('Send');
		await next.done;
		await isSent();
		assert.equal(received.length, 2);
		assert.match(received[0]?.text ?? '', /Why so\?/);
		assert.match(received[1]?.text ?? '', /And this\?/);
	});

	it('keeps what was chosen until the mails were sent, so that they can be undone', async () => {
		const { mails, write, ask, sent, isSent } = await openReview();
		await sendThroughServer();
		const isChosen = async () => {
			const { box } = await ask();
			const chosen = box.items.some(({ label }) => label === '$(check) Set Status to Approved');
			box.hide();
			return chosen;
		};
		await write(mails[0] ?? 0, 'Why?');
		const { box, done } = await ask();
		box.choose('Set Status to Approved');
		box.choose('Send');
		await done;
		await sent.undo();
		assert.equal(await isChosen(), true);
		const again = await ask();
		again.box.choose('Send');
		await again.done;
		await sent.sendNow(...sent.entries.map(({ id }) => id));
		await isSent();
		await write(mails[1] ?? 0, 'And this?');
		assert.equal(await isChosen(), false);
	});

	it('keeps the status that was chosen for the document of a mail, so that it can be undone', async () => {
		const { mails, write, ask, sent, review } = await openReview();
		setMailServer();
		await write(mails[0] ?? 0, 'Why?');
		const first = await ask();
		first.box.choose('Re: ');
		await first.done;
		const { uri } = documents[0] ?? assert.fail();
		const { box, done } = await ask(() => review.finishMail(uri));
		box.choose('Set Status to Approved');
		box.choose('Send');
		await done;
		assert.equal((await sent.undo()).length, 1);
		const again = await ask(() => review.finishMail(uri));
		assert.ok(again.box.items.some(({ label }) => label === '$(check) Set Status to Approved'));
		again.box.hide();
		await again.done;
	});

	it('has the status of a refused mail chosen when the user corrects it in its document, unless they remove it', async () => {
		const { mails, write, ask, sent, review, set, isSent, mailDocuments } = await openReview();
		await sendAtOnce({ refused: 'Wrong.' });
		await write(mails[0] ?? 0, 'One.');
		await write(mails[1] ?? 0, 'Two.');
		const preview = await ask();
		preview.box.choose('Re: ');
		await preview.done;
		documents[0]?.type(documents[0].getText().replace('One.', 'Wrong.'));
		const first = await ask();
		first.box.choose('Set Status to Approved');
		first.box.choose('Send');
		await first.done;
		await until(() => sent.entries.length === 1 && sent.entries[0]?.state.kind === 'refused');
		await editMail(sent.entries[0]?.row(), sent, mailDocuments);
		const document = documents[0] ?? assert.fail();
		document.type(document.getText().replace('Wrong.', 'Right.'));
		// A status is not set without a question.
		const finish = () => ask(() => review.finishMail(document.uri, true));
		const isChosen = ({ box }: Awaited<ReturnType<typeof ask>>) =>
			box.items.some(({ label }) => label === '$(check) Set Status to Approved');
		const corrected = await finish();
		assert.equal(isChosen(corrected), true);
		corrected.box.choose('Set Status to Approved');
		corrected.box.choose('Re: ');
		await corrected.done;
		const removed = await ask(() => review.finishMail(document.uri));
		assert.equal(isChosen(removed), false);
		removed.box.choose('Set Status to Approved');
		removed.box.choose('Send');
		await removed.done;
		await isSent();
		assert.deepEqual(
			set.map(([{ patchset }, { status }]) => [patchset, status]),
			[[12, 'approved']],
		);
	});

	it('sends the mail of a document with one key, which can be undone, and asks without a mail server', async () => {
		const { mails, write, ask, sent, review, drafts } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const first = await ask();
		first.box.choose('Re: ');
		await first.done;
		const { uri } = documents[0] ?? assert.fail();
		const asked = await ask(() => review.finishMail(uri, true));
		asked.box.hide();
		await asked.done;
		await sendThroughServer();
		made.boxes.length = 0;
		await review.finishMail(uri, true);
		await until(() => documents.length === 0);
		assert.deepEqual([made.boxes.length, sent.entries.length], [0, 1]);
		await assert.rejects(review.finishMail(uri, true), /on its way, or was sent or discarded/);
		await sent.undo();
		assert.deepEqual([`${documents[0]?.uri}`, drafts.editing.length], [`${uri}`, 1]);
	});

	it('has the status chosen again that was to be set with a refused mail', async () => {
		const { mails, write, ask, sent } = await openReview();
		await sendAtOnce({ refused: 'Two.' });
		const isChosen = async () => {
			const { box } = await ask();
			box.hide();
			return box.items.some(({ label }) => label === '$(check) Set Status to Approved');
		};
		await write(mails[0] ?? 0, 'One.');
		await write(mails[1] ?? 0, 'Two.');
		const { box, done } = await ask();
		box.choose('Set Status to Approved');
		box.choose('Send');
		await done;
		await until(() => sent.entries.some(({ state }) => state.kind === 'refused'));
		assert.equal(await isChosen(), false, 'it is set with the refused mail');
		await sent.discard(...sent.entries.map(({ id }) => id));
		assert.equal(await isChosen(), true);
	});

	it('says that comments were written after the mail was edited', async () => {
		const { mails, write, ask } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const first = await ask();
		first.box.choose('Re: ');
		await first.done;
		const document = documents[0] ?? assert.fail();
		document.type(`${document.getText()}Bye.\n`);
		await write(mails[0] ?? 0, 'And this?', { kind: 'file', patch: 0, file: 0 });
		const { box } = await ask();
		const detail = box.items.find(({ label }) => label.startsWith('$(mail)'))?.detail ?? '';
		assert.match(detail, /^as you have edited it, without later changes/);
		box.hide();
	});

	it('goes to the line of an edited mail that cannot be sent', async () => {
		const { mails, write, ask, review } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const first = await ask();
		first.box.choose('Re: ');
		await first.done;
		documents[0]?.type(documents[0].getText().replace('\nTo: ', '\nBcc: x\nTo: '));
		const goes = async (act: Promise<void>) => {
			takeCalls();
			await assert.rejects(act, /^ForgeError: Line 3 of the mail: .*but not Bcc/);
			const start = { line: 2, character: 0 };
			assert.ok(
				takeCalls()
					.at(-1)
					?.includes(`"selection":${JSON.stringify({ start, end: start })}`),
			);
		};
		await goes(review.finish(newest));
		await goes(review.finishMail(documents[0]?.uri));
	});

	it('goes back to the comments, and keeps what was edited', async () => {
		const { mails, write, ask, review, opened, drafts } = await openReview();
		const [mail = 0] = mails;
		await write(mail, 'Why?');
		const { box, done } = await ask();
		box.choose('Re: ');
		await done;
		const [document = assert.fail()] = documents;
		document.type(`${document.getText()}More.\n`);
		await review.backToComments(document.uri);
		assert.deepEqual([documents, opened], [[], [[newest, mail]]]);
		assert.match(drafts.editing[0]?.body.text ?? '', /More\.\n$/);
	});

	it('asks before a version is answered that a newer one has replaced', async () => {
		const window = await openReview();
		const { chain } = window.reading;
		const oldVersion = chain?.versions[0] ?? assert.fail();
		const [patchset = 0] = oldVersion.patchsets;
		const old = { ...list, patchset };
		const { write, review, opened, reading, ask } = await openReview(old);
		await write(reading.version?.patches[0]?.mail.id ?? 0, 'Why?');
		await review.finish(old);
		assert.match(
			takeCalls().at(-1) ?? '',
			/^warning: v3 has replaced v1\. Answer v1 anyway\?: .*: Continue with v1 \| Show v3$/,
		);
		answerWith(enter('Show v3'));
		await review.finish(old);
		assert.deepEqual(opened, [[newest, undefined]]);
		answerWith(enter('Continue with v1'));
		const { box } = await ask();
		assert.match(box.title, /1 comment in 1 mail/);
		box.hide();
	});

	it('asks before a version that was replaced gets only a trailer, or a mail that was composed before', async () => {
		const { chain } = (await openReview()).reading;
		const [patchset = 0] = chain?.versions[0]?.patchsets ?? [];
		const old = { ...list, patchset };
		const { review, ask, mailDocuments, mails } = await openReview(old);
		const question = /^warning: v3 has replaced v1\. Answer v1 anyway\?/;
		await review.finish(old);
		assert.match(takeCalls().at(-1) ?? '', question);
		await mailDocuments.showMail(old, aMail(mails[0] ?? 0));
		takeCalls();
		const [document] = documents;
		await review.finishMail(document?.uri);
		assert.match(takeCalls().at(-1) ?? '', question);
		answerWith(enter('Continue with v1'));
		const { box, done } = await ask(() => review.finishMail(document?.uri));
		assert.equal(box.title, 'Send or Save');
		box.hide();
		await done;
		const again = await ask(() => review.finishMail(document?.uri));
		again.box.hide();
		assert.equal(takeCalls().filter((call) => question.test(call)).length, 1, 'it asks once');
	});

	it('says before anything is sent that the user may not answer', async () => {
		const ofBob = { ...newest, account: 'bob' };
		const { ask, mailDocuments, review, mails, ...window } = await openReview(ofBob);
		refuseReplies(window);
		await (await window.cache('bob', 'editor-devel')).refresh();
		const problem = '~ana, the owner of the list, does not let you reply to it.';
		const { box } = await ask();
		assert.equal(box.placeholder, problem);
		box.hide();
		await mailDocuments.showMail(ofBob, aMail(mails[0] ?? 0));
		const send = await ask(() => review.finishMail(documents[0]?.uri));
		assert.equal(send.box.placeholder, problem);
		send.box.hide();
	});

	it('is for the page in front', async () => {
		const { review, front, ask } = await openReview();
		await review.finishActive();
		assert.deepEqual(takeCalls(), ['status bar: Open a patchset first.']);
		front.active = newest;
		const { box } = await ask(() => review.finishActive());
		box.hide();
	});
});
