import assert from 'node:assert/strict';
import { type Line, parseLine } from '../../../../src/inbox/state/event-lines.ts';

const lines: readonly Line[] = [
	{ known: ['old'] },
	{ cursor: 'tracker', value: { last: 7 } },
	{ cursor: 'tracker' },
	{ event: { key: 'new' }, addedAt: 5 },
	{ event: { key: 'read' }, addedAt: 5, seenAt: 6 },
	{ seen: ['new'], at: 8 },
	{ event: { key: 'due' }, addedAt: 5, isDue: true, claimedAt: 7 },
	{ claimed: ['due'], at: 9 },
	{ notified: ['due'] },
	{ unseenAgain: ['new'] },
	{ muted: { names: ['ticket 1'], title: '#1 Undo', place: '~ana/editor', at: 9 } },
	{ unmuted: ['ticket 1'] },
];

describe('The lines of the file of events', () => {
	it('are read as they were written', () => {
		assert.deepEqual(
			lines.map((line) => parseLine(JSON.parse(JSON.stringify(line)))),
			lines,
		);
	});
});
