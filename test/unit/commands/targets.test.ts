import assert from 'node:assert/strict';
import { type Given, isLost } from '../../../src/commands/tickets/targets.ts';

const row = { id: 'a', label: 'A' };
const key = { account: 'a', owner: '~ana', tracker: 'editor', ticket: 1 };

describe('What a command was called on', () => {
	const given: Readonly<Record<string, readonly [Given, boolean]>> = {
		'nothing, by the palette': [[], false],
		'a row': [[row], false],
		'a row that is not selected': [[row, null], false],
		'rows that are selected': [[row, [row, { ...row, id: 'b' }]], false],
		'tickets without a row': [[undefined, [key]], false],
		'the menu of a page': [[undefined, { groupId: 0 }], false],
		'a row that is gone': [[undefined], true],
		'a row that is gone, and is not selected': [[undefined, null], true],
		'rows that are all gone': [[undefined, [undefined, undefined]], true],
		'rows of which one is gone': [[row, [row, null]], true],
	};
	for (const [words, [what, lost]] of Object.entries(given)) {
		it(`is ${lost ? 'lost' : 'known'}: ${words}`, () => {
			assert.equal(isLost(what), lost);
		});
	}
});
