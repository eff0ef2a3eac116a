import assert from 'node:assert/strict';
import { withoutParts, withoutPartsOfLive } from '../../../../src/inbox/model/resource-parts.ts';

describe('Parts of resources', () => {
	const all: readonly { readonly id: string; readonly partOf?: string }[] = [
		{ id: 'tracker' },
		{ id: 'ticket 1', partOf: 'tracker' },
		{ id: 'ticket 2', partOf: 'a tracker that is not followed' },
		{ id: 'list' },
	];
	const names = (some: typeof all) => some.map(({ id }) => id);

	it('are not read for themselves if the whole is', () => {
		assert.deepEqual(names(withoutParts(all)), ['tracker', 'ticket 2', 'list']);
	});

	it('matter until the whole is live', () => {
		assert.deepEqual(names(withoutPartsOfLive(all, () => true)), ['tracker', 'ticket 2', 'list']);
		assert.deepEqual(names(withoutPartsOfLive(all, () => false)), names(all));
	});
});
