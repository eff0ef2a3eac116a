import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import type { ShownReview } from '../../../../src/patches/page/protocol/review-protocol.ts';
import { idOfSeries, type SeriesKey } from '../../../../src/platform/model/keys.ts';
import { ReviewPanels } from '../../../../src/review/page/review-panels.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { mailer } from '../../../kit/forge/lists-forge.ts';
import { refuseReplies } from '../../../kit/forge/refuse-replies.ts';
import { startMailServer } from '../../../kit/mails/mail-server.ts';
import { patchText } from '../../../kit/pages/readings.ts';
import {
	answerWith,
	documents,
	enter,
	made,
	passTurns,
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
const { DraftComment } = await import('../../../../src/review/commands/diff-threads/draft-comment.ts');
const { FinishReview } = await import('../../../../src/review/commands/finish-review.ts');
const { MailActions } = await import('../../../../src/review/commands/mail-actions.ts');
const { SenderAddresses } = await import('../../../../src/review/commands/sender.ts');
const { VersionQuestion } = await import('../../../../src/review/commands/version-question.ts');
const { readSeriesContent } = await import('../../../../src/patches/commands/read-series-content.ts');

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const newest = { ...list, patchset: 12 };
const whole: CommentedLines = { kind: 'whole' };
const toList = '~ana/editor-devel@lists.forge.test';

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
		const front: { active?: SeriesKey } = {};
		const changes = await window.statuses();
		const senders = new SenderAddresses(memory(), () => own, aMailSender, sent);
		const panels = new ReviewPanels();
		const page = panels.addPage(idOfSeries(key));
		const lifetime = new Lifetime();
		ending(lifetime);
		const review = new FinishReview({
			lists,
			comments,
			mails: sent,
			statuses: changes,
			openPage: async (other, options) => {
				opened.push([other, options?.mail]);
				panels.addPage(idOfSeries(other));
			},
			activePage: () => front.active,
			documents: mailDocuments,
			senders,
			addresses: listAddresses(),
			actions: new MailActions(aMailSender, sent, senders),
			versions: new VersionQuestion(lists, async (newer) => void opened.push([newer, undefined])),
			panels,
			memory: memory(),
			lifetime,
		});
		let count = 0;
		const write = (mail: number, text: string, lines = whole, inList = list) =>
			comments.write({
				...{ id: `c${++count}`, revision: 1, writer: 'page', base: null },
				account: { id: 'ana', name: '~ana', instance: 'forge.test' },
				key: { ...inList, mail, lines },
				body: { text },
			});
		/** Opens the panel. */
		const begin = async () => {
			await review.finish(key);
			return panelOf();
		};
		const panelOf = () => {
			const panel = panels.of(idOfSeries(key)) ?? assert.fail('no panel is open');
			const shown = (now = reading) => panel.shown({ reading: now, content });
			return {
				shown,
				/** Makes choices, or leaves something out: `no mail 1`. */
				choose: async (...choices: readonly string[]) => {
					for (const one of choices) await panel.choose(one.replace(/^no /, ''), !one.startsWith('no '));
				},
				isChosen: (choice: string) =>
					[...shown().verdicts, ...shown().statuses].some(
						({ value, isChosen }) => value === choice && isChosen,
					),
				/** Opens the document of a mail. */
				edit: (answered = shown().mails[0]?.answered ?? 0) => panel.openMail(answered),
				run: (
					action: string,
					mails: ShownReview['mails'] = shown().mails.filter(({ isChosen }) => isChosen),
				) =>
					panel.run(
						action,
						mails.map(({ answered }) => answered),
					),
			};
		};
		/** Begins, and resolves with the box that asks what to do. */
		const ask = async (start: () => Promise<void>) => {
			made.boxes.length = 0;
			const done = start();
			await until(() => made.boxes.length > 0);
			const box = made.boxes.at(-1) ?? assert.fail();
			return { box, done };
		};
		const mails = content.patches.map(({ mailId = 0 }) => mailId);
		const [cover = 0] = [reading.version?.cover?.id];
		const { mail: coverMail } = content.cover ?? {};
		takeCalls();
		return {
			...{ ...window, comments, content, reading, mails, cover, coverMail, review, front, sent },
			...{ write, ask, begin, page, panels, opened, changes, mailDocuments, set, drafts },
			statuses: () => changes.outbox.entries.map(({ steps }) => steps.at(-1)?.change.status),
			left: () => comments.editing.length,
			isSent: () => until(() => sent.entries.length === 0),
		};
	}

	it('takes the comments on the mails of the series in the order of the page, and no others', async () => {
		const { mails, write, begin, cover, content } = await openReview();
		const [first = 0, second = 0] = mails;
		await write(second, 'Two.');
		await write(first, 'One.');
		await write(first, 'Three.', { kind: 'file', patch: 0, file: 0 });
		await write(cover, 'Zero.');
		await write(first, 'Another account', whole, { ...list, account: 'bob' });
		await write(first, 'Another list', whole, { ...list, list: 'other' });
		await write(999_999, 'Another series');
		const { shown } = await begin();
		const answered = [content.cover, ...content.patches.map(({ fullMail }) => fullMail)].slice(0, 3);
		assert.deepEqual(
			shown().mails.map((one) => [one.answered, one.to, one.subject, one.words, one.facts]),
			answered.map((one, nth) => [
				one?.id,
				one?.mail.from.name,
				`Re: ${one?.mail.subject}`,
				['Zero.', 'One.', 'Two.'][nth],
				nth === 1 ? '2 comments' : '1 comment',
			]),
		);
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
		const { reading, write, begin } = await openReview({ ...list, mail: first.id });
		const [replaced = assert.fail()] = reading.version?.replaced ?? [];
		await write(replaced.id, 'Why?');
		const { shown } = await begin();
		assert.deepEqual(
			shown().mails.map(({ answered }) => answered),
			[replaced.id],
		);
	});

	it('copies the comments without a mail server, and discards them if the user wants that', async () => {
		const { mails, write, begin, left, panels, comments } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		answerWith(enter('Discard Draft'));
		const { shown, run } = await begin();
		assert.deepEqual(
			shown().actions.map(({ id }) => id),
			['open', 'save', 'copy', 'set-up'],
		);
		await run('copy');
		await until(() => left() === 0);
		await comments.settled();
		const calls = takeCalls();
		assert.match(calls.find((call) => call.startsWith('clipboard')) ?? '', /wrote:\n>[\s\S]*\n\nWhy\?/);
		assert.ok(calls.includes('information: Your mail was copied. Discard its draft?: Discard Draft'));
		assert.equal(panels.of(idOfSeries(newest)), undefined);
	});

	it('keeps everything if the user cancels or closes the panel', async () => {
		const { mails, write, begin, left, statuses, panels } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const first = await begin();
		await first.choose('status approved');
		await first.run('save');
		assert.deepEqual([left(), statuses(), first.isChosen('status approved')], [1, [], true]);
		panels.show(idOfSeries(newest), undefined);
		const { id } = first.shown();
		const next = await begin();
		assert.ok(next.isChosen('status approved') && next.shown().id !== id);
	});

	it('answers the cover letter with a trailer, and sets the status afterwards', async () => {
		const { mails, write, begin, cover, statuses, lists } = await openReview();
		const { name, email } = (await lists.of('ana')?.client.user({})) ?? assert.fail();
		await write(mails[1] ?? 0, 'Fine.');
		const { shown, choose, isChosen, run } = await begin();
		await choose('trailer Reviewed-by');
		assert.deepEqual(
			shown().mails.map(({ answered }) => answered),
			[cover, mails[1]],
		);
		await choose('status needs_revision', 'status approved');
		assert.deepEqual([isChosen('status needs_revision'), statuses()], [false, []]);
		await run('copy');
		assert.deepEqual(statuses(), ['approved']);
		const copied = takeCalls().find((call) => call.startsWith('clipboard')) ?? '';
		assert.equal(copied.split(`\nReviewed-by: ${name} <${email}>\n`).length, 2);
		assert.equal(copied.includes(`Cc: ${name}`), false, 'the user gets no copy');
	});

	it('answers only the patches that are chosen with a trailer, or the series again', async () => {
		const { begin, mails, cover } = await openReview();
		const { shown, choose } = await begin();
		const answered = () => shown().mails.map((one) => one.answered);
		assert.deepEqual(shown().patches, []);
		await choose('trailer Tested-by');
		assert.deepEqual(
			shown().patches.map(({ label, isChosen }) => [label, isChosen]),
			[['The Series', true], ...mails.map((_, nth) => [`${nth + 1}/${mails.length}`, false])],
		);
		await choose(`patch ${mails[0]}`, `patch ${mails[1]}`);
		assert.deepEqual(answered(), mails.slice(0, 2));
		await choose('series');
		assert.deepEqual(answered(), [cover]);
		await choose('comment');
		assert.deepEqual([answered(), shown().verdicts[0]?.isChosen], [[], true]);
	});

	it('asks before a trailer goes with the status for revision', async () => {
		const { begin, sent } = await openReview();
		await sendThroughServer();
		const { choose, isChosen, run } = await begin();
		await choose('trailer Acked-by', 'status needs_revision');
		await run('send');
		assert.match(
			takeCalls().at(-1) ?? '',
			/^warning: Give Acked-by, and set the status to Needs revision\?: .*: Continue$/,
		);
		assert.deepEqual([sent.entries, isChosen('status needs_revision')], [[], true]);
		answerWith(enter('Continue'));
		await run('send');
		assert.equal(sent.entries.length, 1);
	});

	it('sends no mail that is left out, that the page did not show, or a second time', async () => {
		const { mails, write, begin, sent, left } = await openReview();
		await sendThroughServer();
		const [first = 0, second = 0, third = 0] = mails;
		for (const one of [first, second, third]) await write(one, `Why ${one}?`);
		const { shown, choose, run } = await begin();
		await choose(`no mail ${second}`);
		const label = () => shown().actions[0]?.label;
		assert.match(label() ?? '', /^Send 2 Mails/);
		const seen = shown().mails.filter(({ answered }) => answered === first);
		await assert.rejects(run('send', [...seen, ...shown().mails]), /The mails have changed/);
		await Promise.all([run('send', seen), run('send', seen)]);
		assert.deepEqual(
			sent.entries.map(({ steps }) => steps[0]?.change.answered),
			[first],
		);
		assert.equal(left(), 3);
	});

	for (const [when, action] of [
		['with the mails', 'send'],
		['after they were copied', 'copy'],
	] as const)
		it(`sets the status ${when} only if it is still as the page shows it`, async () => {
			const { mails, write, begin, isSent, set, changes, lists, cache } = await openReview();
			if (action === 'send') await sendAtOnce();
			else setSetting('tildeforge.undoSeconds', 60);
			const { client } = lists.of('ana') ?? assert.fail();
			const update = async (status: 'proposed' | 'rejected') => {
				await client.updatePatchset({ owner: '~ana', list: 'editor-devel', patchset: 12 }, { status });
				await (await cache('ana', 'editor-devel')).refresh();
			};
			await write(mails[0] ?? 0, 'Why?');
			const { choose, run } = await begin();
			await choose('status approved');
			await update('rejected');
			await run(action);
			await isSent();
			const made = changes.outbox.entries.flatMap(({ steps }) => steps.map(({ change }) => change));
			assert.deepEqual(
				[...set.map(([, change]) => change), ...made].map(({ base }) => base),
				['proposed'],
			);
			await update('proposed');
		});

	it('shows the status that the series has by now, and gives it none that it has already', async () => {
		const { mails, write, begin, changes, statuses, reading } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const { shown, choose, run } = await begin();
		await choose('status approved');
		await changes.setStatus(await changes.shownOf([newest]), 'needs_revision', 3_600_000);
		const labels = () =>
			shown().statuses.map(({ label, isChosen }) => `${label}${isChosen ? ' (chosen)' : ''}`);
		assert.deepEqual(labels(), ['Leave as Needs revision', 'Approved (chosen)']);
		await changes.outbox.undo();
		const known = reading.patchsets.get(12) ?? assert.fail();
		shown({ ...reading, patchsets: new Map([[12, { ...known, status: 'approved' }]]) });
		await run(
			'copy',
			shown({ ...reading, patchsets: new Map([[12, { ...known, status: 'approved' }]]) }).mails,
		);
		assert.deepEqual(statuses(), []);
	});

	it('sets no status with the document of a mail if the user may not set it', async () => {
		const { mails, write, begin, isSent, set, changes, content, review } = await openReview();
		await sendAtOnce();
		await write(mails[0] ?? 0, 'Why?');
		Object.assign(changes, { canChange: () => false });
		own.push(content.patches[0]?.fullMail?.mail.from.email ?? '');
		const first = await begin();
		await first.choose('status approved');
		await first.edit();
		await review.finishMail(documents[0]?.uri, true);
		await isSent();
		assert.deepEqual(set, []);
	});

	it('offers a status that the forge does not let the user set only to the sender of the patches, whose mail can set it', async () => {
		const { mails, write, begin, changes, content, statuses } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		Object.assign(changes, { canChange: () => false });
		const offered = async () => (await begin()).shown().statuses.map(({ label }) => label);
		assert.deepEqual(await offered(), []);
		const { email = '' } = content.patches[0]?.fullMail?.mail.from ?? {};
		own.push(email.toUpperCase());
		assert.deepEqual(await offered(), [], 'no mail can be sent');
		await sendThroughServer();
		assert.deepEqual(await offered(), ['Leave as Proposed', 'Approved', 'Needs revision']);
		const { choose, run } = await begin();
		await choose('status approved');
		await run('copy');
		assert.deepEqual(statuses(), [], 'a mail that is not sent from here sets none');
	});

	it('needs no comments', async () => {
		const { begin } = await openReview();
		const { shown, choose, run } = await begin();
		assert.deepEqual(shown().actions, []);
		await choose('trailer Acked-by');
		assert.equal(shown().mails.length, 1);
		await run('copy');
		assert.deepEqual(takeCalls().slice(-1), ['status bar: Text copied']);
	});

	it('says that mails which could not be read cannot be answered', async () => {
		const { lists, reading, mails, cover, write, review, panels, content } = await openReview();
		const [first = 0, second = 0] = mails;
		await write(first, 'One.');
		await write(second, 'Two.');
		const { series } = lists.of('ana') ?? assert.fail();
		const unread = [cover, second];
		const left = new Map([...reading.mails].filter(([id]) => !unread.includes(id)));
		const partly = { ...reading, mails: left, unread };
		Object.assign(series, { readVersion: async () => partly });
		await review.finish(newest);
		const patches = content.patches.map((one) =>
			one.mailId === second ? { ...one, fullMail: undefined } : one,
		);
		const shown = panels.of(idOfSeries(newest))?.shown({
			reading: partly,
			content: { ...content, cover: undefined, patches },
		});
		assert.deepEqual(
			[shown?.mails.map(({ answered }) => answered), shown?.problem],
			[[first], '2 mails could not be loaded and cannot be answered.'],
		);
		assert.equal(
			shown?.verdicts.some(({ label }) => label === 'Reviewed-by'),
			false,
			'it would answer the cover letter',
		);
	});

	it('asks for the name of the user if it is not known', async () => {
		const { begin, lists } = await openReview();
		const account = lists.of('ana') ?? assert.fail();
		Object.assign(account.client, { user: () => Promise.reject(new Error('offline')) });
		const { choose, isChosen, shown } = await begin();
		answerWith(() => undefined);
		await choose('trailer Reviewed-by');
		assert.equal(isChosen('trailer Reviewed-by'), false);
		answerWith(enter('Ana <ana@home.test>'));
		await choose('trailer Reviewed-by');
		assert.deepEqual(
			[isChosen('trailer Reviewed-by'), shown().mails[0]?.words],
			[true, 'Reviewed-by: Ana <ana@home.test>'],
		);
	});

	it('leaves out whom the user has left out, also after a mail was edited', async () => {
		const { mails, write, begin } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const first = await begin();
		const { copies } = first.shown();
		assert.ok(copies.length > 0);
		await first.choose(...copies.map(({ value }) => `no ${value}`));
		await first.edit();
		assert.doesNotMatch(documents[0]?.getText() ?? '', /^Cc:/m);
		documents[0]?.type(documents[0].getText().replace('Why?', 'Why so?'));
		const { shown, run } = await begin();
		assert.deepEqual([shown().mails[0]?.facts, shown().copies], ['1 comment · as you have edited it', []]);
		await run('copy');
		assert.doesNotMatch(takeCalls().find((call) => call.startsWith('clipboard')) ?? '', /\nCc:/);
	});

	it('shows a mail as a document, and sends it as the user has edited it', async () => {
		const { mails, write, begin, ask, review } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const { shown, edit, run } = await begin();
		await edit();
		const document = documents[0] ?? assert.fail();
		assert.match(document.getText(), /^Subject: Re: [\s\S]*\n\nWhy\?\n/);
		document.type(document.getText().replace('Why?', 'Why so?'));
		await passTurns();
		assert.deepEqual(
			[shown().mails[0]?.facts, shown().mails[0]?.words],
			['1 comment · as you have edited it', 'Why so?'],
		);
		await run('copy');
		assert.match(takeCalls().find((call) => call.startsWith('clipboard')) ?? '', /Why so\?/);
		await review.copyMail(document.uri);
		const [copied = '', told] = takeCalls().filter((call) => !call.startsWith('information'));
		assert.match(copied, /^clipboard: (?!Subject:)[\s\S]*\n\nWhy so\?/);
		assert.equal(told, 'status bar: Text copied');
		const last = await ask(() => review.finishMail(document.uri));
		assert.match(last.box.title, /^Send or Save: 1 comment/);
		last.box.choose('Copy');
		await last.done;
	});

	it('sends a mail that has only a trailer as the user has edited it', async () => {
		const { begin } = await openReview();
		const { choose, edit, run } = await begin();
		await choose('trailer Reviewed-by');
		await edit();
		documents[0]?.type(`${documents[0].getText()}Thanks!\n`);
		await run('copy');
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
			const { cover, write, begin, mailDocuments } = await openReview();
			const { choose, edit, shown, run } = await begin();
			await choose('trailer Reviewed-by');
			await edit();
			const [, to = ''] = /\nTo: (.*)\n/.exec(documents[0]?.getText() ?? '') ?? [];
			const body = toListOnly ? '> Text\n' : 'Text\n';
			await mailDocuments.showMail(newest, aMail(cover, { to: toListOnly ? to : 'bob@example.org', body }));
			const [, document = assert.fail()] = documents;
			document.type(`${document.getText()}Between us.\n`);
			if (text !== '') await write(cover, text);
			assert.doesNotMatch(shown().mails[0]?.facts ?? '', /edited|to /);
			await run('copy');
			const copied = takeCalls().find((call) => call.startsWith('clipboard')) ?? '';
			assert.ok(copied.includes('Reviewed-by: ') && copied.includes(text), copied);
			assert.doesNotMatch(copied, /Between us/);
			assert.match(document.getText(), /Between us/);
		});

	it('closes the edited document of a mail that was sent, so that the next answer can be sent', async () => {
		const { mails, write, begin, left, isSent, set, drafts } = await openReview();
		const received = await sendAtOnce();
		await write(mails[0] ?? 0, 'Why?');
		const first = await begin();
		await first.edit();
		documents[0]?.type(documents[0].getText().replace('Why?', 'Why so?'));
		await first.choose('status approved');
		await first.run('send');
		await until(() => documents.length === 0, { what: 'its document is closed' });
		await isSent();
		assert.deepEqual(
			set.map(([{ patchset }, { status }]) => [patchset, status]),
			[[12, 'approved']],
		);
		assert.deepEqual([left(), drafts.editing], [0, []]);
		await write(mails[0] ?? 0, 'And this?');
		await (await begin()).run('send');
		await isSent();
		assert.equal(received.length, 2);
		assert.match(received[0]?.text ?? '', /Why so\?/);
		assert.match(received[1]?.text ?? '', /And this\?/);
	});

	it('has all chosen again when the mails are undone, whatever happened meanwhile, and nothing once they were sent', async () => {
		const { mails, write, begin, sent, isSent } = await openReview();
		await sendThroughServer();
		await write(mails[0] ?? 0, 'Why?');
		await write(mails[1] ?? 0, 'Later.');
		const first = await begin();
		await first.choose('status approved', 'trailer Reviewed-by', `no mail ${mails[1]}`);
		await first.run('send');
		// The user looks at the panel, and another reply is sent.
		const next = await begin();
		assert.deepEqual(
			[next.isChosen('status approved'), next.isChosen('trailer Reviewed-by')],
			[false, false],
		);
		const from = { name: 'Ana', email: 'ana@example.org' };
		await sent.send({ series: newest, mails: [aMail(mails[2] ?? 0)], from }, 0);
		await until(() => sent.entries.length === 2);
		const [entry] = sent.entries;
		await sent.undo(entry?.steps[0]?.group);
		const again = await begin();
		assert.deepEqual(
			[again.isChosen('status approved'), again.isChosen('trailer Reviewed-by')],
			[true, true],
		);
		assert.deepEqual(
			again
				.shown()
				.mails.map(({ answered, isChosen }) => isChosen && answered)
				.filter(Boolean).length,
			2,
		);
		await again.run('send');
		await sent.sendNow(...sent.entries.map(({ id }) => id));
		await isSent();
		const last = await begin();
		assert.deepEqual(
			[last.isChosen('status approved'), last.isChosen('trailer Reviewed-by')],
			[false, false],
		);
		assert.deepEqual(
			last.shown().mails.map(({ answered, isChosen }) => [answered, isChosen]),
			[[mails[1], true]],
		);
	});

	it('keeps the verdict when a mail is sent alone, and does not send its trailer again with later comments', async () => {
		const { mails, cover, write, begin, sent, review, isSent } = await openReview();
		const received = await sendThroughServer();
		const sendAlone = async () => {
			await review.finishMail(documents[0]?.uri, true);
			await sent.sendNow(...sent.entries.map(({ id }) => id));
			await isSent();
		};
		await write(mails[0] ?? 0, 'Why?');
		const panel = await begin();
		await panel.choose('trailer Reviewed-by');
		await panel.edit(mails[0]);
		await sendAlone();
		const { shown, isChosen, edit, run } = await begin();
		assert.equal(isChosen('trailer Reviewed-by'), true);
		assert.deepEqual(
			shown().mails.map((one) => one.isChosen),
			[true],
		);
		await edit();
		await sendAlone();
		assert.deepEqual([shown().mails, shown().problem], [[], 'You have already given Reviewed-by.']);
		assert.equal(received.length, 2);
		await write(cover, 'One more thing.');
		assert.deepEqual(
			shown().mails.map(({ words, isChosen }) => [words, isChosen]),
			[['One more thing.', true]],
		);
		await run('send');
		assert.doesNotMatch(sent.entries[0]?.steps[0]?.change.outgoing.raw ?? '', /Reviewed-by/);
	});

	it('gives no trailer again that is on its way', async () => {
		const { begin, sent } = await openReview();
		await sendThroughServer();
		const first = await begin();
		await first.choose('trailer Reviewed-by');
		await first.run('send');
		const { isChosen, shown } = await begin();
		assert.deepEqual([isChosen('trailer Reviewed-by'), shown().mails, sent.entries.length], [false, [], 1]);
	});

	it('sets the status that was chosen with the document of a mail, after a question, and only once', async () => {
		const { mails, write, begin, ask, sent, review } = await openReview();
		setMailServer();
		await write(mails[0] ?? 0, 'Why?');
		const first = await begin();
		await first.choose('status approved');
		await first.edit();
		const { uri } = documents[0] ?? assert.fail();
		const statusOf = () => sent.entries[0]?.steps[0]?.change.status?.change.status;
		const { box, done } = await ask(() => review.finishMail(uri, true));
		box.choose('Send');
		await done;
		assert.deepEqual([statusOf(), first.isChosen('status approved')], ['approved', false]);
		assert.equal((await sent.undo()).length, 1);
		const again = await ask(() => review.finishMail(uri, true));
		assert.match(again.box.items[0]?.detail ?? '', /\. The status becomes Approved$/);
		again.box.hide();
		await again.done;
		await first.choose('status');
		await review.finishMail(uri, true);
		assert.deepEqual([sent.entries.length, statusOf()], [1, undefined]);
	});

	it('has the status of a refused mail chosen when the user corrects it in its document, unless they remove it', async () => {
		const { mails, write, begin, ask, sent, review, set, isSent } = await openReview();
		await sendAtOnce({ refused: 'Wrong.' });
		await write(mails[0] ?? 0, 'One.');
		await write(mails[1] ?? 0, 'Two.');
		const first = await begin();
		await first.edit();
		documents[0]?.type(documents[0].getText().replace('One.', 'Wrong.'));
		await first.choose('status approved');
		await first.run('send');
		await until(() => sent.entries.length === 1 && sent.entries[0]?.state.kind === 'refused');
		await editMail(sent.entries[0]?.row(), sent);
		const document = documents[0] ?? assert.fail();
		document.type(document.getText().replace('Wrong.', 'Right.'));
		// A status is not set without a question.
		const corrected = await ask(() => review.finishMail(document.uri, true));
		assert.match(corrected.box.items[0]?.detail ?? '', /\. The status becomes Approved$/);
		corrected.box.hide();
		await corrected.done;
		await (await begin()).choose('status');
		await review.finishMail(document.uri, true);
		await isSent();
		assert.deepEqual(set, []);
	});

	it('sends the mail of a document with one key, which can be undone, and asks without a mail server', async () => {
		const { mails, write, begin, ask, sent, review, drafts } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		await (await begin()).edit();
		const { uri } = documents[0] ?? assert.fail();
		const asked = await ask(() => review.finishMail(uri, true));
		asked.box.hide();
		await asked.done;
		await sendThroughServer();
		made.boxes.length = 0;
		await review.finishMail(uri, true);
		await until(() => documents.length === 0);
		assert.deepEqual([made.boxes.length, sent.entries.length], [0, 1]);
		await assert.rejects(review.finishMail(uri, true), /waiting, or was sent or discarded/);
		await sent.undo();
		assert.deepEqual([`${documents[0]?.uri}`, drafts.editing.length], [`${uri}`, 1]);
	});

	it('has the status chosen again that was to be set with a refused mail', async () => {
		const { mails, write, begin, sent } = await openReview();
		await sendAtOnce({ refused: 'Two.' });
		const isChosen = async () => (await begin()).isChosen('status approved');
		await write(mails[0] ?? 0, 'One.');
		await write(mails[1] ?? 0, 'Two.');
		const { choose, run } = await begin();
		await choose('status approved');
		await run('send');
		await until(() => sent.entries.some(({ state }) => state.kind === 'refused'));
		assert.equal(await isChosen(), false, 'it is set with the refused mail');
		await sent.discard(...sent.entries.map(({ id }) => id));
		assert.equal(await isChosen(), true);
	});

	it('says that comments were written after the mail was edited', async () => {
		const { mails, write, begin } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const { edit, shown } = await begin();
		await edit();
		const document = documents[0] ?? assert.fail();
		document.type(`${document.getText()}Bye.\n`);
		await write(mails[0] ?? 0, 'And this?', { kind: 'file', patch: 0, file: 0 });
		assert.match(shown().mails[0]?.facts ?? '', /as you have edited it, without later changes/);
	});

	it('goes to the line of an edited mail that cannot be sent', async () => {
		const { mails, write, begin, review } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const { edit, shown, run } = await begin();
		await edit();
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
		await passTurns();
		assert.match(shown().mails[0]?.facts ?? '', /Line 3 of the mail: .*but not Bcc/);
		await goes(run('copy'));
		await goes(review.finishMail(documents[0]?.uri));
	});

	it('goes back to the comments, and keeps what was edited', async () => {
		const { mails, write, begin, review, opened, drafts } = await openReview();
		const [mail = 0] = mails;
		await write(mail, 'Why?');
		await (await begin()).edit();
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
		const { write, review, opened, reading, begin } = await openReview(old);
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
		assert.equal((await begin()).shown().mails.length, 1);
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
		const { ask, begin, mailDocuments, review, mails, ...window } = await openReview(ofBob);
		refuseReplies(window);
		await (await window.cache('bob', 'editor-devel')).refresh();
		const problem = '~ana, the owner of the list, does not let you reply to it.';
		assert.equal((await begin()).shown().problem, problem);
		await mailDocuments.showMail(ofBob, aMail(mails[0] ?? 0));
		const send = await ask(() => review.finishMail(documents[0]?.uri));
		assert.equal(send.box.placeholder, problem);
		send.box.hide();
	});

	it('gives no trailer again that was given by another way, and can be sent all the same', async () => {
		const { cover, write, begin, sent, isSent, lists } = await openReview();
		await sendThroughServer();
		await write(cover, 'One thing.');
		const { choose, shown, run } = await begin();
		await choose('trailer Reviewed-by');
		const { name, email: known } = (await lists.of('ana')?.client.user({})) ?? assert.fail();
		const email = known ?? assert.fail();
		const reply = aMail(cover, { to: toList, body: `Reviewed-by: ${name} <${email}>\n`, cc: [] });
		const from = { name, email };
		const facts = () => [shown().problem, shown().mails.map(({ words }) => words)];
		const relayed = { name: 'Dana', email: 'dana@example.org' };
		await sent.send(
			{ series: newest, mails: [{ ...reply, mail: { ...reply.mail, from: relayed } }], from },
			3_600_000,
		);
		assert.deepEqual(facts()[0], '', 'a trailer in a mail from another address is not the user’s');
		await sent.undo(sent.entries[0]?.steps[0]?.group);
		await sent.send(
			{ series: newest, mails: [{ ...reply, mail: { ...reply.mail, from } }], from },
			3_600_000,
		);
		const given = ['You have already given Reviewed-by.', ['One thing.']];
		assert.deepEqual(facts(), given, 'it is on its way');
		await sent.sendNow(...sent.entries.map(({ id }) => id));
		await isSent();
		assert.deepEqual(facts(), given, 'it was sent, and is not on the list');
		await run('send');
		assert.equal(sent.entries.length, 1);
		assert.doesNotMatch(sent.entries[0]?.steps[0]?.change.outgoing.raw ?? '', /Reviewed-by/);
	});

	it('says that an edited mail gives a trailer once more', async () => {
		const { cover, begin, sent, write } = await openReview();
		await sendThroughServer();
		await write(cover, 'One thing.');
		const { choose, shown, edit } = await begin();
		await choose('trailer Reviewed-by');
		await edit();
		documents[0]?.type(`${documents[0].getText()}Thanks!\n`);
		await passTurns();
		const facts = () => shown().mails.map((one) => one.facts);
		assert.deepEqual(facts(), ['1 comment · as you have edited it']);
		const [mail] = documents[0]?.getText().match(/Reviewed-by: .*/) ?? [];
		const reply = aMail(cover, { to: toList, body: `${mail}\n`, cc: [] });
		const email = /<(.*)>/.exec(mail ?? '')?.[1] ?? assert.fail();
		await sent.send({ series: newest, mails: [reply], from: { name: 'Ana', email } }, 3_600_000);
		assert.match(facts()[0] ?? '', /, gives Reviewed-by once more$/);
	});

	it('gives no trailer again that the user has given to all patches on the list', async () => {
		const { begin, panels, reading, content, lists } = await openReview();
		await (await begin()).choose('trailer Reviewed-by');
		const { name, email } = (await lists.of('ana')?.client.user({})) ?? assert.fail();
		const all = [...content.readPatches.keys()];
		const answered = (patches: readonly number[]) => {
			const person = { name, email: email ?? '' };
			const trailer = { key: 'Reviewed-by', person, mails: [1], isFromPerson: true, patches };
			const given = { ...content, trailers: [trailer] };
			return panels.of(idOfSeries(newest))?.shown({ reading, content: given }).mails.length;
		};
		assert.deepEqual([answered(all), answered(all.slice(1))], [0, 1]);
	});

	it('gives the patches a trailer whose mails were not sent before the user has undone that', async () => {
		const post = await mailer(forge().smtp.port);
		for (const nth of [1, 2, 3])
			await post.send(
				'bob@forge.test',
				['~ana/editor-devel@lists.localhost'],
				[
					`From: Bob <bob@forge.test>\nSubject: [PATCH ${nth}/3] Fold lines`,
					`Message-ID: <fold${nth}@x>\n${nth === 1 ? '' : 'In-Reply-To: <fold1@x>\n'}\n${patchText(`fold${nth}`)}`,
				].join('\n'),
			);
		post.end();
		const { cache } = await open();
		const known = await cache('ana', 'editor-devel');
		await known.refresh();
		const [first = assert.fail()] = [...known.mails.values()].filter(
			({ messageId }) => messageId === '<fold1@x>',
		);
		const { begin, sent, mails } = await openReview({ ...list, mail: first.id });
		await sendThroughServer();
		const { choose, run } = await begin();
		await choose('trailer Reviewed-by');
		await run('send');
		await sent.sendNow(sent.entries[0]?.id ?? '');
		await until(() => sent.entries.length === 2);
		await sent.undo();
		assert.deepEqual(
			(await begin()).shown().mails.map(({ answered }) => answered),
			mails.slice(1),
		);
	});

	it('gives no trailer if the patch that it is for is no longer there, and says so', async () => {
		const { begin, mails, reading } = await openReview();
		const { shown, choose } = await begin();
		await choose('trailer Reviewed-by', `patch ${mails[0]}`);
		const version = reading.version ?? assert.fail();
		const left = version.patches.filter(({ mail }) => mail.id !== mails[0]);
		const {
			problem,
			mails: answers,
			patches,
		} = shown({ ...reading, version: { ...version, patches: left } });
		assert.deepEqual(
			[problem, answers, patches.some(({ isChosen }) => isChosen)],
			['A patch that you have chosen is no longer in this version, so it gets no trailer.', [], false],
		);
		const last = { ...reading, version: { ...version, patches: version.patches.slice(-1) } };
		assert.equal(shown(last).patches[0]?.label, 'The Series', 'also if one is left');
	});

	it('sends nothing if all mails were left out at the last moment', async () => {
		const { mails, write, begin, sent, panels } = await openReview();
		await sendThroughServer();
		await write(mails[0] ?? 0, 'Why?');
		const { choose, run } = await begin();
		await choose(`no mail ${mails[0]}`);
		await assert.rejects(run('send'), /nothing was done/);
		assert.deepEqual([sent.entries.length, panels.of(idOfSeries(newest)) !== undefined], [0, true]);
	});

	it('can send as soon as a mail server is set up, by whatever way', async () => {
		const { mails, write, begin } = await openReview();
		await write(mails[0] ?? 0, 'Why?');
		const { shown } = await begin();
		assert.equal(shown().actions[0]?.id, 'open');
		setMailServer();
		await until(() => shown().actions[0]?.id === 'send');
	});

	it('saves mails once, also if the panel was opened again meanwhile', async () => {
		const { begin, panels } = await openReview();
		const answer = Promise.withResolvers<string>();
		answerWith(
			() => answer.promise,
			() => answer.promise,
		);
		const first = await begin();
		await first.choose('trailer Acked-by', 'status needs_revision');
		const saving = first.run('copy');
		panels.show(idOfSeries(newest), undefined);
		const again = (await begin()).run('copy');
		answer.resolve('Continue');
		await Promise.all([saving, again]);
		assert.equal(takeCalls().filter((call) => call.startsWith('clipboard')).length, 1);
	});

	it('opens no panel on a page that was closed meanwhile, and asks only once', async () => {
		const { chain } = (await openReview()).reading;
		const [patchset = 0] = chain?.versions[0]?.patchsets ?? [];
		const old = { ...list, patchset };
		const { review, page, panels } = await openReview(old);
		const question = /^warning: v3 has replaced v1\. Answer v1 anyway\?/;
		const answer = Promise.withResolvers<string>();
		answerWith(() => answer.promise);
		const both = [review.finish(old), review.finish(old)];
		const calls: string[] = [];
		await until(() => {
			calls.push(...takeCalls());
			return calls.some((call) => question.test(call));
		});
		page.dispose();
		panels.addPage(idOfSeries(old));
		answer.resolve('Continue with v1');
		await Promise.all(both);
		calls.push(...takeCalls());
		assert.equal(calls.filter((call) => question.test(call)).length, 1);
		assert.equal(panels.of(idOfSeries(old)), undefined);
		await review.finish(old);
		assert.notEqual(panels.of(idOfSeries(old)), undefined);
	});

	it('is for the comment in a diff editor, whose page is opened, also if another one is in front', async () => {
		const { review, mails, write, comments, opened, panels, front } = await openReview();
		front.active = { ...list, list: 'other', patchset: 1 };
		await write(mails[0] ?? 0, 'Why?');
		const [draft = assert.fail()] = comments.editing;
		await review.finishActive(new DraftComment(draft, ''));
		const [[page = assert.fail()] = []] = opened;
		assert.equal(panels.of(idOfSeries(page))?.shown !== undefined, true);
	});

	it('is for the page in front', async () => {
		const { review, front, panels } = await openReview();
		await review.finishActive();
		assert.deepEqual(takeCalls(), ['status bar: Open a patchset first.']);
		front.active = newest;
		await review.finishActive();
		assert.ok(panels.of(idOfSeries(newest)));
	});
});
