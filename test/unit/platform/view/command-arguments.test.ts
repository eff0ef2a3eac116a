import assert from 'node:assert/strict';
import { areRowsGone, type CommandArguments } from '../../../../src/platform/view/command-arguments.ts';

const row = { id: 'a', label: 'A' };

describe('The target of a command', () => {
	const given: Readonly<Record<string, readonly [CommandArguments, boolean]>> = {
		'no target, from the command palette': [[], false],
		'a row': [[row], false],
		'a row outside the selection': [[row, null], false],
		'selected rows': [[row, [row, { ...row, id: 'b' }]], false],
		'targets without a row': [[undefined, [{ kind: 'bird' }]], false],
		'the menu of a page': [[undefined, { groupId: 0 }], false],
		'a row that is gone': [[undefined], true],
		'a row that is gone and outside the selection': [[undefined, null], true],
		'rows that are all gone': [[undefined, [undefined, undefined]], true],
		'rows, one of which is gone': [[row, [row, null]], true],
	};
	for (const [words, [what, lost]] of Object.entries(given)) {
		it(`is ${lost ? 'lost' : 'known'}: ${words}`, () => {
			assert.equal(areRowsGone(what), lost);
		});
	}
});
