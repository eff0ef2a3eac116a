import assert from 'node:assert/strict';
import {
	formatEventFile,
	formatLines,
	type Line,
	readHead,
	readLines,
} from '../../../../src/inbox/state/event-lines.ts';

const lines: readonly Line[] = [
	{ known: ['old'] },
	{ cursor: 'tracker', value: { last: 7 } },
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
		const text = formatEventFile(lines);
		const head = readHead(text);
		assert.equal(head?.rewritten, formatLines(lines).length);
		assert.deepEqual(readLines(text, head.length), { lines, next: text.length, bad: 0 });
	});

	it('belong to another generation after each rewrite', () => {
		assert.notEqual(readHead(formatEventFile([]))?.generation, readHead(formatEventFile([]))?.generation);
	});

	it('can forget a cursor', () => {
		const text = formatLines([{ cursor: 'tracker', value: undefined }]);
		assert.deepEqual(readLines(text, 0).lines, [{ cursor: 'tracker' }]);
	});

	it('are read from where the last read ended', () => {
		const [first, second] = [formatLines(lines.slice(0, 2)), formatLines(lines.slice(2))];
		const { next } = readLines(first, 0);
		assert.deepEqual(readLines(first + second, next).lines, lines.slice(2));
	});

	it('are left for later while another window writes them, wherever that is', () => {
		const whole = formatLines(lines.slice(2, 3));
		const before = formatLines(lines.slice(0, 2));
		for (let length = 0; length < whole.length; length++) {
			const read = readLines(before + whole.slice(0, length), 0);
			assert.deepEqual(read, { lines: lines.slice(0, 2), next: before.length, bad: 0 });
			assert.deepEqual(readLines(before + whole, read.next).lines, lines.slice(2, 3));
		}
	});

	it('are left out if a killed program has cut them off, without damage to the next one', () => {
		const cut = formatLines(lines.slice(2, 3)).slice(0, -10);
		const read = readLines(cut + formatLines(lines.slice(4)), 0);
		assert.deepEqual(read.lines, lines.slice(4));
		assert.equal(read.bad, 1);
	});

	it('are left out if they have another format', () => {
		const text = '\n{"event":1}\n[]\n7\n\n{"seen":[1],"at":2}\n{"known":[]}';
		assert.deepEqual(readLines(text, 0), { lines: [{ known: [] }], next: text.length, bad: 4 });
	});

	it('are not those of another version', () => {
		const text = formatEventFile(lines);
		const foreign = ['', '\n', '{}', 'nonsense', text.slice(1), text.replace('"1"', '"2"')];
		for (const one of foreign) assert.equal(readHead(one), undefined, one);
	});
});
