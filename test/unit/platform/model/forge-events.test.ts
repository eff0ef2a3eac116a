import assert from 'node:assert/strict';
import * as v from 'valibot';
import { type ForgeEvent, ForgeEventShape } from '../../../../src/platform/model/forge-events.ts';

const head = {
	key: 'ticket 1',
	at: '2026-03-04T05:06:07Z',
	by: '~bob',
	concerns: ['assigned', 'watched'],
} as const;
const tracker = { account: 'session', owner: '~ana', tracker: 'editor' };
const list = { account: 'session', owner: '~ana', list: 'editor-devel' };
const repository = { account: 'session', owner: '~ana', repository: 'editor' };

const ticket: ForgeEvent = {
	...head,
	kind: 'status',
	title: 'Undo history is lost',
	place: tracker,
	item: { ...tracker, ticket: 42 },
	status: 'resolved',
	resolution: 'fixed',
};
const patchset: ForgeEvent = {
	...head,
	kind: 'patchset',
	title: 'Keep undo history',
	place: list,
	item: { ...list, patchset: 3 },
	version: 2,
	patchCount: 4,
};
const thread: ForgeEvent = { ...head, kind: 'thread', title: '', place: list, item: { ...list, mail: 7 } };
const changedList: ForgeEvent = { ...head, kind: 'list', title: '', place: list, item: null };
const commit = { id: 'abc', message: 'Draw the gutter', author: 'Bob Ellis' };
const push: ForgeEvent = {
	...head,
	kind: 'pushed',
	title: '~ana/editor',
	place: repository,
	ref: 'refs/heads/master',
	commits: [commit],
	tag: 'Version 1',
};

const read = (stored: unknown) => v.safeParse(ForgeEventShape, stored);
const readPush = (event: unknown) => {
	const output = v.parse(ForgeEventShape, event);
	assert.ok('ref' in output);
	return output;
};
const stored = (event: unknown): unknown => JSON.parse(JSON.stringify(event));

describe('An event of a forge', () => {
	it('is the same when it is read from the disk', () => {
		for (const event of [ticket, patchset, thread, changedList, push]) {
			assert.deepEqual(read(stored(event)).output, event);
		}
	});

	it('is refused if it is damaged or of an unknown kind', () => {
		const damaged: readonly unknown[] = [
			...[undefined, null, 'event', [], {}],
			{ ...ticket, key: '' },
			{ ...ticket, key: 1 },
			{ ...ticket, kind: 'exploded' },
			{ ...ticket, kind: 'pushed' },
			{ ...ticket, place: list },
			{ ...ticket, item: { ...tracker, ticket: 4.2 } },
			{ ...ticket, concerns: 'watched' },
			{ ...patchset, item: undefined },
			{ ...push, commits: [{ ...commit, message: null }] },
			{ ...push, ref: `refs/heads/${'x/'.repeat(600)}x` },
		];
		for (const one of damaged) assert.equal(read(one).success, false, JSON.stringify(one));
	});

	it('loses only the reasons that this version does not know, and unknown fields', () => {
		const later = { ...ticket, concerns: ['admired', 'watched'], mood: 'good' };
		assert.deepEqual(read(later).output, { ...ticket, concerns: ['watched'] });
	});

	it('is short however long the texts of other users are', () => {
		const long = 'x'.repeat(100_000);
		const commits = Array.from({ length: 500 }, () => ({ id: long, message: long, author: long }));
		const huge = { ...push, by: long, title: long, tag: long, commits };
		const output = readPush(huge);
		assert.ok(JSON.stringify(output).length < 20_000);
		assert.equal(output.commits?.length, 20);
		assert.equal(output.commitCount, 500);
		assert.deepEqual(read(stored(output)).output, output);
	});

	it('keeps the number of commits that a truncated list came with', () => {
		const commits = Array.from({ length: 21 }, () => commit);
		assert.equal(readPush({ ...push, commits, commitCount: 300 }).commitCount, 300);
	});

	it('is not cut in the middle of a character', () => {
		const { title } = v.parse(ForgeEventShape, { ...ticket, title: `${'x'.repeat(398)}😀😀` });
		assert.equal(title, `${'x'.repeat(398)}…`);
	});
});
