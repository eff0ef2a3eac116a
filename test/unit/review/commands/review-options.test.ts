import assert from 'node:assert/strict';
import {
	chosenStatus,
	chosenTrailers,
	statusOptions,
	trailerOptions,
} from '../../../../src/review/commands/review-options.ts';

const ana = { name: 'Ana $(bug)', email: 'ana@example.org' };

describe('What can be sent with a review', () => {
	it('are trailers with the name of the user, who is asked for it if it is not known', () => {
		assert.deepEqual(trailerOptions(ana)[0], {
			id: 'Reviewed-by',
			label: 'Reviewed-by: Ana \\$(bug) <ana@example.org>',
		});
		assert.deepEqual(trailerOptions(undefined)[1], { id: 'Acked-by', label: 'Acked-by…', needsAnswer: true });
		const chosen = new Set(['Tested-by', 'Reviewed-by', 'approved']);
		assert.deepEqual(chosenTrailers(chosen, ana), [
			{ key: 'Reviewed-by', person: ana },
			{ key: 'Tested-by', person: ana },
		]);
		assert.deepEqual(chosenTrailers(chosen, undefined), []);
	});

	it('is one status that the patchset does not have yet', () => {
		assert.deepEqual(
			statusOptions('approved').map(({ label }) => label),
			['Set Status to Needs revision'],
		);
		const [revise, approve] = statusOptions('proposed');
		assert.deepEqual([revise?.excludes, approve?.excludes], [['approved'], ['needs_revision']]);
		assert.equal(chosenStatus(new Set(['Acked-by', 'approved'])), 'approved');
		assert.equal(chosenStatus(new Set(['Acked-by'])), undefined);
	});
});
