import assert from 'node:assert/strict';
import { withoutParts, withoutPartsOfLive } from '../../../../src/inbox/model/resource-parts.ts';

describe('Parts of resources', () => {
	const all: readonly { readonly spelled: string; readonly partOf?: string }[] = [
		{ spelled: 'tracker' },
		{ spelled: 'ticket 1', partOf: 'tracker' },
		{ spelled: 'ticket 2', partOf: 'a tracker that is not followed' },
		{ spelled: 'list' },
	];
	const names = (some: typeof all) => some.map(({ spelled }) => spelled);

	it('are not read for themselves if the whole is', () => {
		assert.deepEqual(names(withoutParts(all)), ['tracker', 'ticket 2', 'list']);
	});

	it('matter until the whole is live', () => {
		assert.deepEqual(names(withoutPartsOfLive(all, () => true)), ['tracker', 'ticket 2', 'list']);
		assert.deepEqual(names(withoutPartsOfLive(all, () => false)), names(all));
	});
});
