import assert from 'node:assert/strict';
import { labelNameProblem } from '../../../../src/tickets/model/label-name.ts';

describe('The name of a label', () => {
	it('is not empty, and differs from those of the other labels', () => {
		assert.deepEqual(
			['', '  ', ' bug ', 'Bug', 'new'].map((name) => labelNameProblem(name, ['bug'])),
			[
				'Enter a name for the label.',
				'Enter a name for the label.',
				'The tracker already has a label bug.',
				undefined,
				undefined,
			],
		);
	});
});
