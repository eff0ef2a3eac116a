import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { noticeRow, type Row } from '../../../../src/platform/view/row.ts';
import type { TicketsViewOptions } from '../../../../src/tickets/view/tickets-view.ts';
import { ana, bob, key, readable, stage, type TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../kit/items/written-texts.ts';
import { skippableTime } from '../../../kit/window/clock.ts';
import { openTicketsScreen } from '../../../kit/window/tickets-screen.ts';
import { until } from '../../../tools/until.ts';

const ofAna = { ...key, account: 'ana' };
const numbered = (ticket: number) => ({ ...ofAna, ticket });
const labels = (rows: readonly Row[]) => rows.map(({ label }) => label);

describe('The rows of the Tickets view', () => {
	const { forge: start, folder, ending } = stage();
	const { skip } = skippableTime();

	interface Options {
		readonly settings?: Partial<TicketsViewOptions['settings']>;
		/** Changes the forge before the view reads it. */
		readonly prepare?: (forge: TrackerForge) => void;
	}

	/** The view of ana, whose tracker has three tickets. */
	async function open({ settings = {}, prepare }: Options = {}) {
		const forge = await start();
		forge.fill(3);
		prepare?.(forge);
		const at = await folder();
		const opened = await openTicketsScreen({ forge, folder: at, log: readable().log, settings });
		ending(() => opened.dispose());
		opened.signIn('ana');
		const account = () => opened.tickets.of('ana') ?? assert.fail();
		const rows = () => opened.view.rows(account());
		const below = async (label: string) => {
			const row = (await rows()).find((one) => one.label === label) ?? assert.fail(`there is no ${label}`);
			return (await row.children?.()) ?? [];
		};
		return { ...forge, ...opened, at, account, rows, below };
	}
	type Opened = Awaited<ReturnType<typeof open>>;

	/** The view with all its tickets on the screen. */
	async function draw(options: Options = {}): Promise<Opened> {
		const opened = await open(options);
		await opened.screen.draw();
		await opened.settle();
		return opened;
	}

	it('have the description of a tracker in its hover, and the number of open tickets once it is known', async () => {
		const { rows, screen } = await open({
			prepare: ({ trackers, tracker }) => {
				const [first = assert.fail()] = tracker.tickets;
				trackers.tickets.update(first, ana, { status: 'resolved', resolution: 'fixed' });
				tracker.description = 'Bugs of *all*.';
			},
		});
		const [unread = assert.fail()] = await rows();
		assert.deepEqual([unread.description, unread.spokenLabel], [undefined, '~ana/editor']);
		assert.ok(typeof unread.tooltip === 'object');
		const hover = await unread.tooltip.more?.(new AbortController().signal);
		assert.match(
			hover ?? '',
			/^Public · created .*\n\nYou own this tracker\\\.\n\n---\n\nBugs of <em>all<\/em>/,
		);
		await screen.draw();
		await until(() => screen.row('ana/~ana/editor')?.description === '2 open');
		const {
			children: _,
			current: _current,
			tooltip: _tooltip,
			tooltipInputs: _inputs,
			...row
		} = (await rows())[0] ?? assert.fail();
		assert.deepEqual(row, {
			id: 'ana/~ana/editor',
			label: '~ana/editor',
			icon: 'checklist',
			isOpen: true,
			description: '2 open',
			spokenLabel: '~ana/editor, 2 open',
			context: 'tracker own',
			about: { kind: 'tracker', key: ofAna },
		});
	});

	it('say that the pinned trackers cannot be read', async () => {
		const at = await folder();
		await mkdir(join(at, 'kept', 'pins', 'ana'), { recursive: true });
		const forge = await start();
		const opened = await openTicketsScreen({ forge, folder: at, log: readable().log });
		ending(() => opened.dispose());
		opened.signIn('ana');
		const account = opened.tickets.of('ana') ?? assert.fail();
		await account.trackers.open();
		const row = (await opened.view.rows(account)).at(-1);
		assert.deepEqual(
			[row?.id, row?.label, row?.command?.id],
			['notice/unreadable/pins/ana', 'Pinned trackers could not be read', 'tildeforge.showLog'],
		);
	});

	it('below a tracker begin with the filter that the user typed, which is expanded too', async () => {
		const { below } = await draw({
			settings: { filterOf: ({ tracker }) => (tracker === 'editor' ? 'label:bug' : undefined) },
			prepare: ({ trackers }) => trackers.create('ana', { name: 'a-first' }),
		});
		const rows = await below('~ana/editor');
		assert.deepEqual(
			rows.slice(0, 2).map(({ label, context, isOpen }) => [label, context, isOpen]),
			[
				['Filter: label:bug', 'filter', true],
				['Open', 'query', false],
			],
		);
		const first = await below('~ana/a-first');
		assert.deepEqual([first[0]?.label, first[0]?.isOpen], ['Open', true]);
	});

	const ends: readonly [what: string, end: (opened: Opened, changed: () => void) => void][] = [
		['the view is refreshed', ({ view }) => view.refresh()],
		['the settings change', (_, changed) => changed()],
	];
	for (const [what, end] of ends) {
		it(`keep the place of a ticket that is changed here until ${what}`, async () => {
			const changes = new Emitter<void>();
			const opened = await draw({
				settings: { onDidChange: (listener: () => void) => changes.event(listener) },
			});
			const { view, tickets, trackers, tracker } = opened;
			const order = () => view.lists.itemsOf('ana/~ana/editor/query/Open').map(({ ticket }) => ticket);
			view.lists.pinPosition(numbered(1));
			const user = new Lifetime();
			ending(() => user.dispose());
			const [first = assert.fail()] = tracker.tickets;
			for (const labels of [['bug'], ['easy']]) {
				trackers.tickets.update(first, ana, { labels });
				await tickets.trackerCache(ofAna, user)?.read(1);
				// A second change keeps the place that the first one kept.
				view.lists.pinPosition(numbered(1));
			}
			assert.deepEqual(order(), [3, 2, 1]);
			end(opened, () => changes.fire());
			assert.deepEqual(order(), [1, 3, 2]);
		});
	}

	it('are redrawn when the settings change', async () => {
		const changes = new Emitter<void>();
		const { screen } = await draw({
			settings: { onDidChange: (listener: () => void) => changes.event(listener) },
		});
		screen.drawn.length = 0;
		changes.fire();
		await until(() => screen.drawn.includes('ana/~ana/editor'));
	});

	it('offer to sign in below invalid settings, but not below a sign-in that has ended', async () => {
		const { view } = await open();
		const ids = async (command: string) => {
			const problem = { id: 'notice/a', label: 'a', command: { id: command, title: 'a' } };
			return (await view.roots([], [problem])).map(({ id }) => id);
		};
		assert.deepEqual(await ids('workbench.action.openSettings'), [
			...['notice/a', 'notice/sign-in', 'notice/sample'],
		]);
		assert.deepEqual(await ids('tildeforge.signIn'), ['notice/a']);
	});

	it('of the only tracker are at the top, and the title has its name and its menu', async () => {
		const { view, account, rows } = await open();
		await rows();
		const ids = async () => (await view.roots([account()], [])).map(({ id }) => id);
		const query = (name: string) => `ana/~ana/editor/query/${name}`;
		const queries = ['Open', 'Submitted by me', 'Assigned to me', 'Recently resolved'].map(query);
		assert.deepEqual(await ids(), queries);
		assert.deepEqual(
			[view.description, view.contextKeys],
			['~ana/editor', { 'tildeforge.onlyTracker': 'tracker own' }],
		);
		const { about } = view.onlyTracker ?? {};
		assert.deepEqual(about, { kind: 'tracker', key: ofAna });
		assert.deepEqual(
			[view.inPlaceOf('ana/~ana/editor'), view.inPlaceOf('ana/~bob/tools')],
			[query('Open'), undefined],
		);
		await account().trackers.pins.pin({ owner: '~bob', name: 'tools' });
		assert.deepEqual(await ids(), ['ana/~ana/editor', 'ana/~bob/tools']);
		assert.equal(view.inPlaceOf('ana/~ana/editor'), undefined);
		assert.deepEqual(
			[view.description, view.contextKeys, view.onlyTracker],
			[undefined, { 'tildeforge.onlyTracker': undefined }, undefined],
		);
		await account().trackers.pins.unpin({ owner: '~bob', name: 'tools' });
		assert.deepEqual(await ids(), queries);
	});

	it('that have just gone may be what a command without a row is for, but only once, and within a minute', async () => {
		const { view, account } = await open();
		const tools = { owner: '~bob', name: 'tools' };
		const loseOther = async () => {
			for (const act of ['pin', 'unpin'] as const) {
				await account().trackers.pins[act](tools);
				await view.roots([account()], []);
			}
		};
		await view.roots([account()], []);
		assert.equal(view.mayBeForOther(), false);
		await loseOther();
		assert.deepEqual([view.mayBeForOther(), view.mayBeForOther()], [true, false]);
		await loseOther();
		skip(60_000);
		assert.equal(view.mayBeForOther(), false);
	});

	it('of the only tracker are redrawn when its tickets arrive', async () => {
		const { view, account, changes, settle } = await draw();
		await view.roots([account()], []);
		changes.length = 0;
		const { trackers } = account();
		await trackers.own.refresh();
		const user = new Lifetime();
		ending(() => user.dispose());
		const trackerCache = trackers.cache({ owner: '~ana', name: 'editor' }, user);
		const first = trackerCache.tickets.get(1) ?? assert.fail();
		trackerCache.put({ ...first, title: 'Another title' });
		await until(() => changes.includes('some'));
		await settle();
	});

	it('have a dot if another user changes the ticket, until the user has seen it, but not for own changes', async () => {
		const { tracker, trackers, tickets, seen, view, below, settle, skip } = await draw();
		const user = new Lifetime();
		ending(() => user.dispose());
		const trackerCache = tickets.trackerCache(ofAna, user) ?? assert.fail();
		const badges = async () => {
			const [query = assert.fail()] = await below('~ana/editor');
			return ((await query.children?.()) ?? []).flatMap(({ badge, label }) =>
				badge ? [label, badge.letters] : [],
			);
		};
		assert.deepEqual(await badges(), []);
		const [first = assert.fail()] = tracker.tickets;
		for (let times = 0; times < 8; times++) trackers.tickets.update(first, bob, { comment: 'Look at this.' });
		view.refresh();
		await until(async () => (await badges()).length > 0);
		assert.deepEqual(await badges(), ['#1 Ticket 0', '●']);
		seen.look(numbered(1), trackerCache.tickets.get(1)?.updated ?? assert.fail());
		assert.deepEqual(await badges(), []);
		skip(3600);
		await tickets.change([numbered(2)], { status: 'confirmed' }, 0, tickets.basesOf([numbered(2)]));
		await until(() => tickets.outbox.entries.length === 0);
		assert.equal(trackerCache.tickets.get(2)?.status, 'confirmed');
		assert.deepEqual(await badges(), []);
		await settle();
	});

	it('are the problems and the drafts if no account is signed in', async () => {
		const { view, tickets, account, signOut } = await open();
		await writeText(tickets, numbered(1), { text: 'Mine.' });
		const isDraft = ({ id }: Row) => id === 'drafts' || id === 'notice/sign-in';
		assert.deepEqual(labels((await view.roots([account()], [])).filter(isDraft)), ['Drafts']);
		assert.equal((await view.roots([account()], [])).at(-1)?.label, 'Drafts');
		await signOut('ana');
		const problem = noticeRow('problem/0', 'warning', 'Invalid setting');
		assert.deepEqual(labels(await view.roots([], [problem])), [
			'Invalid setting',
			'Drafts',
			'Sign In…',
			'Try a Sample Forge',
		]);
	});
});
