import assert from 'node:assert/strict';
import { steadyTime, timeOfDay } from '../../../../src/base/clock.ts';
import { Emitter } from '../../../../src/base/emitter.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import type { SeriesPageHost } from '../../../../src/patches/page/host.ts';
import type { CommentPlace } from '../../../../src/patches/page/protocol/comment-protocol.ts';
import type { ShownReview } from '../../../../src/patches/page/protocol/review-protocol.ts';
import type { SeriesPage } from '../../../../src/patches/page/series-page.ts';
import { idOfSeries } from '../../../../src/platform/model/keys.ts';
import { PageComments } from '../../../../src/review/page/page-comments.ts';
import { type ReviewPanel, ReviewPanels } from '../../../../src/review/page/review-panels.ts';
import type { DescribedMail, WaitingMails } from '../../../../src/review/state/outbox-mail.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { ofPatchset } from '../../../kit/mails/read-summary.ts';
import { readPageOf } from '../../../kit/pages/a-series-page.ts';
import { noMails } from '../../../kit/pages/no-mails.ts';
import { endings } from '../../../tools/endings.ts';
import { aMailEntry } from '../a-mail-entry.ts';

const raw = 'From: Ana <ana@example.org>\nSubject: Re: a\n\nReviewed-by: Ana <ana@example.org>\n';

