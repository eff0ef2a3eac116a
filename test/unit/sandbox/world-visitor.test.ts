import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { fillTrackers } from '../../../src/sandbox/world/tracker/tracker.ts';
import { Visitor } from '../../../src/sandbox/world/visitor.ts';
import { stopTheClock } from '../../kit/window/clock.ts';
import { type WorldForge, worldForge } from './world-forge.ts';

describe('Another user of the sample forge', () => {
	stopTheClock();
	let forge: WorldForge;
	beforeEach(async () => {
		forge = await worldForge();
		await fillTrackers(forge.trackers, forge.parseTime);
	});
	afterEach(() => forge.stop());

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

	for (const [opened, expected] of [
		[60, 57],
		[57, 59],
	] as const) {
		it(`answers one that the user is not reading, once: #${opened} is read`, () => {
			const before = counts();
			const visitor = new Visitor(forge.trackers, 4000);
			visitor.didOpen(ticket(opened));
			visitor.didOpen(ticket(59));
			mock.timers.tick(3999);
			assert.deepEqual(answered(before), []);
			mock.timers.tick(1);
			assert.deepEqual(answered(before), [[expected, '~carol']]);
			// The forge was started again.
			new Visitor(forge.trackers, 4000).didOpen(ticket(60));
			mock.timers.tick(4000);
			assert.equal(answered(before).length, 1);
		});
	}

	it('does not answer once the forge has stopped', () => {
		const before = counts();
		const visitor = new Visitor(forge.trackers, 4000);
		visitor.didOpen(ticket(60));
		visitor.dispose();
		mock.timers.tick(4000);
		assert.deepEqual(answered(before), []);
	});
});
