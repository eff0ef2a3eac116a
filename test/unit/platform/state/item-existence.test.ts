import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ItemExistence } from '../../../../src/platform/state/item-existence.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const dayMs = 86_400_000;

function open(folder = temporaryFolder('existing')) {
	const { log } = readable();

	const answers = new Map<string, ForgeError | 'exists'>();
	const asked: string[] = [];
	const items = new ItemExistence({
		kind: 'things',
		isKnown: ({ name }) => (name.startsWith('own-') ? name === 'own-one' : undefined),
		read: async ({ owner, name }) => {
			asked.push(`${owner}/${name}`);
			const answer = answers.get(name) ?? new ForgeError('missing', 'Not found.');
			if (answer !== 'exists') throw answer;
		},
		cache: fileStorage(folder, log),
		log,
	});
	return { items, asked, answers, folder, has: (name: string) => items.has({ owner: '~ana', name }) };
}

describe('Whether an item exists', () => {
	const clock = stopTheDate(Date.parse('2026-11-20T07:00:00Z'));

	it('is known of listed items without a request', async () => {
		const { has, asked } = open();
		assert.deepEqual([await has('own-one'), await has('own-two')], [true, false]);
		assert.deepEqual(asked, []);
	});

	it('takes one request, also for a missing item, and is remembered on the disk', async () => {
		const { has, asked, answers, folder } = open();
		answers.set('editor', 'exists');
		answers.set('secret', new ForgeError('forbidden', 'Private.'));
		const names = ['editor', 'editor', 'gone', 'secret'];
		assert.deepEqual(await Promise.all(names.map(has)), [true, true, false, false]);
		assert.deepEqual(asked, ['~ana/editor', '~ana/gone', '~ana/secret']);
		const later = open(folder);
		assert.deepEqual(await Promise.all(names.map(later.has)), [true, true, false, false]);
		assert.deepEqual(later.asked, []);
	});

	it('is asked for again after some time, a missing item sooner, unless the last answer may be old', async () => {
		const { items, has, asked, answers } = open();
		answers.set('editor', 'exists');
		await Promise.all([has('editor'), has('gone')]);
		clock.now += 2 * dayMs;
		answers.set('gone', 'exists');
		const gone = { owner: '~ana', name: 'gone' };
		assert.deepEqual(
			[await items.known(gone), await items.known(gone, { mayBeOld: true })],
			[undefined, false],
		);
		assert.deepEqual(await Promise.all([has('editor'), has('gone')]), [true, true]);
		assert.deepEqual(asked, ['~ana/editor', '~ana/gone', '~ana/gone']);
	});

	it('is asked for again after the clock was set back', async () => {
		const { has, asked, answers } = open();
		clock.now += 365 * dayMs;
		await has('gone');
		clock.now -= 365 * dayMs;
		answers.set('gone', 'exists');
		assert.deepEqual([await has('gone'), asked.length], [true, 2]);
	});

	for (const [what, failure] of [
		['the forge does not answer', new ForgeError('offline', 'No connection.')],
		[
			'the token may not ask',
			new ForgeError('forbidden', 'A permission is missing.', { scopes: ['info:read'] }),
		],
	] as const)
		it(`is unknown, and not remembered, if ${what}`, async () => {
			const { has, asked, answers } = open();
			answers.set('editor', failure);
			await assert.rejects(has('editor'), failure);
			answers.set('editor', 'exists');
			assert.equal(await has('editor'), true);
			assert.equal(asked.length, 2);
		});
});
