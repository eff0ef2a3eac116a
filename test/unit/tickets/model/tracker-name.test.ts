import assert from 'node:assert/strict';
import { readTrackerName, trackerNameProblem } from '../../../../src/tickets/model/tracker-name.ts';

describe('The name of a new tracker', () => {
	for (const name of ['1abc', '2', '.', '..', 'a b', 'größe', 'a/b', 'a\n']) {
		it(`cannot be ${JSON.stringify(name)}`, () => {
			assert.match(trackerNameProblem(name) ?? '', /^A tracker name .*\.$/);
		});
	}

	for (const name of ['editor', 'Editor-2', '_a', '-a', '.dotfiles', 'a.b']) {
		it(`can be ${JSON.stringify(name)}`, () => assert.equal(trackerNameProblem(name), undefined));
	}
});

describe('A typed tracker', () => {
	const trackers = 'https://todo.forge.test/';
	const cases: readonly (readonly [string, ReturnType<typeof readTrackerName>])[] = [
		['~bob', { owner: '~bob', name: undefined }],
		['bob', { owner: '~bob', name: undefined }],
		['~bob/', { owner: '~bob', name: undefined }],
		[' ~bob/tools ', { owner: '~bob', name: 'tools' }],
		['~bob/tools/', { owner: '~bob', name: 'tools' }],
		['https://todo.forge.test/~bob', { owner: '~bob', name: undefined }],
		['https://todo.forge.test/~bob/tools?search=x#y', { owner: '~bob', name: 'tools' }],
		['https://todo.forge.test/~bob/tools/3', { owner: '~bob', name: 'tools' }],
		['https://elsewhere.test/~bob/tools', undefined],
		['~bob/tools#3', undefined],
		['my tools', undefined],
		['', undefined],
	];
	for (const [typed, expected] of cases)
		it(`is read from "${typed}"`, () => assert.deepEqual(readTrackerName(typed, trackers), expected));

	it('is not read from an address if the forge has no trackers', () =>
		assert.equal(readTrackerName('https://todo.forge.test/~bob/tools', undefined), undefined));
});
