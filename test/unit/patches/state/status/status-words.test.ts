import assert from 'node:assert/strict';
import type { StatusOutboxChange } from '../../../../../src/patches/state/status/status-outbox-format.ts';
import { statusKind } from '../../../../../src/patches/state/status/status-words.ts';
import { describeEntry } from '../../../../../src/platform/state/outbox/described-entry.ts';

describe('The words for a status of a patchset', () => {
	const key = { account: 'ana', owner: '~ana', list: 'devel', patchset: 3 };
	const describeOne = (change: StatusOutboxChange) => {
		const steps = [{ group: 'one', change, at: 0 }];
		const state = { kind: 'pending' } as const;
		return describeEntry(statusKind, { id: 'one', key, steps, due: 0, origin: 'here', state });
	};

	it('name the patchset by its title', () => {
		const { ref, text, verb, describeProgress, row } = describeOne({
			status: 'approved',
			title: 'Wrap lines',
		});
		assert.deepEqual([ref, text, verb], ['“Wrap lines”', 'Approved', 'change the status of']);
		assert.equal(describeProgress('one', ref), 'Approving “Wrap lines”');
		assert.deepEqual(row(), {
			...{ change: 'Approved', name: 'devel#3', title: 'Wrap lines' },
			spokenName: 'Wrap lines, patchset 3',
			about: { kind: 'change', key, entry: 'one' },
			open: { id: 'tildeforge.openPatchsetRow', title: 'Open Patchset' },
		});
	});

	it('name it by its number if the title is not known, and shorten a long one', () => {
		assert.equal(describeOne({ status: 'applied' }).ref, '~ana/devel#3');
		assert.equal(describeOne({ status: 'applied' }).row().spokenName, '~ana/devel#3, patchset 3');
		assert.equal(describeOne({ status: 'applied', title: 'x'.repeat(100) }).ref, `“${'x'.repeat(60)}…”`);
	});
});
