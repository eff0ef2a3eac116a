import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { noticeRow, type Row } from '../../../../src/platform/view/row.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import type { TicketsViewOptions } from '../../../../src/tickets/view/tickets-view.ts';
import { until } from '../../../tools/until.ts';
import { ana, key, readable, stage, type TrackerForge } from '../state/forge.ts';
import { openTicketsScreen } from './tickets-screen.ts';

const ofAna = { ...key, account: 'ana' };
const numbered = (ticket: number) => ({ ...ofAna, ticket });
const labels = (rows: readonly Row[]) => rows.map(({ label }) => label);

describe('The rows of the Tickets view', () => {
	const { forge: start, folder, ending } = stage();

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

	it('are the pinned trackers, then the own ones by name, the first one expanded', async () => {
		const { rows, account } = await open({
			prepare: ({ trackers }) => {
				for (const name of ['a-first', 'z-last']) trackers.create({ name: 'ana' }, { name });
				trackers.create({ name: 'bob' }, { name: 'tools' });
			},
		});
		await account().trackers.pin({ owner: '~bob', name: 'tools' });
		await account().trackers.pin({ owner: '~ana', name: 'z-last' });
		const all = await rows();
		assert.deepEqual(labels(all), ['~bob/tools', '~ana/a-first', '~ana/editor', '~ana/z-last']);
		assert.deepEqual(
			all.map(({ isOpen, context }) => [isOpen, context]),
			[
				[true, 'tracker pinned'],
				[false, 'tracker own'],
				[false, 'tracker own'],
				[false, 'tracker own'],
			],
		);
	});

	it('have the description of a tracker in its tooltip, and the number of open tickets once it is known', async () => {
		const { rows, screen } = await open({
			prepare: ({ trackers, tracker }) => {
				const [first = assert.fail()] = tracker.tickets;
				trackers.tickets.update(first, ana, { status: 'resolved', resolution: 'fixed' });
				tracker.description = ` ${'d'.repeat(600)}`;
			},
		});
		const [unread = assert.fail()] = await rows();
		assert.deepEqual([unread.description, unread.spokenLabel], [undefined, '~ana/editor']);
		assert.equal(unread.tooltip, `~ana/editor\n\n${'d'.repeat(500)}`);
		await screen.draw();
		await until(() => screen.row('ana/~ana/editor')?.description === '2 open');
		const { children: _, current: _current, tooltip: _tooltip, ...row } = (await rows())[0] ?? assert.fail();
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

	it('say so if there are no trackers', async () => {
		const { rows } = await open({ prepare: ({ trackers, tracker }) => trackers.delete(tracker) });
		const [row, ...others] = await rows();
		assert.deepEqual(
			[row?.id, row?.label, row?.description, row?.context, others],
			['notice/none/ana', '~ana has no trackers', 'create or pin one', 'none', []],
		);
	});

	it('show why the trackers cannot be loaded', async () => {
		const { rows, line } = await open();
		line.cut = true;
		assert.deepEqual(labels(await rows()), ['No connection']);
	});

	it('are none for an account that is signed out', async () => {
		const { view, account, signOut } = await open();
		const gone = account();
		await signOut('ana');
		assert.deepEqual(await view.rows(gone), []);
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
		const [row] = await opened.view.rows(account);
		assert.deepEqual(
			[row?.id, row?.label, row?.command?.id],
			['notice/unreadable/pins/ana', 'Pinned trackers could not be read', 'tildeforge.showLog'],
		);
	});

	it('below a tracker are the saved queries, the first one expanded', async () => {
		const { below } = await draw();
		const rows = await below('~ana/editor');
		assert.deepEqual(labels(rows), ['Open', 'Submitted by me', 'Assigned to me', 'Recently resolved']);
		assert.deepEqual(
			rows.map(({ isOpen }) => isOpen),
			[true, false, false, false],
		);
	});

	it('below a tracker begin with the filter that the user typed, which is expanded too', async () => {
		const { below } = await draw({
			settings: { filter: ({ tracker }) => (tracker === 'editor' ? 'label:bug' : undefined) },
			prepare: ({ trackers }) => trackers.create({ name: 'ana' }, { name: 'a-first' }),
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
			const order = () => view.listOf('ana/~ana/editor/query/Open').map(({ ticket }) => ticket);
			view.pinPosition(numbered(1));
			const user = new Lifetime();
			ending(() => user.dispose());
			const [first = assert.fail()] = tracker.tickets;
			for (const labels of [['bug'], ['easy']]) {
				trackers.tickets.update(first, ana, { labels });
				await tickets.trackerCache(ofAna, user)?.read(1);
				// A second change keeps the place that the first one kept.
				view.pinPosition(numbered(1));
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

	it('name a ticket’s list and the tickets in it', async () => {
		const { view } = await draw({
			settings: {
				queries: [
					{ name: 'Second', text: 'Ticket 1' },
					{ name: 'Open', text: 'status:open' },
				],
			},
		});
		const list = (name: string) => `ana/~ana/editor/query/${name}`;
		assert.deepEqual(
			[view.listWith(numbered(2)), view.listWith(numbered(1))],
			[list('Second'), list('Open')],
		);
		assert.deepEqual(
			[view.listWith(numbered(9)), view.listWith({ ...numbered(1), tracker: 'other' })],
			[undefined, undefined],
		);
		assert.deepEqual(view.listOf(list('Second')), [numbered(2)]);
		assert.deepEqual(view.listOf(list('Open')), [numbered(3), numbered(2), numbered(1)]);
		assert.deepEqual([view.listOf(list('Ope')), view.listOf('')], [[], []]);
		assert.equal(view.rowIn(list('Open'), numbered(2)), `${list('Open')}/2`);
		assert.notEqual(view.spell(numbered(1)), view.spell(numbered(2)));
	});

	it('name the tickets of a group', async () => {
		const { view } = await draw({ settings: { grouping: 'status' } });
		const group = 'ana/~ana/editor/query/Open/group/Reported';
		assert.deepEqual(
			view.listOf(group).map(({ ticket }) => ticket),
			[3, 2, 1],
		);
	});

	it('show when a tracker was last reached, and the reason unless the list of trackers has the same', async () => {
		const { view, line, screen, below, account } = await draw();
		line.lost = /tickets/;
		view.refresh();
		await until(async () => /^Last updated/.test((await below('~ana/editor'))[0]?.label ?? ''));
		const [row = assert.fail()] = await below('~ana/editor');
		assert.match(row.label, /^Last updated today \d\d:\d\d$/);
		assert.match(row.description ?? '', /lost/);
		assert.deepEqual(
			[row.id, row.command?.id, row.tooltip],
			['notice/trouble/ana/~ana/editor', 'tildeforge.refresh', `${row.description} Click to try again.`],
		);
		line.lost = /./;
		await account().trackers.own.refresh();
		const [other] = await below('~ana/editor');
		assert.equal(other?.description, undefined);
		await screen.settled();
	});

	it('show the failure itself if nothing of the tracker is known', async () => {
		const { below, rows, view, line } = await open();
		const [row = assert.fail()] = await rows();
		view.didShow(row);
		line.lost = /tickets/;
		await row.children?.();
		await until(async () => (await below('~ana/editor'))[0]?.label === 'No connection');
	});

	it('are the problems and the drafts if no account is signed in', async () => {
		const { view, tickets, account, signOut } = await open();
		await tickets.drafts.save({
			account: { id: 'ana', name: '~ana', instance: 'forge.test' },
			key: numbered(1),
			body: { ...emptyBody, text: 'Mine.' },
		});
		const isDraft = ({ id }: Row) => id === 'drafts' || id === 'notice/sign-in';
		assert.deepEqual(labels((await view.roots([account()], [])).filter(isDraft)), ['Drafts']);
		await signOut('ana');
		const problem = noticeRow('problem/0', 'warning', 'Invalid setting');
		assert.deepEqual(labels(await view.roots([], [problem])), ['Drafts', 'Sign In…', 'Invalid setting']);
	});
});
