import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { List } from '../../../../src/forge/shapes/lists.ts';
import { contextOf } from '../../../../src/patches/model/list-kind.ts';
import { versionName } from '../../../../src/patches/model/series/version-name.ts';
import type { ListCache } from '../../../../src/patches/state/lists/list-cache.ts';
import type { ThreadSummaries } from '../../../../src/patches/state/lists/series-summary.ts';
import type { MailSummary } from '../../../../src/patches/state/mails/mail-summary.ts';
import { type ListRowInput, listRow } from '../../../../src/patches/view/list-rows.ts';
import { seriesRow } from '../../../../src/patches/view/series-rows.ts';
import { patchCounts } from '../../../../src/patches/view/version-rows.ts';
import { ValueCache } from '../../../../src/platform/state/cache/value-cache.ts';
import { type Row, spokenText } from '../../../../src/platform/view/row.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { patchsetOf } from '../state/a-patchset.ts';
import { listedMail, threadsIn } from '../state/lists/listed-mails.ts';

const key = { account: 'one', owner: '~ana', list: 'editor-devel' };
const now = Date.parse('2026-02-02T00:00:00Z');

const mail = (id: number, subject: string, more: Partial<MailSummary> = {}): MailSummary =>
	listedMail(id, { created: '2026-02-01T00:00:00Z', subject, ...more });
const patchset = (id: number, status: string) => patchsetOf(id, { status });
/** The row of the first of these series. */
const rowOfSeries = (
	[series = assert.fail()]: ThreadSummaries['series'],
	{ details, unseen = 0 }: { details?: ValueCache<List>; unseen?: number } = {},
) =>
	seriesRow({
		...{ series, unseen, listRowId: 'list', listId: 'group', names: ['submitter'] },
		listCache: { key, threads: threadsIn([]), details, readPatches: async () => {} },
	});
const versionsOf = (...versions: readonly number[]) =>
	threadsIn(
		[],
		versions.map((version) => patchsetOf(version, { subject: 'Undo', version })),
	).series;

type Known = Pick<
	ListCache,
	'storedCounts' | 'open' | 'threads' | 'isComplete' | 'hasOlder' | 'hasOlderMails' | 'lastError'
>;
function rowOf(known: Partial<Known>, more: Partial<ListRowInput> = {}): Row {
	const nothing = {
		...{ key, threads: threadsIn([]), isComplete: true, lastError: undefined },
		...{ hasOlder: false, hasOlderMails: false },
		...{ storedCounts: undefined, open: () => assert.fail('it is open') },
	};
	const cache = { ...nothing, ...known };
	return listRow({
		listCache: {
			...{ ...cache, mails: new Map(), details: undefined },
			...{ readPatches: async () => {}, query: () => assert.fail() },
		},
		threads: () => cache.threads,
		queries: [],
		...{
			id: 'list',
			me: '~ana',
			isPinned: false,
			isSubscribed: false,
			countUnseen: () => 0,
			details: () => undefined,
		},
		...{ failures: () => [], didOpen: () => {} },
		...more,
	});
}
const below = async (row: Row | undefined): Promise<readonly Row[]> => (await row?.children?.()) ?? [];

