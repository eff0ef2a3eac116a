import assert from 'node:assert/strict';
import { ana, bob, readable, stage, type TrackerForge } from '../../../kit/forge/tracker-forge.ts';
import { writeText } from '../../../kit/items/written-texts.ts';
import { openTicketsScreen } from '../../../kit/window/tickets-screen.ts';
import { stillHeld } from '../../../tools/released.ts';
import { until } from '../../../tools/until.ts';

describe('The Tickets view', () => {
	const { forge: start, folder, ending } = stage();

	/** The view of ana's own trackers with all rows expanded. `trackers` counts those besides her first one. */
	async function open(trackers = 0, tickets = 3, isGraphql = false) {
		const forge = await start();
		forge.fill(tickets);
		for (let nth = 0; nth < trackers; nth++) forge.fill(tickets, `other-${nth}`);
		const opened = await openTicketsScreen({
			...{ folder: await folder(), log: readable().log },
			forge: isGraphql ? { ...forge, extrasOf: forge.extras } : forge,
		});
		ending(() => opened.dispose());
		opened.signIn('ana');
		await opened.screen.draw();
		await opened.settle();
		return { ...opened, forge };
	}

	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
	const asksFor = (forge: TrackerForge, what: RegExp) => forge.asked.filter((one) => what.test(one)).length;

	it('sends two requests for each of ten trackers when it is refreshed, and redraws only what changed', async () => {
		const { forge, view, screen, settle } = await open(9, 120);
		const changed = forge.tracker.tickets[119] ?? assert.fail();
		forge.asked.length = 0;
		screen.drawn.length = 0;
		screen.made.length = 0;
		view.refresh();
		await settle();
		await until(() => forge.asked.length >= 21);
		await settle();
		assert.deepEqual(
			[asksFor(forge, /tickets$/), asksFor(forge, /labels$/), forge.asked.length],
			[10, 10, 21],
			forge.asked.join('\n'),
		);
		forge.trackers.tickets.update(changed, ana, { labels: ['bug'] });
		view.refresh();
		await until(() => screen.drawn.length > 0);
		await settle();
		const list = 'ana/~ana/editor/query/Open';
		const newest = upTo(50).map((id) => `${list}/${70 + id}`);
		assert.deepEqual(new Set(screen.drawn), new Set([list, ...newest, `notice/${list}/show-more`]));
		assert.deepEqual(
			screen.made.filter((id) => !id.startsWith('ana/~ana/editor')),
			[],
		);
	});

	/** Three trackers of ana, read before a restart after which their rows are collapsed. */
	async function readAndRestart() {
		const forge = await start();
		for (const name of [undefined, 'other-0', 'other-1']) forge.fill(3, name);
		const options = { forge, folder: await folder(), log: readable().log };
		const first = await openTicketsScreen(options);
		first.signIn('ana');
		await first.screen.draw();
		await first.settle();
		const keyOf = (tracker: string) => ({ account: 'ana', owner: '~ana', tracker, ticket: 1 });
		const restart = async () => {
			first.dispose();
			const { tickets, view, screen, signIn, dispose } = await openTicketsScreen(options);
			ending(dispose);
			// It would expand all rows.
			screen.dispose();
			signIn('ana');
			await until(() => tickets.of('ana')?.trackers.own.value !== undefined);
			const account = tickets.of('ana') ?? assert.fail();
			const rowOf = async (tracker: string) =>
				(await view.rows(account)).find(({ id }) => id === `ana/~ana/${tracker}`) ?? assert.fail();
			return { tickets, rowOf, known: (tracker: string) => tickets.known(keyOf(tracker))?.id };
		};
		return { keyOf, first, restart };
	}

	it('reads a tracker from the disk only when its row is expanded, and shows its number before', async () => {
		const { restart } = await readAndRestart();
		const { rowOf, known } = await restart();
		const row = await rowOf('other-0');
		assert.deepEqual([row.description, known('other-0')], ['3 open', undefined]);
		const queries = (await row.children?.()) ?? [];
		assert.ok(queries.length > 3);
		assert.deepEqual([known('other-0'), row.current?.().description], [1, '3 open']);
		assert.deepEqual([known('editor'), known('other-1')], [undefined, undefined]);
	});

	it('reads the trackers whose tickets a draft, a comment or a waiting change names', async () => {
		const { keyOf, first, restart } = await readAndRestart();
		await writeText(first.tickets, keyOf('other-0'), { text: 'Indeed' });
		await writeText(first.tickets, { tickets: [keyOf('other-1')] }, { text: 'All of them' });
		const { tickets, rowOf, known } = await restart();
		const row = await rowOf('editor');
		assert.deepEqual(['editor', 'other-0', 'other-1'].map(known), [undefined, 1, 1]);
		const change = { status: 'resolved', resolution: 'fixed' } as const;
		await tickets.change([keyOf('editor')], change, 3_600_000, tickets.basesOf([keyOf('editor')]));
		await until(() => row.current?.().description === '2 open');
	});

	it('asks for the submitter of a ticket only when its row is hovered over, and once', async () => {
		const { forge, screen } = await open(0, 2);
		const account = forge.accounts.find(({ name }) => name === 'bob') ?? assert.fail();
		Object.assign(account, { bio: 'Writes *editors*.', location: 'Utrecht' });
		const users = () => asksFor(forge, /^GET \/api\/user\/~bob$/);
		const hover = async (ticket: number) => {
			const { tooltip } = screen.row(`ana/~ana/editor/query/Open/${ticket}`) ?? assert.fail();
			assert.ok(typeof tooltip === 'object');
			return tooltip.more?.(new AbortController().signal);
		};
		assert.equal(users(), 0);
		const card = '---\n\nSubmitted by\n\n**\\~bob**\n\nWrites editors\\.\n\nUtrecht';
		assert.deepEqual([await hover(1), await hover(2), users()], [card, card, 1]);
	});

	it('asks for the tracker of another user only when its row is hovered over, and once', async () => {
		const { forge, tickets, screen, settle } = await open();
		forge.trackers.create('bob', { name: 'tools', description: 'Hammers' });
		await tickets.of('ana')?.trackers.pins.pin({ owner: '~bob', name: 'tools' });
		await until(() => screen.row('ana/~bob/tools'));
		await settle();
		forge.asked.length = 0;
		for (const _ of ['first', 'again']) {
			const { tooltip } = screen.row('ana/~bob/tools') ?? assert.fail();
			assert.ok(typeof tooltip === 'object');
			assert.match((await tooltip.more?.(new AbortController().signal)) ?? '', /Hammers/);
		}
		assert.deepEqual(forge.asked, ['GET /api/user/~bob/trackers/tools']);
	});

	it('offers for a ticket of another user what its tracker permits, as soon as that is known', async () => {
		const { forge, tickets, screen } = await open();
		const tools = forge.trackers.create('bob', { name: 'tools' });
		forge.trackers.tickets.open(tools, bob, { title: 'Handle is loose' });
		const account = tickets.of('ana') ?? assert.fail();
		await account.trackers.pins.pin({ owner: '~bob', name: 'tools' });
		const row = () => screen.row('ana/~bob/tools/query/Open/1');
		await until(row);
		assert.doesNotMatch(row()?.context ?? '', /noTriage/);
		await account.permissions.read({ owner: '~bob', tracker: 'tools' }, new AbortController().signal);
		await until(() => row()?.context?.includes('noTriage'));
	});

	for (const [dialect, isGraphql, expected] of [
		['REST, which does not say what a single user may do', false, ['tracker pinned', 'tracker pinned']],
		['GraphQL', true, ['tracker pinned unsubscribed', 'tracker pinned noSubmit unsubscribed']],
	] as const)
		it(`offers no new ticket only if the forge says that the user may not submit it, in ${dialect}`, async () => {
			const { forge, tickets, screen } = await open(0, 1, isGraphql);
			const { permissions } = tickets.of('ana') ?? assert.fail();
			for (const [name, user] of [
				['open', ['browse', 'submit']],
				['closed', ['browse', 'comment']],
			] as const) {
				const tracker = forge.trackers.create('bob', { name });
				forge.trackers.update(tracker, { permissions: { anonymous: [], submitter: [], user: [...user] } });
				await tickets.of('ana')?.trackers.pins.pin({ owner: '~bob', name });
			}
			const contexts = () => ['open', 'closed'].map((name) => screen.row(`ana/~bob/${name}`)?.context);
			await until(() => contexts().every((context) => context !== undefined));
			// In GraphQL, what the user may do comes with the tickets.
			if (!isGraphql) {
				for (const tracker of ['open', 'closed'])
					await permissions.read({ owner: '~bob', tracker }, new AbortController().signal);
				await screen.draw();
			}
			await until(() => contexts().join() === expected.join(), { what: `the contexts are ${expected}` });
		});

	it('shows a pending change in the lists at once, and what it was before when it is undone', async () => {
		const { forge, tickets, screen } = await open(1, 2);
		const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 1 };
		const list = 'ana/~ana/editor/query/Open';
		forge.asked.length = 0;
		await tickets.change([key], { status: 'confirmed' }, 3_600_000, tickets.basesOf([key]));
		await until(() => /confirmed \(waiting\)/.test(screen.row(`${list}/1`)?.description ?? ''));
		await tickets.change(
			[key],
			{ status: 'resolved', resolution: 'fixed' },
			3_600_000,
			tickets.basesOf([key]),
		);
		await until(() => !screen.row(`${list}/1`) && screen.row(list)?.description === '1');
		assert.equal(screen.row('ana/~ana/editor')?.description, '1 open');
		await tickets.outbox.undo();
		await tickets.outbox.undo();
		await until(() => screen.row(`${list}/1`)?.description?.includes('waiting') === false);
		assert.deepEqual(forge.asked, []);
	});

	it('keeps no object of accounts that have signed out', async () => {
		const { tickets, screen, signIn, signOut, settle } = await open();
		// A separate function, so that the test itself holds no references.
		const signOutAndIn = async (): Promise<readonly WeakRef<object>[]> => {
			const { trackers, connection } = tickets.accounts[0] ?? assert.fail();
			const gone = [new WeakRef<object>(trackers), new WeakRef<object>(connection)];
			await signOut('ana');
			await screen.settled();
			signIn('ana');
			await until(() => screen.row('ana/~ana/editor'));
			await settle();
			return gone;
		};
		const gone: WeakRef<object>[] = [];
		for (let times = 0; times < 5; times++) gone.push(...(await signOutAndIn()));
		await until(async () => (await stillHeld(gone)) === 0, { what: 'they are released' });
	});
});
