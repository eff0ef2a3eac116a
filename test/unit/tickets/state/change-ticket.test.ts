import assert from 'node:assert/strict';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { allQuirks, type Quirk } from '../../../../src/sandbox/server/drift.ts';
import { type Changed, changeTicket } from '../../../../src/tickets/state/change-ticket.ts';
import { conflictingFields, type RequestedChange } from '../../../../src/tickets/state/changes/change.ts';
import { ForgeQuirks, type KnownQuirks } from '../../../../src/tickets/state/forge-quirks.ts';
import { TrackerCache } from '../../../../src/tickets/state/tracker-cache.ts';
import { ana, bob, key as place, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { ticket as ticketWith } from '../../../kit/items/query-tickets.ts';

const key = { ...place, ticket: 1 };

describe('A change of a ticket', () => {
	const { forge: startForge, storage, ending } = stage();

	async function start(...drift: readonly Quirk[]) {
		const forge = await startForge(...drift);
		const { log } = readable();
		const client = forge.client('ana');
		const trackerCache = new TrackerCache({ key: place, client, cache: await storage(), log });
		ending(() => trackerCache.dispose());
		const quirks = new ForgeQuirks(await storage(), log);
		const ticket = forge.trackers.tickets.open(forge.tracker, bob, { title: 'It is slow' });
		const base = await trackerCache.readWithEvents(1);
		forge.asked.length = 0;
		const learned: string[] = [];
		const learn = (quirk: keyof KnownQuirks) => {
			learned.push(quirk);
			return quirks.learn('forge.test', quirk);
		};
		const change = async (change: RequestedChange, options: { base?: Ticket; waitedMs?: number } = {}) => {
			const { base = trackerCache.tickets.get(1), waitedMs = 0 } = options;
			assert.ok(base);
			const means = { client, trackerCache, me: '~ana', quirks: quirks.of('forge.test'), learn };
			return changeTicket(means, key, change, base, { waitedMs });
		};
		const changed = async (...given: Parameters<typeof change>): Promise<Changed> => {
			const outcome = await change(...given);
			assert.ok(outcome.kind === 'changed', JSON.stringify(outcome));
			assert.deepEqual(trackerCache.tickets.get(1), outcome.ticket);
			return outcome;
		};
		/** The methods of the requests since the last call. */
		const methods = () =>
			forge.asked
				.splice(0)
				.map((what) => what.split(' ')[0])
				.join(' ');
		const updateAsBob = (asked: Parameters<typeof forge.trackers.tickets.update>[2]) =>
			forge.trackers.tickets.update(ticket, bob, asked);
		return {
			forge,
			ticket,
			client,
			trackerCache,
			quirks,
			base,
			learned,
			change,
			changed,
			methods,
			updateAsBob,
		};
	}

	const stateOf = ({ ticket: { status, resolution, labels } }: { ticket: Ticket }) =>
		[status, resolution, ...labels].join(' ');

	it('keeps a label that another user has added in the meantime', async () => {
		const { changed, base, updateAsBob } = await start();
		updateAsBob({ labels: ['easy'] });
		assert.equal(stateOf(await changed({ addLabels: ['bug'] }, { base })), 'reported unresolved easy bug');
		assert.equal(
			stateOf(await changed({ removeLabels: ['easy'], addLabels: ['slow'] })),
			'reported unresolved bug slow',
		);
	});

	it('is a conflict and writes nothing if another user was faster, unless the user has seen that', async () => {
		const { change, changed, base, updateAsBob, methods, ticket } = await start();
		updateAsBob({ status: 'resolved', resolution: 'duplicate' });
		const outcome = await change({ status: 'confirmed', comment: 'I can see it.' }, { base });
		assert.equal(methods(), 'GET');
		assert.ok(outcome.kind === 'conflict');
		assert.deepEqual(outcome.fields, ['status']);
		assert.equal(stateOf(outcome), 'resolved duplicate');
		assert.equal(ticket.events.length, 2);
		assert.equal(
			stateOf(await changed({ status: 'confirmed', comment: 'I can see it.' }, { base: outcome.ticket })),
			'confirmed unresolved',
		);
	});

	for (const [when, waitedMs] of [
		['has waited', 60_000],
		['was made before the clock was set back', -60_000],
	] as const) {
		it(`that only comments and ${when} is not made in a ticket that has taken the number`, async () => {
			const { change, changed, base, ticket, methods } = await start();
			await changed({ comment: 'Thanks.' }, { base, waitedMs });
			assert.equal(methods(), 'GET PUT');
			const after = new Date(Date.parse(base.created) + 60_000).toISOString();
			Object.assign(ticket, { created: after, updated: after });
			await assert.rejects(change({ comment: 'Thanks again.' }, { base, waitedMs }), { kind: 'refused' });
			assert.equal(methods(), 'GET');
		});
	}

	it('is no conflict if another user changed the same, or something else', async () => {
		const { changed, base, updateAsBob, methods } = await start();
		updateAsBob({ status: 'resolved', resolution: 'fixed', labels: ['slow'], comment: 'Mine.' });
		const same = await changed({ status: 'resolved', resolution: 'fixed' }, { base });
		assert.deepEqual([same.events, methods()], [[], 'GET']);
		await changed({ addLabels: ['bug'] }, { base });
		await changed({ comment: 'A word.' }, { base });
		assert.equal(methods(), 'GET PUT PUT');
	});

	it('gives a resolved ticket another resolution in one PUT on a strict forge', async () => {
		const { changed, methods, learned } = await start();
		await changed({ status: 'resolved', resolution: 'fixed' });
		methods();
		assert.equal(
			stateOf(await changed({ status: 'resolved', resolution: 'duplicate', comment: 'Of #2.' })),
			'resolved duplicate',
		);
		assert.equal(methods(), 'GET PUT');
		assert.equal(stateOf(await changed({ status: 'reported' })), 'reported unresolved');
		assert.deepEqual(learned, []);
	});

	it('gives a resolved ticket another resolution by reopening it if necessary, and learns that it is', async () => {
		const { changed, methods, learned, ticket } = await start(...allQuirks);
		await changed({ status: 'resolved', resolution: 'fixed' });
		methods();
		const first = await changed({ status: 'resolved', resolution: 'duplicate', comment: 'Of #2.' });
		assert.equal(stateOf(first), 'resolved duplicate');
		assert.deepEqual(learned, ['reopenFirst']);
		assert.equal(methods(), 'GET PUT PUT PUT');
		const second = await changed({
			status: 'resolved',
			resolution: 'invalid',
			comment: 'No.',
			addLabels: ['bug'],
		});
		assert.equal(stateOf(second), 'resolved invalid bug');
		assert.equal(methods(), 'GET PUT PUT');
		assert.deepEqual(learned, ['reopenFirst']);
		assert.equal(ticket.events.filter(({ comment }) => comment).length, 2);
		assert.equal(stateOf(await changed({ status: 'reported' })), 'reported invalid bug');
	});

	it('that the forge carries out differently is shown as it was made, and learned', async () => {
		const { changed, change, learned, methods, quirks } = await start('resolve-only');
		const done = await changed({ status: 'in_progress', resolution: 'fixed' });
		assert.equal(stateOf(done), 'resolved fixed');
		assert.deepEqual(learned, ['resolveOnly']);
		assert.deepEqual(done.difference, {
			requested: { status: 'in_progress', resolution: 'fixed' },
			actual: { status: 'resolved', resolution: 'fixed' },
		});
		assert.ok(quirks.of('forge.test').resolveOnly);
		await changed({ status: 'reported' });
		methods();
		await assert.rejects(change({ status: 'pending' }), {
			message: 'This forge can only resolve and reopen tickets. It does not support the status “Pending”.',
		});
		assert.equal(methods(), 'GET');
		assert.deepEqual(learned, ['resolveOnly']);
	});

	it('that is refused for lack of a resolution is learned as the same quirk, and changes nothing', async () => {
		const { change, learned, trackerCache, base } = await start(...allQuirks);
		const asked = { status: 'in_progress', comment: 'On it.' } as const;
		const refused = {
			kind: 'refused',
			// Without this reason, the page does not offer to send the comment alone.
			reasons: [{ field: 'resolution', reason: 'resolution is required' }],
			message:
				'This forge can only resolve and reopen tickets. It does not support the status “In progress”.',
		};
		await assert.rejects(change(asked), refused);
		await assert.rejects(change(asked), {
			...refused,
			reasons: [{ field: 'status', reason: refused.message }],
		});
		assert.deepEqual(learned, ['resolveOnly']);
		assert.deepEqual(trackerCache.tickets.get(1), base);
	});

	it('that fails halfway shows the part that was made', async () => {
		const { change, trackerCache, updateAsBob, methods } = await start('partial-labels');
		updateAsBob({ labels: ['easy'] });
		await trackerCache.read(1);
		methods();
		await assert.rejects(change({ removeLabels: ['easy'], addLabels: ['unheard-of'] }), { kind: 'refused' });
		assert.equal(methods(), 'GET PUT GET GET');
		assert.deepEqual(trackerCache.tickets.get(1)?.labels, []);
		assert.deepEqual(trackerCache.discussions.of(1).value?.at(-1)?.event_type, ['label_removed']);
	});

	it('whose answer was lost is recognized as made, and is not made twice', async () => {
		const { changed, change, forge, ticket, methods } = await start();
		forge.line.lost = /^PUT/;
		const done = await changed({ comment: 'Said once.\n', status: 'confirmed', addLabels: ['bug'] });
		assert.equal(methods(), 'GET PUT GET GET');
		assert.equal(stateOf(done), 'confirmed unresolved bug');
		assert.deepEqual(
			done.events.map(({ event_type }) => event_type.join('+')),
			['label_added', 'comment+status_change'],
		);
		forge.line.lost = /PUT|events/;
		await assert.rejects(change({ comment: 'Said twice?' }), {
			kind: 'offline',
			message: /may have been made/,
		});
		assert.equal(ticket.events.length, 4);
	});

	it('that was made but answered with 500 and HTML is recognized as made', async () => {
		const { changed, change, forge, ticket } = await start();
		forge.line.broken = /^PUT/;
		await changed({ comment: 'Said once.', addLabels: ['bug'] });
		forge.line.broken = /PUT|GET/;
		await assert.rejects(change({ comment: 'Said twice?' }), { kind: 'surprise', mayBeDone: true });
		assert.equal(ticket.events.length, 4);
	});

	it('that did not arrive is not taken as made because it has no comment', async () => {
		const { change, forge, base, trackerCache } = await start();
		Object.assign(forge.line, { gateway: 504, throughGateway: /^PUT/ });
		await assert.rejects(change({ status: 'confirmed' }), { mayBeDone: true });
		assert.deepEqual(trackerCache.tickets.get(1), base);
	});

	it('that did not arrive is not taken for the same comment of another user', async () => {
		const { change, forge, ticket, updateAsBob } = await start();
		updateAsBob({ comment: 'Works for me.' });
		Object.assign(forge.line, { gateway: 504, throughGateway: /^PUT/ });
		await assert.rejects(change({ comment: 'Works for me.' }), { mayBeDone: true });
		assert.deepEqual(
			ticket.events.map(({ comment }) => comment?.submitter),
			[undefined, bob],
		);
	});

	it('that did not arrive is not taken for the same comment that the user has written elsewhere before the ticket was read', async () => {
		const { change, forge, ticket, updateAsBob, trackerCache } = await start();
		forge.trackers.tickets.update(ticket, ana, { comment: 'Works for me.' });
		forge.skip(60);
		updateAsBob({ comment: 'Thanks.' });
		await trackerCache.read(1);
		Object.assign(forge.line, { gateway: 504, throughGateway: /^PUT/ });
		await assert.rejects(change({ comment: 'Works for me.' }), { mayBeDone: true });
	});

	it('makes no request that changes the ticket unless it is confirmed directly before', async () => {
		const { forge, trackerCache, client, ticket } = await start();
		const before = structuredClone(ticket);
		const means = {
			...{ client, trackerCache, me: '~ana', learn: () => {} },
			quirks: { reopenFirst: true, resolveOnly: false },
		};
		const update = (change: RequestedChange, confirm: () => Promise<void>) =>
			changeTicket(means, key, change, undefined, { confirm });
		const lost = new Error('Another window has taken the lock.');
		const refuse = () => Promise.reject(lost);
		await assert.rejects(update({ comment: 'Once.', status: 'resolved', resolution: 'fixed' }, refuse), lost);
		assert.deepEqual(ticket, before);
		forge.asked.length = 0;
		const confirmed: number[] = [];
		const confirm = async () => void confirmed.push(forge.asked.length - 1);
		await update({ status: 'resolved', resolution: 'fixed' }, confirm);
		await update({ resolution: 'invalid' }, confirm);
		const puts = forge.asked.flatMap((what, at) => (what.startsWith('PUT') ? [at] : []));
		assert.deepEqual(confirmed, puts);
	});

	it('whose answer was lost is recognized as made even if no event was known before', async () => {
		const { forge, ticket, base } = await start();
		const client = forge.client('ana');
		const trackerCache = new TrackerCache({
			key: place,
			client,
			cache: await storage(),
			log: readable().log,
		});
		ending(() => trackerCache.dispose());
		const means = {
			client,
			trackerCache,
			me: '~ana',
			quirks: { reopenFirst: false, resolveOnly: false },
			learn: () => {},
		};
		const known = { ...base, updated: '2026-01-01T00:00:00Z' };
		forge.line.lost = /^PUT/;
		const { kind } = await changeTicket(means, key, { comment: 'Said once.' }, known);
		assert.equal(kind, 'changed');
		forge.line.lost = /PUT|events/;
		await assert.rejects(changeTicket(means, key, { comment: 'Said twice?' }, known), { kind: 'offline' });
		assert.equal(ticket.events.length, 3);
	});

	it('of assignees and the title is made with the rest in one request, where the forge offers that', async () => {
		const { forge, trackerCache, client, base, ticket } = await start();
		const quirks = { reopenFirst: false, resolveOnly: false };
		const means = { ...{ client, trackerCache, me: '~ana', quirks }, learn: () => {} };
		const change: RequestedChange = { assign: ['~bob', '~ana'], title: 'It is fast', status: 'confirmed' };
		await assert.rejects(changeTicket(means, key, change, base), { kind: 'refused' });
		assert.deepEqual([ticket.assignees, ticket.title], [[], 'It is slow']);
		const extras = forge.extras('ana');
		const { kind } = await changeTicket({ ...means, extras }, key, change, base);
		assert.equal(kind, 'changed');
		assert.deepEqual(
			[ticket.assignees, ticket.title, ticket.standing.status],
			[['bob', 'ana'], 'It is fast', 'confirmed'],
		);
		await changeTicket({ ...means, extras }, key, { unassign: ['~bob'] }, base);
		assert.deepEqual(ticket.assignees, ['ana']);
		assert.deepEqual(
			trackerCache.tickets.get(1)?.assignees.map(({ name }) => name),
			['ana'],
		);
	});

	it('that reopened a ticket and could not resolve it again says so', async () => {
		const { change, changed, forge, quirks, trackerCache } = await start(...allQuirks);
		await changed({ status: 'resolved', resolution: 'fixed' });
		await quirks.learn('forge.test', 'reopenFirst');
		await assert.rejects(change({ resolution: 'duplicate', comment: 'x' }), {
			kind: 'refused',
			message:
				/between 3 and 16384 characters\. The ticket was reopened, but could not be resolved again\. Check the ticket before you try again\.$/,
		});
		assert.equal(trackerCache.tickets.get(1)?.status, 'reported');
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'reported');
	});

	describe('computed without a forge', () => {
		const ticket = (status: string, resolution = 'unresolved', ...labels: string[]) =>
			ticketWith({ status, resolution, labels });

		for (const [what, base, now, change, fields] of [
			[
				'a label that another user removed',
				ticket('reported', '', 'bug'),
				ticket('reported'),
				{ addLabels: ['bug'] },
				['labels'],
			],
			[
				'a label that another user added',
				ticket('reported'),
				ticket('reported', '', 'bug'),
				{ removeLabels: ['bug'] },
				['labels'],
			],
			[
				'another resolution',
				ticket('resolved', 'fixed'),
				ticket('resolved', 'invalid'),
				{ resolution: 'duplicate' },
				['resolution'],
			],
			[
				'a status that is not requested',
				ticket('reported'),
				ticket('resolved', 'fixed'),
				{ addLabels: ['bug'] },
				[],
			],
		] as const) {
			it(`conflicts only with changes of the same field: ${what}`, () => {
				assert.deepEqual(conflictingFields(base, now, change), fields);
			});
		}
	});
});
