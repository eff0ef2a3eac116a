import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import {
	createLabel,
	deleteLabel,
	readLabels,
	updateLabel,
} from '../../../../src/tickets/state/change-labels.ts';
import { ana, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';
import { editor as key, openTracker } from './open-tracker.ts';

const bug = { name: 'bug', color: '#ff0000' };

describe('A change of the labels of a tracker', () => {
	const resources = stage();

	/** Ana's tracker, whose first two tickets have the label "bug" and are known. */
	async function open({ isRest = false, count = 3, in: opening = resources } = {}) {
		const forge = await resources.forge();
		forge.fill(count);
		for (const ticket of forge.tracker.tickets.slice(0, 2)) {
			forge.trackers.tickets.update(ticket, ana, { labels: ['easy', 'bug'] });
		}
		/** Awaited before labels are read in GraphQL. */
		const reading = { begin: async () => {} };
		// In REST, labels have no numbers.
		const client: typeof forge.client = (name) => ({
			...forge.client(name),
			...(!isRest && {
				labels: async function* (...request) {
					await reading.begin();
					yield* forge.inGraphql(name).labels(...request);
				},
			}),
		});
		const opened = await openTracker({ ...forge, client }, opening, { isRest });
		const { tickets, user, trackerCache: cache } = opened;
		await cache.refresh();
		forge.asked.length = 0;
		const known = () => cache.labels.value?.map(({ name }) => name).sort();
		const onTickets = () => [1, 2, 3].map((number) => cache.tickets.get(number)?.labels.join());
		const onForge = () => forge.tracker.labels.map(({ name }) => name);
		/** What another program does. */
		const rename = (label: string, name: string) =>
			forge.extras('ana').updateLabel({ owner: key.owner, tracker: key.tracker, label }, { name });
		return { forge: { ...forge, client }, tickets, user, cache, known, onTickets, onForge, rename, reading };
	}

	it('creates a label with a text color that can be read on it, and it is known', async () => {
		const { forge, tickets, known } = await open();
		await createLabel(tickets, key, { name: 'new', color: '#ffee00' });
		await createLabel(tickets, key, { name: 'old', color: '#330000' });
		assert.deepEqual(
			forge.tracker.labels.slice(3).map(({ colors }) => colors),
			[
				{ background: '#ffee00', text: '#000000' },
				{ background: '#330000', text: '#ffffff' },
			],
		);
		assert.deepEqual(known(), ['bug', 'easy', 'new', 'old', 'slow']);
	});

	it('renames a label on its tickets, which are not read again, and keeps its colors', async () => {
		const { forge, tickets, cache, known, onTickets } = await open();
		await updateLabel(tickets, key, bug, { ...bug, name: 'defect' });
		assert.deepEqual(forge.tracker.labels[0]?.colors, { background: '#ff0000', text: '#ffffff' });
		assert.deepEqual(known(), ['defect', 'easy', 'slow']);
		assert.deepEqual(
			onTickets().map((labels) => labels?.split(',').sort().join()),
			['defect,easy', 'defect,easy', ''],
		);
		assert.ok(forge.asked.every((what) => !what.includes('/tickets')));
		await cache.read(1);
		assert.deepEqual([...(cache.tickets.get(1)?.labels ?? [])].sort(), ['defect', 'easy']);
	});

	it('renames a label in changes that wait to be sent, which then are made', async () => {
		const { forge, tickets, cache } = await open();
		const third = { ...key, ticket: 3 };
		const first = { ...key, ticket: 1 };
		await tickets.change([third], { addLabels: ['bug'] }, 3_600_000, tickets.basesOf([third]));
		await tickets.change([first], { removeLabels: ['bug'] }, 3_600_000, tickets.basesOf([first]));
		await updateLabel(tickets, key, bug, { ...bug, name: 'defect' });
		assert.deepEqual(
			tickets.outbox.entries.map(({ steps: [step] }) => step?.change.change),
			[{ addLabels: ['defect'] }, { removeLabels: ['defect'] }],
		);
		assert.deepEqual(tickets.shownIn(cache).get(3)?.labels, ['defect']);
		await tickets.outbox.sendAll(tickets.outbox.entries.map(({ id }) => id));
		await until(() => tickets.outbox.entries.length === 0, { what: 'the changes were sent' });
		assert.deepEqual(
			forge.tracker.tickets.map(({ labels }) => labels),
			[['easy'], ['easy', 'defect'], ['defect']],
		);
	});

	/**
	 * Another program renames labels, in this order, while a change waits that adds "bug" to the third ticket and another that adds "easy" to
	 * the fourth.
	 */
	async function renameElsewhere(
		isRest: boolean,
		...renames: readonly (readonly [from: string, to: string])[]
	) {
		const opened = await open({ isRest, count: 30 });
		const { tickets } = opened;
		const add = async (ticket: number, label: string) => {
			const keys = [{ ...key, ticket }];
			await tickets.change(keys, { addLabels: [label] }, 3_600_000, tickets.basesOf(keys));
		};
		await add(3, 'bug');
		await add(4, 'easy');
		for (const [label, name] of renames) await opened.rename(label, name);
		const waiting = () =>
			tickets.outbox.entries.map(({ steps: [step] }) => step?.change.change.addLabels?.join());
		return { ...opened, waiting };
	}
	const newest = { newestOnly: true, readsLabels: true };

	it('that another user has renamed is followed by what waits to be sent, and by old tickets', async () => {
		const { known, waiting, cache } = await renameElsewhere(false, ['bug', 'defect']);
		await cache.refresh(newest);
		assert.deepEqual(known(), ['defect', 'easy', 'slow']);
		await until(() => waiting()[0] === 'defect', { what: 'the change has the new name' });
		await until(() => cache.tickets.get(1)?.labels.includes('defect'), { what: 'the ticket has it' });
		assert.deepEqual(waiting(), ['defect', 'easy']);
	});

	it('that has got the earlier name of another one is not mistaken for it', async () => {
		const { forge, waiting, cache } = await renameElsewhere(false, ['easy', 'simple'], ['bug', 'easy']);
		// The newest ticket arrives with its new labels.
		const last = forge.tracker.tickets.at(-1) ?? assert.fail();
		forge.trackers.tickets.update(last, ana, { labels: ['easy'] });
		await cache.refresh(newest);
		await until(() => waiting().join() === 'easy,simple', { what: 'the changes have the new names' });
		await until(() => cache.tickets.get(1)?.labels.includes('simple'), { what: 'an old ticket has them' });
		assert.deepEqual(cache.tickets.get(1)?.labels.toSorted(), ['easy', 'simple']);
		assert.deepEqual(cache.tickets.get(30)?.labels, ['easy']);
	});

	it('is followed once if the user renames it to the earlier name of another one', async () => {
		const { tickets, waiting, cache } = await renameElsewhere(false, ['easy', 'simple']);
		await updateLabel(tickets, key, bug, { ...bug, name: 'easy' });
		assert.deepEqual(waiting(), ['easy', 'simple']);
		assert.deepEqual(cache.tickets.get(1)?.labels.toSorted(), ['easy', 'simple']);
	});

	it('that another user has renamed is removed from a ticket, also before the new name is known', async () => {
		const { forge, tickets, rename } = await open();
		const first = { ...key, ticket: 1 };
		await tickets.change([first], { removeLabels: ['bug'] }, 3_600_000, tickets.basesOf([first]));
		await rename('bug', 'defect');
		await tickets.outbox.sendAll(tickets.outbox.entries.map(({ id }) => id));
		await until(() => tickets.outbox.entries.length === 0, { what: 'the change was sent' });
		assert.deepEqual(forge.tracker.tickets[0]?.labels, ['easy']);
	});

	it('that another user has renamed is found by a change that had begun to be sent before the new name was known', async () => {
		const { forge, tickets, cache, rename } = await renameElsewhere(false);
		const first = { ...key, ticket: 1 };
		await tickets.change([first], { removeLabels: ['bug'] }, 3_600_000, tickets.basesOf([first]));
		const [adding = assert.fail(), , removing = assert.fail()] = tickets.outbox.entries.flatMap(
			({ steps }) => steps,
		);
		await rename('bug', 'defect');
		await cache.refresh(newest);
		const options = {
			waitedMs: 0,
			signal: new AbortController().signal,
			confirm: async () => {},
		};
		await tickets.sender.send({ ...key, ticket: 3 }, adding.change, options);
		assert.deepEqual(forge.tracker.tickets[2]?.labels, ['defect']);
		const asked = { mark: undefined, confirmedAt: 0, signal: options.signal };
		const missing = await tickets.sender.missing(first, removing.change, asked);
		assert.deepEqual(missing?.change, { removeLabels: ['defect'] });
		await tickets.sender.send(first, removing.change, options);
		assert.deepEqual(forge.tracker.tickets[0]?.labels, ['easy']);
	});

	it('is added although the labels cannot be read, while a removal fails and ends when it is cancelled', async () => {
		const { forge, tickets, reading, rename } = await open();
		const [first, second] = [1, 2].map((ticket) => ({ ...key, ticket }));
		assert.ok(first && second);
		await tickets.change([first], { addLabels: ['slow'] }, 3_600_000, tickets.basesOf([first]));
		await tickets.change([second], { removeLabels: ['bug'] }, 3_600_000, tickets.basesOf([second]));
		const [adding, removing] = tickets.outbox.entries.map(({ steps: [step] }) => step?.change);
		assert.ok(adding && removing);
		await rename('bug', 'defect');
		reading.begin = () => Promise.reject(new ForgeError('busy', 'The forge is busy.'));
		const stop = new AbortController();
		const options = { waitedMs: 0, signal: stop.signal, confirm: async () => {} };
		await tickets.sender.send(first, adding, options);
		assert.deepEqual(forge.tracker.tickets[0]?.labels, ['easy', 'defect', 'slow']);
		await assert.rejects(tickets.sender.send(second, removing, options), { kind: 'busy' });
		reading.begin = () => {
			stop.abort();
			return new Promise(() => {});
		};
		await assert.rejects(tickets.sender.send(second, removing, options), { name: 'AbortError' });
		assert.deepEqual(forge.tracker.tickets[1]?.labels, ['easy', 'defect']);
	});

	it('is refused if another label has got the name of the chosen one', async () => {
		const { tickets, onForge, forge, rename } = await open();
		const chosen = { ...bug, id: forge.tracker.labels.find(({ name }) => name === 'bug')?.id };
		await rename('bug', 'defect');
		await rename('easy', 'bug');
		const refused = { kind: 'refused', message: /The label “bug” is now a different one/ };
		await assert.rejects(deleteLabel(tickets, key, chosen), refused);
		await assert.rejects(updateLabel(tickets, key, chosen, { ...bug, name: 'crash' }), refused);
		assert.deepEqual(onForge(), ['defect', 'bug', 'slow']);
	});

	it('that has swapped its name with another is followed once, also by a window that has added to the change', async () => {
		const folder = await resources.folder();
		const inFolder = { ...resources, folder: async () => folder };
		const first = await open({ in: inFolder });
		const { forge, tickets, rename } = first;
		const other = await openTracker(first.forge, inFolder, {});
		await other.trackerCache.refresh();
		const third = [{ ...key, ticket: 3 }];
		await tickets.change(third, { addLabels: ['bug'] }, 3_600_000, tickets.basesOf(third));
		await rename('bug', 'other');
		await rename('easy', 'bug');
		await rename('other', 'easy');
		await first.cache.labelReads.readAgain();
		const { outbox } = other.tickets;
		await other.tickets.change(third, { status: 'confirmed' }, 3_600_000, () => undefined);
		await other.trackerCache.labelReads.readAgain();
		const added = () => outbox.entries.flatMap(({ steps }) => steps[0]?.change.change.addLabels);
		assert.deepEqual(added(), ['easy']);
		await outbox.sendAll(outbox.entries.map(({ id }) => id));
		await until(() => outbox.entries.length === 0, { what: 'the change was sent' });
		assert.deepEqual(forge.tracker.tickets[2]?.labels, ['easy']);
	});

	it('that was renamed before a new ticket could be created is added to it', async () => {
		const { forge, tickets, cache, rename } = await open();
		const body = { ...emptyBody, title: 'It is slow', addLabels: ['bug'] };
		forge.line.cut = true;
		const creation = { title: body.title, labels: body.addLabels };
		await tickets.textSender.send(tickets.textSender.newText(key, body), [
			{ key, change: { change: {}, creation } },
		]);
		await until(() => tickets.outbox.entries[0]?.state.kind === 'waiting', { what: 'the ticket waits' });
		forge.line.cut = false;
		await rename('bug', 'defect');
		await cache.labelReads.readAgain();
		await tickets.outbox.sendAll(tickets.outbox.entries.map(({ id }) => id));
		await until(() => tickets.outbox.entries.length === 0, { what: 'the ticket was created' });
		assert.deepEqual(forge.tracker.tickets.at(-1)?.labels, ['defect']);
	});

	it('that another user has renamed is not recognized in REST, which shows no numbers of labels', async () => {
		const { known, waiting, tickets, cache } = await renameElsewhere(true, ['bug', 'defect']);
		await cache.refresh(newest);
		assert.deepEqual(known(), ['defect', 'easy', 'slow']);
		// What follows a label would come before this.
		await tickets.outbox.adapt((_, change) => change);
		assert.deepEqual(waiting(), ['bug', 'easy']);
	});

	it('gives a label another color, and its tickets keep it', async () => {
		const { forge, tickets, cache, onTickets } = await open();
		const before = onTickets();
		await updateLabel(tickets, key, bug, { ...bug, color: '#ffffff' });
		assert.deepEqual(forge.tracker.labels[0]?.colors, { background: '#ffffff', text: '#000000' });
		const shown = cache.labels.value?.find(({ name }) => name === 'bug');
		assert.deepEqual([shown?.colors.background, onTickets()], ['#ffffff', before]);
	});

	it('deletes a label, and its tickets lose it', async () => {
		const { tickets, known, onTickets, onForge } = await open();
		await deleteLabel(tickets, key, bug);
		assert.deepEqual(
			[onForge(), known(), onTickets()],
			[
				['easy', 'slow'],
				['easy', 'slow'],
				['easy', 'easy', ''],
			],
		);
	});

	it('that the forge refuses changes nothing, and the labels are read again', async () => {
		const { forge, tickets, known, onTickets } = await open();
		const before = onTickets();
		forge.trackers.createLabel(forge.tracker, {
			name: 'taken',
			colors: { background: '#ff0000', text: '#ffffff' },
		});
		await assert.rejects(updateLabel(tickets, key, bug, { ...bug, name: 'taken' }), ForgeError);
		assert.deepEqual([known(), onTickets()], [['bug', 'easy', 'slow', 'taken'], before]);
	});

	it('that the forge cannot be asked for is refused', async () => {
		const { tickets, onForge } = await open({ isRest: true });
		await assert.rejects(createLabel(tickets, key, { name: 'new', color: '#ffee00' }), ForgeError);
		assert.deepEqual(onForge(), ['bug', 'easy', 'slow']);
	});

	it('begins with the labels as the forge has them now, or as they are known while it cannot be reached', async () => {
		const folder = await resources.folder();
		const inFolder = { ...resources, folder: async () => folder };
		const { forge, cache, ...window } = await open({ in: inFolder });
		const names = async ({ tickets, user }: Pick<typeof window, 'tickets' | 'user'> = window) =>
			(await readLabels(tickets, key, user)).map(({ name }) => name).sort();
		forge.trackers.createLabel(forge.tracker, {
			name: 'more',
			colors: { background: '#ff0000', text: '#ffffff' },
		});
		assert.deepEqual(await names(), ['bug', 'easy', 'more', 'slow']);
		forge.line.cut = true;
		assert.deepEqual(await names(), ['bug', 'easy', 'more', 'slow']);
		await cache.settled();
		assert.deepEqual(await names(await openTracker(forge, inFolder, {})), ['bug', 'easy', 'more', 'slow']);
		await assert.rejects(names(await openTracker(forge, resources, {})), { kind: 'offline' });
	});
});
