import assert from 'node:assert/strict';
import { statusOutboxFormat } from '../../../../../src/patches/state/status/status-outbox-format.ts';

describe('A pending status', () => {
	const { merge, without, leftAfter, idOf, accountOf } = statusOutboxFormat;
	const key = { account: 'ana', owner: '~ana', list: 'devel', patchset: 3 };

	it('is replaced by a later one, which keeps what the user saw first', () => {
		const earlier = { status: 'approved', base: 'proposed' } as const;
		const later = { status: 'applied', base: 'approved' } as const;
		assert.deepEqual(merge(earlier, later), { status: 'applied', base: 'proposed' });
		assert.deepEqual(without(earlier, later), { status: 'applied', base: 'proposed' });
		assert.deepEqual(merge({ status: 'approved' }, { status: 'applied' }), { status: 'applied' });
		assert.equal(leftAfter(earlier, later), undefined);
	});

	it('belongs to a patchset of an account', () => {
		assert.equal(accountOf(key), 'ana');
		assert.notEqual(idOf(key), idOf({ ...key, patchset: 4 }));
	});
});
