import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import { HookProofs } from '../../../../../src/inbox/live/hooks/hook-proofs.ts';
import { type HookRecord, spellTarget } from '../../../../../src/inbox/live/hooks/hook-record.ts';
import { deliveredByAccount, statusOf } from '../../../../../src/inbox/live/hooks/hook-status.ts';
import { recordOf } from './records.ts';

describe('The status of hooks', () => {
	const delivered: HookRecord['state'] = {
		...{ kind: 'registered', hooks: [1], missing: [], since: 7, hasDelivered: true },
	};
	const isLive = (state: HookRecord['state'], prove: (proofs: HookProofs, record: HookRecord) => void) => {
		const record = recordOf('a', state);
		const proofs = new HookProofs();
		prove(proofs, record);
		const status = statusOf(record, proofs, undefined);
		return status.kind === 'registered' && status.isLive;
	};

	it('is pending until they are registered, with the reason if an attempt has failed', () => {
		const proofs = new HookProofs();
		const creating = recordOf('a', { kind: 'creating' });
		assert.deepEqual(statusOf(undefined, proofs, undefined), { kind: 'pending', reason: undefined });
		assert.deepEqual(statusOf(creating, proofs, new ForgeError('offline', 'There is no connection.')), {
			...{ kind: 'pending', reason: 'There is no connection.' },
		});
		assert.deepEqual(statusOf(creating, proofs, new TypeError('x is undefined')), {
			...{ kind: 'pending', reason: 'Something went wrong in Tildeforge. See the log for details.' },
		});
	});

	it('is refused with the reason', () => {
		const refused = recordOf('a', { kind: 'refused', reason: 'It is private.', at: 7, mayExist: true });
		assert.deepEqual(statusOf(refused, new HookProofs(), undefined), {
			...{ kind: 'refused', reason: 'It is private.' },
		});
	});

	it('is registered, with the ids and what they miss', () => {
		const record = recordOf('a', { ...delivered, missing: ['event:create'] });
		assert.deepEqual(statusOf(record, new HookProofs(), undefined), {
			...{ kind: 'registered', hooks: [1], missing: ['event:create'], since: 7 },
			...{ lastDelivery: undefined, isLive: false, mayHaveMissed: false },
		});
	});

	it('is live only if they have delivered, still exist, and miss nothing', () => {
		const exist = (proofs: HookProofs, record: HookRecord) => proofs.wereListed(record);
		assert.equal(isLive(delivered, exist), true);
		assert.equal(
			isLive(delivered, () => {}),
			false,
		);
		assert.equal(isLive({ ...delivered, hasDelivered: false }, exist), false);
		const drop = (proofs: HookProofs, record: HookRecord) => {
			proofs.haveDelivered(record);
			proofs.didDrop();
			proofs.wereListed(record);
		};
		assert.equal(isLive(delivered, drop), false);
		assert.equal(isLive({ ...delivered, missing: ['event:create'] }, exist), false);
	});

	it('is live without the events of tickets only while the hooks of the owner of the tracker deliver them', () => {
		const proofs = new HookProofs();
		const of = (state: HookRecord['state'], family: HookRecord['target']['family'] = 'trackersUser') => ({
			...recordOf('b', state),
			target: { family, params: {} },
		});
		const status = (owners: HookRecord | undefined, user = '~alice') => {
			const record = recordOf('a', { ...delivered, missing: ['event:create'] });
			const kept = new Map(
				[record, ...(owners ? [owners] : [])].map((one) => [spellTarget(one.target), one]),
			);
			const elsewhere = deliveredByAccount(record.target, user, kept, proofs);
			const shown = statusOf(record, proofs, undefined, elsewhere);
			return shown.kind === 'registered' && shown.isLive && shown.missing.length === 0;
		};
		proofs.wereListed(recordOf('a'));
		assert.equal(status(of(delivered)), false);
		proofs.wereListed(recordOf('b'));
		assert.equal(status(of(delivered)), true);
		assert.equal(status(of(delivered), '~bob'), false);
		assert.equal(status(undefined), false);
		assert.equal(status(of({ ...delivered, hasDelivered: false })), false);
		assert.equal(status(of({ ...delivered, missing: ['event:create'] })), false);
		assert.equal(status(of({ kind: 'creating' })), false);
		assert.equal(status(of(delivered, 'listsUser')), false);
	});
});
