import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { GitTreeEntry, Objects } from '../../../../../src/platform/git/objects.ts';
import { trackerOfCommit } from '../../../../../src/repositories/state/watch/commit-tracker.ts';
import { noObjects } from '../../no-objects.ts';

const id = '1'.repeat(40);
const instance = { trackers: 'https://todo.example.org', repositories: 'https://git.example.org' };

const withHutFile = (text: string, kind: GitTreeEntry['kind'] = 'file'): Objects => ({
	...noObjects,
	rootTree: async () => ({ id, entries: [{ name: '.hut.scfg', kind, id }], problems: [] }),
	blob: async () => ({ kind: 'bytes', bytes: Buffer.from(text) }),
});

const trackerWith = (objects: Objects, forge: object = instance) =>
	trackerOfCommit(objects, id, { owner: '~ana', repository: 'editor' }, forge);

describe('The tracker of a commit', () => {
	const same = { owner: '~ana', tracker: 'editor' };
	const named = { owner: '~bob', tracker: 'bugs' };
	for (const [text, tracker] of [
		['tracker https://todo.example.org/~bob/bugs', named],
		['tracker "~bob/bugs"', named],
		['tracker https://elsewhere.example/~bob/bugs', same],
		['tracker https://todo.example.org/~bob', same],
		['tracker {', same],
		['', same],
	] as const)
		it(`is ${tracker.tracker} if the repository says ${JSON.stringify(text)}`, async () =>
			assert.deepEqual(await trackerWith(withHutFile(text)), tracker));

	it('has the name of the repository if there is no file, or it cannot be read', async () => {
		const hut = withHutFile('tracker ~bob/bugs');
		const failing = () => Promise.reject(new ForgeError('offline', 'The forge cannot be reached.'));
		for (const objects of [
			withHutFile('tracker ~bob/bugs', 'directory'),
			{ ...hut, rootTree: async () => undefined },
			{ ...hut, blob: async () => undefined },
			{ ...hut, blob: failing },
			{ ...hut, rootTree: failing },
		])
			assert.deepEqual(await trackerWith(objects), same);
		const bug = { ...hut, blob: () => Promise.reject(new TypeError('bug')) };
		await assert.rejects(trackerWith(bug), TypeError);
	});

	it('is unknown if the forge has no trackers', async () => {
		assert.equal(await trackerWith(withHutFile('tracker ~bob/bugs'), {}), undefined);
	});
});
