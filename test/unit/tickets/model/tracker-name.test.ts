import assert from 'node:assert/strict';
import { trackerNameProblem } from '../../../../src/tickets/model/tracker-name.ts';

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
