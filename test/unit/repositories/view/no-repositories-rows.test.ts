import assert from 'node:assert/strict';
import { noRepositoriesRows } from '../../../../src/repositories/view/no-repositories-rows.ts';

describe('An account without repositories', () => {
	it('is told so, and offered to pin or create one', () => {
		const rows = noRepositoriesRows({ id: 'one' });
		assert.deepEqual(
			rows.map(({ label, command }) => [label, command?.id]),
			[
				['No repositories yet', undefined],
				['Pin Repository…', 'tildeforge.pinRepository'],
				['New Repository…', 'tildeforge.createRepository'],
			],
		);
		assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
	});
});
