import assert from 'node:assert/strict';
import { HookProofs } from '../../../../../src/inbox/live/hooks/hook-proofs.ts';
import { recordOf } from './records.ts';

describe('What is known about hooks', () => {
	const [one, other] = [recordOf('1'), recordOf('2')];

	it('is that they exist, once they were created or listed or have delivered', () => {
		const proofs = new HookProofs();
		assert.equal(proofs.provenAt(one), undefined);
		proofs.wereCreated(one);
		assert.ok(proofs.provenAt(one));
		assert.equal(proofs.deliveredAt(one), undefined);
		assert.equal(proofs.provenAt(other), undefined);
		proofs.haveDelivered(other);
		assert.ok(proofs.provenAt(other));
		assert.ok(proofs.deliveredAt(other));
	});

	it('ends when the forge has lost them, which is counted until it has them again', () => {
		const proofs = new HookProofs();
		proofs.haveDelivered(one);
		proofs.wereLost(one);
		assert.deepEqual(
			[proofs.provenAt(one), proofs.deliveredAt(one), proofs.lossesOf(one)],
			[undefined, undefined, 1],
		);
		proofs.wereCreated(one);
		proofs.wereLost(one);
		assert.equal(proofs.lossesOf(one), 2);
		proofs.wereListed(one);
		assert.equal(proofs.lossesOf(one), 0);
	});

	it('is forgotten with their record', () => {
		const proofs = new HookProofs();
		for (const record of [one, other]) {
			proofs.wereLost(record);
			proofs.wereCreated(record);
		}
		proofs.keepOnly([other]);
		assert.deepEqual([proofs.provenAt(one), proofs.lossesOf(one)], [undefined, 0]);
		assert.equal(proofs.lossesOf(other), 1);
		assert.ok(proofs.provenAt(other));
	});
});