describe('The row of a mailing list', () => {
	stopTheDate(now);

	it('offers to load older patchsets or mails if the forge has any, and says that there may be more patchsets', async () => {
		const known = { threads: threadsIn([], [patchset(1, 'proposed')]) };
		const withOlder = rowOf({ ...known, hasOlder: true });
		assert.equal(withOlder.description, '1+ proposed');
		const more = (await below(withOlder)).find(({ label }) => label === 'Load More');
		assert.equal(more?.description, 'newest 1 patchset shown');
		assert.deepEqual(more?.command?.arguments, [{ list: key }]);
		const [mails] = (await below(rowOf({ ...known, hasOlderMails: true }))).filter(
			({ label }) => label === 'Load More',
		);
		assert.equal(mails?.description, 'newest 0 mails shown');
		const labels = (await below(rowOf(known))).map(({ label }) => label);
		assert.equal(labels.includes('Load More'), false);
	});

	it('has no number before anything is known, and marks one that may grow', () => {
		assert.equal(rowOf({ isComplete: false }).description, undefined);
		const some = threadsIn([], [patchset(1, 'proposed'), patchset(2, 'applied')]);
		assert.equal(rowOf({ isComplete: false, threads: some }).description, '1+ proposed');
		assert.equal(rowOf({ threads: some }).description, '1 proposed');
		const applied = threadsIn([], [patchset(2, 'applied')]);
		assert.equal(rowOf({ isComplete: false, threads: applied }).description, undefined);
		assert.equal(rowOf({ threads: applied }).description, '0 proposed');
	});

	it('says how many series the forge has no patchset for', () => {
		const some = threadsIn([mail(3, '[PATCH 1/2] One'), mail(4, '[PATCH] Two')], [patchset(1, 'proposed')]);
		const row = rowOf({ threads: some });
		assert.equal(row.description, '1 proposed · 2 without status');
		assert.match(row.spokenLabel ?? '', /mailing list, 1 proposed, 2 without status$/);
	});

	it('has a mail below Discussions once it is known to have no patch, although its subject says so', async () => {
		const labels = async (more: Partial<MailSummary>) =>
			(await below(rowOf({ threads: threadsIn([mail(3, '[PATCH] a patch', more)]) }))).map(
				({ label }) => label,
			);
		assert.deepEqual(await labels({}), ['No status']);
		assert.deepEqual(await labels({ hasNoPatch: true }), ['Discussions']);
	});

	it('says that a list is empty, or only why it could not be read', async () => {
		assert.deepEqual(
			(await below(rowOf({}))).map(({ label }) => label),
			['No mails yet'],
		);
		const failed: Row = { id: 'failed', label: 'Failed' };
		assert.deepEqual(await below(rowOf({ isComplete: false }, { failures: () => [failed] })), [failed]);
		const some = threadsIn([], [patchset(1, 'proposed')]);
		const rows = await below(rowOf({ threads: some }, { failures: () => [failed] }));
		assert.deepEqual(
			rows.map(({ label }) => label),
			['Proposed', 'Failed'],
		);
	});

	it('shows statuses that are not known here, last and in their own words', async () => {
		const some = threadsIn([], [patchset(1, 'in_quarantine'), patchset(2, 'superseded')]);
		assert.deepEqual(
			(await below(rowOf({ threads: some }))).map(({ label, icon }) => [label, icon]),
			[
				['Superseded', 'git-pull-request-draft'],
				['In quarantine', 'question'],
			],
		);
	});

	it('shows the first 500 of a group, and how many are left', async () => {
		const many = Array.from({ length: 1500 }, (_, nth) => patchset(nth + 1, 'proposed'));
		const [group] = await below(rowOf({ threads: threadsIn([], many) }));
		const rows = await below(group);
		assert.deepEqual([rows.length, rows.at(-1)?.label], [501, '1,000 more']);
	});

	it('depends on whose list it is', () => {
		assert.equal(rowOf({}).context, contextOf('own', false));
		assert.equal(rowOf({}, { me: '~bob', isPinned: true }).context, 'list pinned');
		assert.equal(rowOf({}, { me: '~bob' }).context, 'list other');
		assert.equal(rowOf({}, { me: '~bob', isSubscribed: true }).context, 'list other subscribed');
	});

	it('says whether the account subscribes to it, and whether it may post', () => {
		const hover = ({ tooltip }: Row) => (typeof tooltip === 'object' ? tooltip.markdown() : '');
		const all = ['browse', 'reply', 'post'];
		const permissions = { nonsubscriber: [], subscriber: all, account: ['browse'] };
		const details = () => ({
			...{ id: 1, created: '', updated: '', name: 'editor-devel', description: 'The *editor*' },
			...{ owner: { canonical_name: '~ana', name: 'ana' }, permissions },
		});
		const stranger = rowOf({}, { me: '~bob', details });
		assert.match(hover(stranger), /\n\nYou can\\'t post to this list\\\.\n\n---\n\nThe <em>editor<\/em>$/);
		assert.equal(
			stranger.spokenLabel,
			"~ana/editor-devel, mailing list, 0 proposed, you can't post to this list",
		);
		const subscriber = rowOf({}, { me: '~bob', details, isSubscribed: true });
		assert.match(hover(subscriber), /\n\nSubscribed\\\.\n\n---/);
		for (const row of [rowOf({}, { details }), rowOf({}, { me: '~bob' })])
			assert.doesNotMatch(hover(row), /post/);
	});

	it('shows hostile subjects as text', async () => {
		const subject = '[PATCH] \u202eevil\u0000 <img src=x> **bold** $(bug)';
		const some = threadsIn([mail(1, subject), mail(2, '\u202e')]);
		const [group, discussions] = await below(rowOf({ threads: some }));
		const [row] = await below(group);
		assert.ok(!row?.label.includes('\u202e') && !spokenText(row ?? { id: '', label: '' }).includes('\u202e'));
		const { tooltip } = row ?? {};
		const markdown = typeof tooltip === 'object' ? tooltip.markdown() : '';
		assert.ok(!/<img|\*\*bold|\$\(bug|\u202e/.test(markdown), markdown);
		const [discussion] = await below(discussions);
		assert.ok(!discussion?.label.includes('\u202e'));
	});

	it('has a different id for each row', async () => {
		const reply = { parent: 1, thread: 1 };
		const some = threadsIn(
			[
				mail(1, '[PATCH 0/2] a'),
				mail(2, '[PATCH 1/2] b', reply),
				mail(3, 'Plans'),
				mail(4, '[PATCH v2 1/2] c', { parent: 2, thread: 1 }),
				mail(5, '[PATCH v3 1/2] d', { parent: 2, thread: 1 }),
				mail(6, '[PATCH v4 2/2] e', { parent: 2, thread: 1 }),
			],
			[patchset(1, 'proposed'), patchset(2, 'applied')],
		);
		const ids: string[] = [];
		const walk = async (row: Row): Promise<void> => {
			ids.push(row.id);
			for (const child of await below(row)) await walk(child);
		};
		await walk(rowOf({ threads: some }));
		assert.equal(new Set(ids).size, ids.length, ids.join());
	});
});

describe('The row of a series', () => {
	stopTheDate(now);

	it('keeps its id when a new version arrives', () => {
		assert.equal(rowOfSeries(versionsOf(1, 2)).id, rowOfSeries(versionsOf(1)).id);
	});

	it('shows a very long subject shortened, on one line, and no age if the time is unknown', () => {
		const unread = mail(1, `[PATCH] one\n${'x'.repeat(1e6)}`, { created: '' });
		const row = rowOfSeries(threadsIn([unread]).series);
		assert.ok(row.label.length < 300 && !row.label.includes('\n'), row.label.slice(0, 300));
		assert.ok(!/ago|\d+y/.test(`${row.description} ${row.spokenLabel}`), row.description);
	});

	it('has a dot if there are new mails, and says how many', () => {
		const rowIf = (unseen: number) => rowOfSeries(versionsOf(1), { unseen });
		assert.deepEqual(rowIf(2).badge, { letters: '●', tooltip: '2 new mails' });
		assert.match(rowIf(2).description ?? '', / · 2 new$/);
		assert.match(rowIf(2).spokenLabel ?? '', /, 2 new$/);
		assert.equal(rowIf(0).badge, undefined);
	});

	it('offers no status only if the forge says that the user may not set one', async () => {
		const contextsIf = async (access: string[] | undefined) => {
			const details = new ValueCache<List>({ read: assert.fail, log: readable().log });
			details.put({
				...{ id: 1, created: '', updated: '', name: 'editor-devel', description: '', permissions: null },
				owner: { canonical_name: '~ana', name: 'ana' },
				...(access && { access }),
			});
			const row = rowOfSeries(versionsOf(1, 2), { details });
			const older = (await below(row)).find(({ label }) => label === 'Older versions');
			return [row, ...(await below(older))].map(({ context }) => context);
		};
		assert.deepEqual(await contextsIf(undefined), ['patchset', 'patchset older']);
		assert.deepEqual(await contextsIf(['browse', 'moderate']), ['patchset', 'patchset older']);
		assert.deepEqual(await contextsIf(['browse']), ['patchset noStatus', 'patchset older noStatus']);
	});

	it('says that a mail has no subject', () => {
		const { series } = threadsIn([], [patchsetOf(1, { subject: '' })]);
		const row = rowOfSeries(series);
		assert.deepEqual([row.label, row.description], ['(no subject)', 'Bob · 1d']);
		const { newest } = series[0] ?? assert.fail();
		assert.deepEqual([versionName(newest), patchCounts(newest)], ['v1', []]);
	});
});

describe('The menu of a row of the Patches view', () => {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
	const items: readonly Readonly<Record<string, string>>[] = manifest.contributes.menus['view/item/context'];
	/** What the menu of a row can contain, of these commands. */
	const commands = [
		...['unpinList', 'subscribeToList', 'unsubscribeFromList', 'editList', 'openPatchset'],
		...['openPatchsetDiff', 'setPatchsetStatus', 'markPatchset'],
	];
	const menuOf = ({ context = assert.fail() }: Row) =>
		commands.filter((name) =>
			items.some(({ command, submenu, when = '' }) => {
				const [, pattern, excluded = '^$'] =
					/^view == tildeforge\.patches && viewItem =~ \/(.*?)\/(?: && !\(viewItem =~ \/(.*)\/\))?$/.exec(
						when,
					) ?? [];
				if ((command ?? submenu) !== `tildeforge.${name}` || pattern === undefined) return false;
				return new RegExp(pattern).test(context) && !new RegExp(excluded).test(context);
			}),
		);

	it('offers what can be done with a mailing list', () => {
		const menu = (more: Partial<ListRowInput>) => menuOf(rowOf({}, { me: '~bob', ...more }));
		assert.deepEqual(menu({}), ['subscribeToList']);
		assert.deepEqual(menu({ isSubscribed: true }), ['unsubscribeFromList']);
		assert.deepEqual(menu({ isPinned: true }), ['unpinList', 'subscribeToList']);
		assert.deepEqual(menu({ isPinned: true, isSubscribed: true }), ['unpinList', 'unsubscribeFromList']);
		assert.deepEqual(menu({ me: '~ana', isSubscribed: true }), ['unsubscribeFromList', 'editList']);
	});

	it('offers the diff editor for series and patches, and a status for patchsets', async () => {
		const mails = [mail(1, '[PATCH 1/2] a'), mail(2, '[PATCH 2/2] b', { parent: 1, thread: 1 })];
		const listed = rowOf({ threads: threadsIn([...mails, mail(3, 'Plans')], [patchset(7, 'proposed')]) });
		const [proposed, unknown, discussions] = await below(listed);
		const [forgePatchset] = await below(proposed);
		const [series] = await below(unknown);
		const [discussion] = await below(discussions);
		const [patch] = await below(series);
		const opening = ['openPatchset', 'openPatchsetDiff'];
		assert.deepEqual(
			[forgePatchset, series, patch, discussion].map((row) => menuOf(row ?? assert.fail())),
			[[...opening, 'setPatchsetStatus', 'markPatchset'], opening, opening, ['openPatchset']],
		);
		const { context, ...rest } = forgePatchset ?? assert.fail();
		assert.deepEqual(menuOf({ ...rest, context: `${context} noStatus` }), opening);
	});
});
