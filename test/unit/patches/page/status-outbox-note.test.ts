import assert from 'node:assert/strict';
import { statusOutboxNote } from '../../../../src/patches/page/status-outbox-note.ts';
import type { StatusOutbox } from '../../../../src/patches/state/status/status-outbox-format.ts';

describe('A waiting status on the page of its patchset', () => {
	const entry = (id: string, state: StatusOutbox['entries'][number]['state']) => ({
		...{ id, key: { account: 'ana', owner: '~ana', list: 'devel', patchset: 3 }, state },
		steps: [{ group: 'one', change: { status: 'approved', title: 'Undo' } as const, at: 0 }],
		...{ due: 0, origin: 'here' },
	});
	const refused = { kind: 'refused', reason: 'Only ~bob may.', mayBeDone: false } as const;

	it('is the first one that is not about to be sent', () => {
		assert.equal(statusOutboxNote([entry('one', { kind: 'pending' })], 0), undefined);
		assert.deepEqual(statusOutboxNote([entry('one', { kind: 'pending' }), entry('two', refused)], 0), {
			...{ entry: 'two', text: 'Approved: not made. Only ~bob may.', button: 'Send Again', isProblem: true },
			lacksPermission: false,
		});
	});
});
