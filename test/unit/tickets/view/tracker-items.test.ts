import assert from 'node:assert/strict';
import { trackerItems } from '../../../../src/tickets/view/tracker-items.ts';

const { accepted } = trackerItems.names;

describe('The name of a new tracker', () => {
	for (const name of ['1abc', '2', '.', '..', 'a b', 'größe', 'a/b', 'a\n']) {
		it(`cannot be ${JSON.stringify(name)}`, () => assert.doesNotMatch(name, accepted));
	}

	for (const name of ['editor', 'Editor-2', '_a', '-a', '.dotfiles', 'a.b']) {
		it(`can be ${JSON.stringify(name)}`, () => assert.match(name, accepted));
	}
});
