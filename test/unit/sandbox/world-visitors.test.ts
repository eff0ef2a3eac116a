import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { idOfTarget } from '../../../src/sandbox/server/hook-target.ts';
import { type HooksState, noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { participant } from '../../../src/sandbox/trackers/tickets.ts';
import { fillTrackers } from '../../../src/sandbox/world/tracker/tracker.ts';
import { Visitors } from '../../../src/sandbox/world/visitors.ts';
import { stopTheClock } from '../../kit/window/clock.ts';
import { type WorldForge, worldForge } from './world-forge.ts';

/** The state of a forge with one webhook. */
function hooksOf(target: Readonly<Record<string, string>>): HooksState {
	const url = 'http://127.0.0.1:1/';
	const hook = { id: 1, created: '', family: 'tracker', events: [], url, sync: false, token: '' } as const;
	return { ...noHooks(), hooks: [{ ...hook, place: idOfTarget(target) }] };
}

describe('The other users of the sample forge', () => {
	stopTheClock();
	let forge: WorldForge;
	beforeEach(async () => {
		forge = await worldForge();
		await fillTrackers(forge.trackers, forge.parseTime);
	});
	afterEach(() => forge.stop());

	const visitors = (hooks = hooksOf({ owner: '~ana', tracker: 'editor' })) =>
		new Visitors({ ...forge, state: { hooks }, now: () => new Date(), delayMs: 4000 });
	const tickets = () => forge.trackers.find('ana', 'editor')?.tickets ?? [];
	const ticket = (number: number) => tickets()[number - 1] ?? assert.fail();
	/** The tickets that got a comment from ~carol since `before`, by number. */
	const answered = (before: ReadonlyMap<number, number>) =>
		tickets().flatMap(({ number, events }) =>
			events
				.slice(before.get(number))
				.filter(({ types }) => types.includes('comment'))
				.flatMap(({ comment }) =>
					comment?.submitter.type === 'user' ? [[number, comment.submitter.canonical_name]] : [],
				),
		);
	const counts = () => new Map(tickets().map(({ number, events }) => [number, events.length]));

	for (const [opened, expected, then] of [
		[60, 57, 59],
		[57, 59, 54],
	] as const) {
		it(`answer two tickets that the user is not reading, once: #${opened} is read`, () => {
			const before = counts();
			const others = visitors();
			others.didOpenTicket(ticket(opened));
			others.didOpenTicket(ticket(59));
			mock.timers.tick(3999);
			assert.deepEqual(answered(before), []);
			mock.timers.tick(1);
			assert.deepEqual(answered(before), [[expected, '~carol']]);
			mock.timers.tick(4000);
			const both = [expected, then].toSorted((a, b) => a - b).map((number) => [number, '~carol']);
			assert.deepEqual(answered(before), both);
			// The forge was started again.
			visitors().didOpenTicket(ticket(60));
			mock.timers.tick(20_000);
			assert.deepEqual(answered(before), both);
		});
	}

	it('wait until a webhook tells VS Code of the tracker', () => {
		const before = counts();
		const hooks = noHooks();
		visitors(hooks).didOpenTicket(ticket(60));
		mock.timers.tick(40_000);
		assert.deepEqual(answered(before), []);
		Object.assign(hooks, hooksOf({ owner: '~ana', tracker: 'editor' }));
		mock.timers.tick(4000);
		assert.deepEqual(answered(before), [[57, '~carol']]);
	});

	it('do not answer once the forge has stopped', () => {
		const before = counts();
		const others = visitors();
		others.didOpenTicket(ticket(60));
		others.dispose();
		mock.timers.tick(4000);
		assert.deepEqual(answered(before), []);
	});

	describe('change the other one of two tickets', () => {
		/** Changes a ticket as the user does, and returns the status of the other one. */
		const change = (
			number: number,
			other: number,
			update: Parameters<typeof forge.trackers.tickets.update>[2],
		) => {
			forge.trackers.tickets.update(ticket(number), participant('ana'), update);
			visitors().didChangeTicket(ticket(number));
			return ticket(other).standing.status;
		};
		for (const [first, second] of [
			[48, 49],
			[49, 48],
		] as const) {
			it(`when the user changes the status of one, and only once: #${first} is changed`, () => {
				const before = counts();
				assert.equal(change(first, second, { comment: 'Only words.' }), 'confirmed');
				assert.equal(change(first, second, { status: 'resolved', resolution: 'fixed' }), 'pending');
				assert.deepEqual(answered(before), [
					...(first < second ? [[first, '~ana']] : []),
					[second, '~bob'],
					...(first < second ? [] : [[first, '~ana']]),
				]);
				assert.equal(change(second, first, { status: 'resolved', resolution: 'fixed' }), 'resolved');
				assert.equal(change(second, first, { status: 'confirmed' }), 'resolved');
				assert.equal(change(first, second, { status: 'pending' }), 'confirmed');
			});
		}

		it('but no other ticket', () => {
			const before = counts();
			assert.equal(change(46, 48, { status: 'resolved', resolution: 'fixed' }), 'confirmed');
			assert.equal(ticket(49).standing.status, 'confirmed');
			assert.deepEqual(answered(before), []);
		});
	});
});