describe('A comment on the page of a series', () => {
	const { open } = demoLists();
	const ending = endings();

	async function openPage() {
		const window = await open();
		await (await window.cache('ana', 'editor-devel')).refresh();
		const opened = await readPageOf(ofPatchset(12), window.lists, window.folder);
		const { page, comments: texts } = opened;
		const comments = new PageComments(page, texts, noMails, new ReviewPanels(), () => {});
		ending(() => {
			comments.dispose();
			page.dispose();
			texts.dispose();
		});
		return {
			...opened,
			page,
			comments,
			texts,
			here: idOfSeries(page.key),
			at: firstLine(page),
		};
	}

	function firstLine(page: SeriesPage): CommentPlace {
		const [file] = [...page.shown().content.files.values()];
		const { oldStart, newStart } = file?.file.hunks[0] ?? assert.fail();
		const numbers = { oldLine: oldStart, newLine: newStart };
		return { kind: 'lines', file: file?.key ?? '', first: numbers, last: numbers };
	}

	const written = (text: string, revision = 1, writer = 'page', id = 'one') => ({
		...{ id, revision, writer, base: null, body: { text } },
	});

	const write = (comments: PageComments, text: ReturnType<typeof written>, page: string, at: CommentPlace) =>
		comments.handlers.draft({ text, page, at });

	it('is shown where it was written, also to another page', async () => {
		const { comments, texts, here, at, page } = await openPage();
		await write(comments, written('Why?'), here, at);
		const other = new PageComments(page, texts, noMails, new ReviewPanels(), () => {});
		ending(other);
		for (const shown of [comments.shown().comments, other.shown().comments])
			assert.deepEqual(
				shown.map(({ id, body, at: place }) => [id, body.text, place]),
				[['one', 'Why?', at]],
			);
	});

	it('that is in the outbox is no draft, and stays there until it is on the list', async () => {
		const { page, texts, here, at } = await openPage();
		const entry = { key: {}, steps: [], state: { kind: 'pending' } } as unknown as DescribedMail;
		const changes = new Emitter<void>(assert.ifError);
		const mails = {
			entry: undefined as DescribedMail | undefined,
			onDidChange: changes.event,
			about: () => [],
			mailWith: () => mails.entry,
		};

		let count = 0;
		const comments = new PageComments(page, texts, mails, new ReviewPanels(), () => count++);
		ending(comments);
		await write(comments, written('Why?'), here, at);
		const shown = () =>
			comments.shown('UTC').comments.map(({ body, sendState }) => [body.text, sendState?.text]);
		assert.deepEqual(shown(), [['Why?', undefined]]);
		mails.entry = entry;
		const before = count;
		changes.fire();
		assert.equal(count, before + 1);
		assert.deepEqual(shown(), [['Why?', 'Being sent…']]);
		const { revision, writer } = texts.get('one') ?? assert.fail();
		await texts.markSent('one', { revision, writer }, ({ text }) => ({ text, sentIn: '<new@x>' }));
		mails.entry = undefined;
		const [[text, sendState] = []] = shown();
		assert.equal(text, 'Why?');
		assert.match(sendState ?? '', /^Sent \d\d:\d\d, not on the list yet$/);
		const [mail] = [...page.shown().reading.mails.values()];
		await texts.markSent('one');
		Object.assign(mail?.mail ?? {}, { messageId: '<new@x>' });
		assert.deepEqual([shown(), comments.shown().past.map(({ id }) => id)], [[], ['one']]);
	});

	it('is below what was refused, and what is on its way with its trailers, which can be undone until it is sent', async () => {
		const { page, texts } = await openPage();
		const answered = page.shown().content.cover?.id ?? assert.fail();
		let entries: readonly DescribedMail[] = [];
		const mails = { ...noMails, about: () => entries };
		const comments = new PageComments(page, texts, mails, new ReviewPanels(), () => {});
		ending(comments);
		const shown = (...states: readonly DescribedMail['state'][]) => {
			entries = states.map((state) => aMailEntry(state, { raw, answered, at: timeOfDay() }));
			const { sending, waitingTrailers } = comments.shown();
			return [sending, waitingTrailers.map(({ name, from, patches }) => [name, from, patches])];
		};
		const trailer = ['Reviewed-by', 'Ana', 'all'];
		assert.deepEqual(shown(), [null, []]);
		const refused = { kind: 'refused', reason: 'No.', mayBeDone: false } as const;
		assert.deepEqual(shown({ kind: 'pending' }, { kind: 'pending' }, refused), [
			{ text: 'Sending 2 mails…', refused: '1 mail refused', undo: 'g', isLate: false },
			[trailer, trailer],
		]);
		const [sending] = shown({ kind: 'sending', since: 0 });
		assert.deepEqual(sending, { text: 'Sending 1 mail…', refused: '', undo: '', isLate: false });
		const [waiting] = shown({ kind: 'waiting', reason: 'Offline', mayBeDone: false });
		assert.deepEqual(waiting, { text: '1 mail waiting', refused: '', undo: 'g', isLate: true });
		const [left] = shown(refused, { ...refused, mayBeDone: true });
		assert.deepEqual(left, { text: '', refused: '1 mail refused', undo: '', isLate: false });
	});

	it('has a trailer for the patch that is answered, directly or not, until its mail is on the list', async () => {
		const { page, texts } = await openPage();
		let entries: readonly DescribedMail[] = [];
		const changes = new Emitter<void>(assert.ifError);
		const mails = {
			onDidChange: changes.event,
			about: () => entries,
			mailWith: (text: string) => entries.find(({ key }) => key.messageId === text),
		};
		const comments = new PageComments(page, texts, mails, new ReviewPanels(), () => {});
		ending(comments);
		const shown = () =>
			comments.shown().waitingTrailers.map(({ name, patches, sendState }) => [name, patches, sendState]);
		const { content, reading } = page.shown();
		const patches = new Map(content.patches.map(({ mailId, number }) => [mailId, number]));
		const reply = [...reading.mails.values()].find(
			({ parentId, patches: own }) => patches.has(parentId) && own.length === 0,
		);
		assert.ok(reply);
		const number = String(patches.get(reply.parentId));
		entries = [aMailEntry({ kind: 'pending' }, { raw, answered: reply.id, at: timeOfDay() })];
		assert.deepEqual(shown(), [['Reviewed-by', number, 'waiting']]);
		const [entry = assert.fail()] = entries;
		const { messageId: sentIn, ...list } = entry.key;
		const body = { text: 'Reviewed-by', sentIn, mail: entry.steps[0]?.change };
		await texts.write({
			...{ id: sentIn, account: { id: 'ana', name: '~ana', instance: 'forge.test' }, body, base: null },
			...{
				key: { ...list, ...page.key, mail: reply.id, lines: { kind: 'whole' } },
				revision: 1,
				writer: 'x',
			},
		});
		await texts.markSent(sentIn);
		assert.deepEqual(shown(), [['Reviewed-by', number, 'waiting']]);
		entries = [];
		assert.deepEqual(shown(), [['Reviewed-by', number, 'sent, not on the list yet']]);
		entries = [entry];
		const [listed] = [...reading.mails.values()];
		Object.assign(listed?.mail ?? {}, { messageId: sentIn });
		assert.deepEqual(shown(), []);
	});

	it('is not slowed down by the mails that are on their way', async () => {
		const { page, texts } = await openPage();
		const answered = page.shown().content.cover?.id ?? assert.fail();
		const long = `${raw}${'A line of a long answer.\n'.repeat(5000)}`;
		const entries = Array.from({ length: 30 }, () =>
			aMailEntry({ kind: 'pending' }, { raw: long, answered, at: timeOfDay() }),
		);
		const comments = new PageComments(
			page,
			texts,
			{ ...noMails, about: () => entries },
			new ReviewPanels(),
			() => {},
		);
		ending(comments);
		const spent = () => {
			const begun = steadyTime();
			assert.equal(comments.shown().waitingTrailers.length, 30);
			return steadyTime() - begun;
		};
		const first = spent();
		const again = Math.min(...Array.from({ length: 5 }, spent));
		assert.ok(again < first / 4, `${again} ms after ${first} ms`);
	});

	it('is finished in a panel, which the page shows, and which closes with the page', async () => {
		const { page, texts, here, at } = await openPage();
		const calls: unknown[] = [];
		const panels = new ReviewPanels();
		let changes = 0;
		const comments = new PageComments(page, texts, noMails, panels, () => changes++);
		const { handlers } = comments;
		await handlers.runReview({ action: 'send', mails: [1] });
		assert.deepEqual(
			[comments.shown().review, await handlers.chooseInReview({ choice: 'a', isChosen: 'yes' })],
			[null, { id: 0, revision: 0 }],
		);
		const shown = { id: 1 } as ShownReview;
		panels.show(here, {
			shown: () => shown,
			choose: async (...choice) => ({ id: 1, revision: calls.push(choice) }),
			openMail: async (answered) => void calls.push(answered),
			run: async (...what) => void calls.push(what),
			refresh: async () => {},
		});
		assert.deepEqual([comments.shown().review, changes], [shown, 1]);
		const chosen = await handlers.chooseInReview({ choice: 'comment', isChosen: 'no' });
		assert.deepEqual(chosen, { id: 1, revision: 1 });
		await handlers.openReviewMail({ answered: 7 });
		await handlers.runReview({ action: 'send', mails: [7, 8] });
		assert.deepEqual(calls, [['comment', false], 7, ['send', [7, 8]]]);
		panels.didChange(here);
		const before = changes;
		assert.equal(before, 2);
		panels.addPage('another series');
		panels.show('another series', {} as ReviewPanel);
		panels.didChange('another series');
		assert.equal(changes, before, 'only the page of the series is drawn again');
		await write(comments, written('Why?'), here, at);
		assert.ok(changes > before, 'its mails have what the user writes');
		await handlers.closeReview({});
		assert.equal(comments.shown().review, null);
		const panel = { shown: () => shown } as Partial<ReviewPanel> as ReviewPanel;
		panels.show(here, panel);
		comments.dispose();
		panels.show(here, panel);
		assert.equal(panels.of(here), undefined);
	});

	it('is not shown after it was sent to a person, as it is never on the list', async () => {
		const { comments, texts, here, at } = await openPage();
		await write(comments, written('Why?'), here, at);
		const { revision, writer } = texts.get('one') ?? assert.fail();
		const body = { text: 'Why?', sentIn: '<new@x>', isPrivate: true };
		await texts.markSent('one', { revision, writer }, () => body);
		assert.deepEqual([texts.get('one')?.state, comments.shown().comments], ['sent', []]);
		assert.deepEqual(
			comments.shown().past.map(({ id, state }) => [id, state]),
			[['one', 'sent']],
		);
	});

	it('keeps what it is about when it is written again from another place', async () => {
		const { comments, here, at, page } = await openPage();
		await write(comments, written('Why?'), here, at);
		const [, file] = [...page.shown().content.files.keys()];
		await write(comments, written('Why is that?', 2), here, { kind: 'file', file: file ?? '' });
		assert.deepEqual(comments.shown().comments[0]?.at, at);
	});

	it('of another list or series is not shown', async () => {
		const { comments, here, at, texts } = await openPage();
		await write(comments, written('Why?'), here, at);
		const { key, account } = texts.get('one') ?? assert.fail();
		for (const other of [{ list: 'other' }, { account: 'bob' }, { mail: 999_999 }])
			await texts.write({
				...written('No.', 1, 'x', JSON.stringify(other)),
				account,
				key: { ...key, ...other },
			});
		assert.deepEqual(
			comments.shown().comments.map(({ id }) => id),
			['one'],
		);
	});

	it('suggests other lines in place of those that it is about', async () => {
		const { comments, at, page } = await openPage();
		assert.ok(at.kind === 'lines');
		const { patch, file } = page.file(at.file);
		const [first = assert.fail()] = linesOf(patch.source, file.hunks[0] ?? assert.fail());
		const { suggestionAt } = comments.handlers;
		const line = patch.source.slice(first.start, first.end);
		assert.deepEqual(await suggestionAt({ at }), { text: `\`\`\`suggestion\n${line}\n\`\`\`\n` });
		assert.throws(() => suggestionAt({ at: { kind: 'file', file: at.file } }), /Only lines of code/);
	});

	it('about what no mail has is refused', async () => {
		const { comments, here } = await openPage();
		await assert.rejects(
			async () => write(comments, written('Why?'), here, { kind: 'file', file: 'gone' }),
			/No mail/,
		);
	});

	describe('on an older version', () => {
		/** The pages of the first and the last version, which have the same comments. */
		async function openVersions(more: Partial<SeriesPageHost> = {}, mails: WaitingMails = noMails) {
			const window = await open();
			await (await window.cache('ana', 'editor-devel')).refresh();
			const { lists, folder } = window;
			const before = await readPageOf(ofPatchset(6), lists, folder);
			const after = await readPageOf(ofPatchset(12), lists, folder, more);
			let changes = 0;
			const old = new PageComments(before.page, before.comments, noMails, new ReviewPanels(), () => {});
			const current = new PageComments(
				after.page,
				before.comments,
				mails,
				new ReviewPanels(),
				() => changes++,
			);
			ending(() => {
				for (const one of [old, current, before.page, after.page, before.comments]) one.dispose();
			});
			return { old, current, before: before.page, after: after.page, changes: () => changes };
		}

		/** The first line of a file of the first version. */
		const lineOf = (page: SeriesPage, name: string): CommentPlace => {
			const files = [...page.shown().content.files.values()];
			const { key, file, patch } = files.find((one) => one.file.new === name) ?? assert.fail();
			const hunk = file.hunks[0] ?? assert.fail();
			const [first = assert.fail()] = linesOf(patch.source, hunk);
			const numbers = { oldLine: first.oldLine ?? null, newLine: first.newLine ?? null };
			return { kind: 'lines', file: key, first: numbers, last: numbers };
		};

		it('is kept there if its first letter arrives when the panel shows the newer one', async () => {
			const { old, current, before } = await openVersions();
			const [file = assert.fail()] = [...before.shown().content.files.values()];
			const page = idOfSeries(before.key);
			for (const [id, at] of [
				['file', { kind: 'file', file: file.key }],
				['line', lineOf(before, file.file.new ?? '')],
			] as const) {
				await write(current, written('W', 1, 'page', id), page, at);
				await write(current, written('Why?', 2, 'page', id), page, at);
				assert.deepEqual(old.shown().comments.find((one) => one.id === id)?.at, at);
			}
			assert.equal(
				old.shown().comments.every(({ body }) => body.text === 'Why?'),
				true,
			);
			assert.deepEqual(current.shown().comments, []);
		});

		it('is named on the page of the newer one, and carried over to its lines there', async () => {
			const { old, current, before, after, changes } = await openVersions();
			assert.equal(current.otherVersion(), undefined);
			current.shown().comments;
			const shared = [...before.shown().content.files.values()].find(({ file }) =>
				[...after.shown().content.files.values()].some((one) => one.file.new === file.new),
			);
			const name = shared?.file.new ?? assert.fail();
			await write(old, written('Why?'), idOfSeries(before.key), lineOf(before, name));
			assert.ok(changes() > 0, 'the page of the newer version says so');
			const { name: version, comments, canCarry } = current.otherVersion() ?? assert.fail();
			assert.deepEqual([version, comments.length, canCarry], ['v1', 1, true]);
			assert.equal(old.otherVersion(), undefined);

			await current.carryOver();
			assert.deepEqual(old.shown().comments, []);
			assert.equal(current.otherVersion(), undefined);
			const [{ body, origin, originVersion, at } = assert.fail()] = current.shown().comments;
			assert.equal(originVersion, idOfSeries(before.key));
			assert.equal(body.text, 'Why?');
			assert.match(origin, /^from v1, (un)?changed here$/);
			assert.ok('file' in at && after.file(at.file).file.new === name);
			const { canCarry: canCarryBack } = old.otherVersion() ?? assert.fail();
			assert.equal(canCarryBack, false, 'not to an older version');
			await old.carryOver();
			assert.deepEqual([old.shown().comments.length, current.shown().comments.length], [0, 1]);
			await write(current, written('Why is that?', 5), idOfSeries(after.key), at);
			assert.equal(current.shown().comments[0]?.origin, '', 'the user goes on here');
		});

		it('stays there if it is sent while its lines are looked for in the newer one', async () => {
			const waiting = new Set<string>();
			const entry = { key: {}, steps: [], state: { kind: 'pending' } } as unknown as DescribedMail;
			const mails = { ...noMails, mailWith: (id: string) => (waiting.has(id) ? entry : undefined) };
			const { old, current, before } = await openVersions({}, mails);
			const [path = ''] = before.shown().content.paths;
			const at = lineOf(before, path);
			await write(old, written('Why?'), idOfSeries(before.key), at);
			current.shown().comments;
			const carrying = current.carryOver();
			waiting.add('one');
			await carrying;
			assert.deepEqual(
				old.shown().comments.map((one) => one.at),
				[at],
			);
		});

		it('is carried over with what the user has written meanwhile', async () => {
			const { old, current, before, after } = await openVersions();
			const [path = ''] = [...before.shown().content.paths].filter((one) =>
				[...after.shown().content.paths].includes(one),
			);
			const [page, at] = [idOfSeries(before.key), lineOf(before, path)];
			await write(old, written('Why?'), page, at);
			current.shown().comments;
			const carrying = current.carryOver();
			await write(old, written('Why is that so?', 2), page, at);
			await carrying;
			assert.deepEqual(
				[...old.shown().comments, ...current.shown().comments].map(({ body }) => body.text),
				['Why is that so?'],
			);
			assert.equal(current.shown().comments.length, 1);
		});

		it('stays there if the newer one does not have what it is about', async () => {
			const { old, current, before } = await openVersions({ runRangeDiff: async () => [] });
			await write(
				old,
				written('Why?'),
				idOfSeries(before.key),
				lineOf(before, [...before.shown().content.paths][0] ?? ''),
			);
			current.shown().comments;
			await current.carryOver();
			const { canCarry, gone } = current.otherVersion() ?? assert.fail();
			assert.deepEqual([canCarry, gone.map(({ body }) => body.text)], [false, ['Why?']]);
			assert.equal(old.shown().comments[0]?.body.text, 'Why?');
		});
	});
});
