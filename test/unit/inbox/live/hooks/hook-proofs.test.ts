import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { HookProofs } from '../../../../../src/inbox/live/hooks/hook-proofs.ts';
import { recordOf } from './records.ts';

describe('What is known about hooks', () => {
	const [one, other] = [recordOf('1'), recordOf('2')];
	beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_000_000 }));
	afterEach(() => mock.timers.reset());

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

	it('is that they may have missed something after a drop, until they deliver again some time later', () => {
		const proofs = new HookProofs(2000);
		proofs.haveDelivered(one);
		assert.equal(proofs.mayHaveMissed(one), false);
		mock.timers.tick(10);
		proofs.didDrop();
		assert.deepEqual([proofs.mayHaveMissed(one), proofs.mayHaveMissed(other)], [true, true]);
		mock.timers.tick(1000);
		proofs.haveDelivered(one);
		assert.equal(proofs.mayHaveMissed(one), true);
		mock.timers.tick(1001);
		proofs.wereListed(one);
		assert.equal(proofs.mayHaveMissed(one), true);
		proofs.haveDelivered(one);
		assert.deepEqual([proofs.mayHaveMissed(one), proofs.mayHaveMissed(other)], [false, true]);
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
