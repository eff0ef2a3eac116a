import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { SavedComment } from '../../../../src/patches/model/review-comment.ts';
import { createPatchesView, type PatchesViewOptions } from '../../../../src/patches/view/patches-view.ts';
import type { SavedQuery } from '../../../../src/platform/model/saved-queries.ts';
import type { Row } from '../../../../src/platform/view/row.ts';
import { demoLists } from '../../../kit/forge/demo-lists.ts';
import { noDrafts } from '../../../kit/pages/no-mails.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { below, drawnViews, named, texts } from '../../../kit/window/drawn-view.ts';
import { until } from '../../../tools/until.ts';
import { patchsetOf } from '../state/a-patchset.ts';
import { anEmail } from '../state/an-email.ts';

type Window = Awaited<ReturnType<ReturnType<typeof demoLists>['open']>>;

describe('The Patches view', () => {
	stopTheDate(Date.parse('2026-02-16T17:00:00Z'));
	const { open } = demoLists();
	const showView = drawnViews();
	const show = async (
		window: Window,
		{
			statuses,
			queries = [],
			drafts = noDrafts,
		}: Partial<Pick<PatchesViewOptions, 'statuses' | 'drafts'>> & {
			readonly queries?: readonly SavedQuery[];
		} = {},
	) => {
		const { lists, accounts } = window;
		const shown = { source: lists, statuses: statuses ?? (await window.statuses()) };
		return showView(accounts, (changed) =>
			createPatchesView({
				...shown,
				changed,
				isVisible: () => true,
				queries: () => queries,
				drafts,
			}),
		);
	};

	/** Draws the view until the list is read. */
	async function drawList(window: Window, draw: () => Promise<readonly Row[]>) {
		await below(await draw(), '~ana/editor-devel');
		const name = window.lists.accounts[0]?.session.id === 'bob' ? 'bob' : 'ana';
		const cache = await window.cache(name, 'editor-devel');
		await until(() => cache.isComplete);
		return draw();
	}

	it('shows a status that is not on the forge yet in its group at once, marked as waiting', async () => {
		const window = await open();
		const statuses = await window.statuses();
		const { draw } = await show(window, { statuses });
		const rows = await drawList(window, draw);
		assert.equal(named(rows, '~ana/editor-devel')?.description, '4 proposed · 1 without status');
		const key = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 14 };
		await statuses.setStatus(await statuses.shownOf([key]), 'rejected', 3_600_000);
		const changed = await draw();
		assert.equal(named(changed, '~ana/editor-devel')?.description, '3 proposed · 1 without status');
		const rejected = named(await below(changed, '~ana/editor-devel'), 'Rejected');
		const row = named((await rejected?.children?.()) ?? [], 'term: three bytes are enough for an arrow');
		assert.match(row?.description ?? '', /^rejected \(waiting\) · /);
		assert.match(row?.spokenLabel ?? '', /, rejected \(waiting\), /);
		assert.deepEqual([row?.icon, row?.color], ['clock', 'disabledForeground']);
		await statuses.outbox.undo();
		assert.equal(named(await draw(), '~ana/editor-devel')?.description, '4 proposed · 1 without status');
	});

	it('reads a list from the disk only when its row is expanded, and shows its number before', async () => {
		const first = await open();
		await drawList(first, (await show(first)).draw);
		await (await first.cache('ana', 'editor-devel')).settled();
		const window = await open({ folder: first.folder });
		const lifetime = new Lifetime();
		const cache = window.lists.of('ana')?.lists.cache({ owner: '~ana', name: 'editor-devel' }, lifetime);
		const { draw } = await show(window);
		const rows = await draw();
		assert.equal(named(rows, '~ana/editor-devel')?.description, '4 proposed · 1 without status');
		assert.deepEqual([cache?.patchsets.size, cache?.mails.size], [0, 0]);
		assert.ok((await below(rows, '~ana/editor-devel')).length > 3);
		assert.ok((cache?.patchsets.size ?? 0) > 0);
		lifetime.dispose();
	});

	it('lists own mailing lists by name, then pinned ones, with the number of proposed patchsets', async () => {
		const window = await open({ names: ['bob'] });
		await window.lists.accounts[0]?.lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
		const { draw } = await show(window);
		const [reviews, mine, row, ...others] = await drawList(window, draw);
		assert.deepEqual([reviews?.label, mine?.label], ['My Reviews', 'Sent by Me']);
		assert.deepEqual(
			[row?.label, row?.description, row?.context, row?.spokenLabel],
			[
				'~ana/editor-devel',
				'4 proposed · 1 without status',
				'list pinned subscribed',
				'~ana/editor-devel, mailing list, 4 proposed, 1 without status, subscribed',
			],
		);
		const { tooltip } = row ?? {};
		assert.match(
			typeof tooltip === 'object' ? tooltip.markdown() : '',
			/Questions about the <strong>editor<\/strong>/,
		);
		assert.deepEqual(others, []);
	});

	it('has subscribed lists between own and pinned ones, each list once, and says if it may not read them', async () => {
		const window = await open({ names: ['carol'] });
		const [carol = assert.fail()] = window.lists.accounts;
		await carol.lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
		const { view, draw } = await show(window);
		assert.deepEqual(
			(await draw()).slice(2).map(({ label, context }) => [label, context]),
			[
				['~ana/editor-announce', 'list other subscribed'],
				['~ana/editor-devel', 'list pinned subscribed'],
			],
		);
		const session = { ...carol.session, scopes: ['lists:read', 'patches:read'] };
		Object.assign(carol, { session });
		const rows = await view.roots([carol], []);
		assert.equal(rows.at(-1)?.label, 'Missing permission: subs:read');
		assert.equal(rows.length, 5);
	});

	it('looks for replies to what the user has sent again when it is refreshed', async () => {
		const window = await open({ names: ['carol'] });
		const { draw, view } = await show(window);
		await below(await draw(), 'Sent by Me');
		const { replyChecks } = window.lists.of('carol') ?? assert.fail();
		let isAskedAgain = false;
		Object.assign(replyChecks, {
			askAgain: () => {
				isAskedAgain = true;
			},
		});
		view.refresh();
		await until(() => isAskedAgain);
	});

	it('has the saved queries below each list, before the discussions', async () => {
		const window = await open();
		const { draw } = await show(window, { queries: [{ name: 'From Carol', text: 'from:carol' }] });
		const rows = await below(await drawList(window, draw), '~ana/editor-devel');
		assert.deepEqual(
			rows.slice(-2).map(({ label }) => label),
			['From Carol', 'Discussions'],
		);
	});

	it('has a dot on discussions with mails that arrived since the user last looked at the list', async () => {
		const window = await open();
		const { draw } = await show(window);
		const group = named(await below(await drawList(window, draw), '~ana/editor-devel'), 'Discussions');
		assert.match(String(group.tooltip), /^Discussions with recent mails\./);
		const discussions = async () => below(await drawList(window, draw), '~ana/editor-devel', 'Discussions');
		assert.equal(named(await discussions(), 'What the editor is not').badge, undefined);
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const other = await open();
		other.lists.seen.begin(list, []);
		const later = await drawList(other, (await show(other)).draw);
		const shown = await below(later, '~ana/editor-devel', 'Discussions');
		assert.equal(named(shown, 'What the editor is not').badge?.letters, '●');
	});

	it('has hovers that name the sender of a series and of a discussion, with what the forge knows of them', async () => {
		const window = await open();
		const { draw } = await show(window);
		const rows = await below(await drawList(window, draw), '~ana/editor-devel');
		const hoverOf = async ({ tooltip }: Row) =>
			typeof tooltip === 'object'
				? [tooltip.markdown(), await tooltip.more?.(AbortSignal.timeout(5000))].join('\n\n')
				: '';
		const wrap = named(await below(rows, 'Proposed'), 'Wrap long lines');
		assert.match(await hoverOf(wrap), /by Carol Nowak[\s\S]*\n\n---\n\n.*~carol/);
		const question = named(await below(rows, 'Discussions'), 'What the editor is not');
		assert.match(
			await hoverOf(question),
			/^\*\*What the editor is not\*\*\n\nby .* · sent .* ago · 39 replies · last mail .* ago\n\n---\n\n.*~ana/,
		);
	});

	it('says that a list is being read, and reports when it is', async () => {
		const window = await open();
		const { draw, changes } = await show(window);
		const rows = await draw();
		assert.deepEqual(texts(rows), [
			['My Reviews', undefined],
			['Sent by Me', undefined],
			['~ana/editor-announce', undefined],
			['~ana/editor-devel', undefined],
		]);
		assert.deepEqual(texts(await below(rows, '~ana/editor-devel')), [['Loading patchsets…', undefined]]);
		await until(() => changes.includes('ana/~ana/editor-devel'));
	});

	it('groups patchsets by status, with what is open first, and has the other threads below', async () => {
		const window = await open();
		const { draw } = await show(window);
		const rows = await below(await drawList(window, draw), '~ana/editor-devel');
		assert.deepEqual(
			rows.map(({ label, description, isOpen }) => [label, description, isOpen]),
			[
				['Proposed', '4', true],
				['Needs revision', '1', true],
				['Approved', '2', true],
				['Pull requests', '1', true],
				['No status', '1', true],
				['Applied', '3', false],
				['Rejected', '1', false],
				['Discussions', '5', undefined],
			],
		);
		assert.deepEqual(texts(await below(rows, 'Proposed')), [
			['term: three bytes are enough for an arrow', 'Bob Ellis · 1d · 1 reply · 1 patch'],
			['Wrap long lines', 'Carol Nowak · 7d · 9 replies · 3 patches · v3'],
			['Send the text through a command with Ctrl-P', 'Priya Raman · 22d · 2 replies · 1 patch · v1 RFC'],
			['buffer: sync before the file is closed', 'Dave Okafor · 5mo · 2 replies · 1 patch'],
		]);
		assert.deepEqual(
			(await below(rows, 'Proposed')).map(({ children }) => children !== undefined),
			[false, true, false, false],
			'a single patch needs no row below it',
		);
		assert.deepEqual(texts(await below(rows, 'Pull requests')), [['Patterns in Ctrl-F', 'Bob Ellis · 1mo']]);
		assert.deepEqual(
			(await below(rows, 'Discussions')).slice(0, 2).map(({ label }) => label),
			['Tastaturen på en Mac', 'What the editor is not'],
		);
	});

	it('has below a series its patches, and its older versions with theirs', async () => {
		const window = await open();
		const { draw } = await show(window);
		const series = await below(await drawList(window, draw), '~ana/editor-devel', 'Proposed');
		const row = named(series, 'Wrap long lines');
		assert.deepEqual(
			[row.icon, row.spokenLabel, row.about],
			[
				'git-pull-request',
				'Wrap long lines, version 3, proposed, 3 patches, by Carol Nowak, 7 days ago, 9 replies',
				{
					kind: 'patchset',
					key: { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 },
					listId: 'ana/~ana/editor-devel/status/proposed',
				},
			],
		);
		const rows = (await row.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label, description, spokenLabel }) => [label, description, spokenLabel]).at(0),
			[
				'1/3 term: a terminal has a column at least',
				undefined,
				'patch 1 of 3, term: a terminal has a column at least',
			],
		);
		assert.deepEqual(texts(rows).at(-1), ['Older versions', 'v2, v1']);
		const older = await below(rows, 'Older versions');
		assert.deepEqual(
			older.map(({ label, spokenLabel }) => [label, spokenLabel]),
			[
				['v2', 'version 2, 3 patches, 2 months ago'],
				['v1', 'version 1, 3 patches, 3 months ago'],
			],
		);
		assert.equal((await below(older, 'v1')).length, 3);
	});

	it('shows which patches of a series have not arrived', async () => {
		const window = await open();
		const { draw } = await show(window);
		const series = await below(await drawList(window, draw), '~ana/editor-devel', 'No status');
		const [row] = series;
		const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
		const listId = 'ana/~ana/editor-devel/status/unknown';
		const about = {
			...{ kind: 'thread', list, mail: 103, message: '<20260201174000.1.soeren@example.org>', listId },
		};
		assert.deepEqual(
			[row?.label, row?.icon, row?.description, row?.about],
			[
				'doc: flere taster på dansk',
				'warning',
				'Søren Østergård · 14d · 1 reply · 3 patches · 1 missing',
				about,
			],
		);
		const rows = (await row?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label, icon }) => [label.slice(0, 3), icon]),
			[
				['1/3', 'git-commit'],
				['2/3', 'warning'],
				['3/3', 'git-commit'],
			],
		);
	});

	it('has what needs the user first, as far as lists are stored, and reads none of them', async () => {
		const first = await open({ names: ['carol'] });
		const read = await first.cache('carol', 'editor-devel');
		await read.refresh();
		await read.settled();
		const window = await open({ names: ['carol'], folder: first.folder });
		await window.lists.of('carol')?.lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
		const { draw, changes } = await show(window);
		const reviews = async () => below(await draw(), 'My Reviews');
		const [answers, unread, ...others] = await reviews();
		assert.deepEqual([answers?.label, answers?.description, others], ['Answers to Me', '2', []]);
		assert.deepEqual(texts((await answers?.children?.()) ?? []), [
			['Wrap long lines', 'Carol Nowak · 7d · 9 replies · 3 patches · v3 · ~ana/editor-devel'],
			['Search for patterns', 'Bob Ellis · 28d · 3 replies · 5 patches · ~ana/editor-devel'],
		]);
		assert.equal(unread?.label, '1 mailing list not loaded yet');
		assert.match(String(unread?.tooltip), /^Click to load their patchsets: ~ana\/editor-announce$/);
		assert.deepEqual(
			window.asked().filter((path) => path.includes('editor-devel')),
			[],
		);
		const cache = await window.cache('carol', 'editor-devel');
		const sender = { canonical_name: '~kim', name: 'Kim' };
		const patchset = patchsetOf(99, { submitter: 'Kim <kim@example.org>' });
		cache.putMails([
			anEmail(999, { subject: '[PATCH] new', created: '2026-02-16T16:00:00Z', sender, patchset }),
		]);
		await until(() => changes.includes('first'));
		const [group] = await reviews();
		const [row] = (await group?.children?.()) ?? [];
		assert.deepEqual(
			[group?.label, row?.label, row?.description, row?.about?.listId],
			['To Review', 'new', 'Kim · 1h · 1 patch · ~ana/editor-devel', group?.id],
		);
	});

	it('leaves out what the user has reviewed with another account, also before that is on the list', async () => {
		const window = await open({ names: ['ana', 'bob'] });
		await window.lists.of('ana')?.lists.pins.pin({ owner: '~ana', name: 'editor-devel' });
		const cache = await window.cache('ana', 'editor-devel');
		await cache.refresh();
		const sender = { canonical_name: '~kim', name: 'Kim' };
		const patchset = patchsetOf(99, { submitter: 'Kim <kim@example.org>' });
		cache.putMails([
			anEmail(999, { subject: '[PATCH] new', created: '2026-02-16T16:00:00Z', sender, patchset }),
		]);
		const sent: SavedComment[] = [];
		const drafts = async () => ({ ...(await noDrafts()), sent: () => sent });
		const { draw } = await show(window, { drafts });
		const isToReview = async () => {
			const rows = await below(await draw(), 'My Reviews');
			const group = rows.find(({ label }) => label === 'To Review');
			return ((await group?.children?.()) ?? []).some(({ label }) => label === 'new');
		};
		await until(isToReview, { what: 'it is to be reviewed' });
		const list = { account: 'bob', owner: '~ana', list: 'editor-devel' };
		const saved = Date.parse('2026-02-16T16:30:00Z');
		sent.push({ key: { ...list, mail: 999, lines: { kind: 'whole' } }, body: { text: 'Good.' }, saved });
		assert.equal(await isToReview(), false);
	});

	it('says which lists My Reviews leaves out, and which a click loads', async () => {
		const window = await open({ names: ['carol'] });
		const { pins } = window.lists.of('carol')?.lists ?? assert.fail();
		const owner = '~ana';
		for (let nth = 0; nth < 53; nth += 1) await pins.pin({ owner, name: `list-${nth}` });
		window.cut(true);
		const { draw } = await show(window);
		const notices = async () =>
			(await below(await draw(), 'My Reviews')).filter(({ icon }) => icon === 'info');
		const labels = async () => (await notices()).map(({ label }) => label);
		assert.deepEqual(await labels(), ['50 mailing lists not loaded yet', '3 mailing lists left out']);
		const [unread] = await notices();
		assert.deepEqual(
			[unread?.command?.id, Object(unread?.command?.arguments?.[1]).length, unread?.command?.arguments?.[0]],
			['tildeforge.loadMorePatchsets', 50, { list: { account: 'carol', owner, list: 'list-0' } }],
		);
		window.cut(false);
		using lifetime = new Lifetime();
		await window.lists.of('carol')?.lists.cache({ owner, name: 'list-0' }, lifetime).refresh();
		assert.deepEqual(await labels(), ['49 mailing lists not loaded yet', '4 mailing lists left out']);
	});

	it('reads the patches of an old patchset when it is expanded, and says if that fails', async () => {
		const window = await open();
		window.refuse(/search=/);
		const { draw } = await show(window);
		const series = await below(await drawList(window, draw), '~ana/editor-devel', 'Approved');
		const row = named(series, 'Search for patterns');
		window.cut(true);
		assert.deepEqual(
			(await row.children?.())?.map(({ id, label }) => [id, label]),
			[[`notice/failed/${row.id}`, 'No connection']],
		);
		window.cut(false);
		window.forget();
		const rows = (await row.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label }) => label.slice(0, 3)),
			['1/5', '2/5', '3/5', '4/5', '5/5'],
		);
		assert.deepEqual(window.asked(), ['/lists/editor-devel/patchsets/9/patches']);
		await row.children?.();
		assert.equal(window.asked().length, 1);
	});
});
