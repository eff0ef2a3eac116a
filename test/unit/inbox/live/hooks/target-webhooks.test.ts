import assert from 'node:assert/strict';
import { webhooksOf } from './target-samples.ts';
import '../../../../../src/inbox/live/hooks/target-webhooks.ts';

describe('What is known about the webhooks of a target', () => {
	it('is nothing at first', () => {
		const { registration, hooks, provenAt, deliveredAt } = webhooksOf();
		assert.deepEqual(
			[registration, hooks, provenAt, deliveredAt],
			[{ kind: 'pending' }, [], undefined, undefined],
		);
	});

	it('is that they exist, once they were registered or listed or have delivered', () => {
		const [registered, listed, delivering] = [webhooksOf(), webhooksOf(), webhooksOf()];
		registered.wereRegistered([1, 2], []);
		listed.wereListed();
		delivering.didDeliver();
		for (const webhooks of [registered, listed, delivering]) assert.ok(webhooks.provenAt);
		assert.deepEqual(registered.hooks, [1, 2]);
		assert.deepEqual(
			[registered, listed, delivering].map(({ haveDelivered }) => haveDelivered),
			[false, false, true],
		);
	});

	it('includes a delivery that has arrived before the answer of the forge', () => {
		const webhooks = webhooksOf();
		webhooks.didDeliver();
		webhooks.wereRegistered([1], []);
		assert.ok(webhooks.haveDelivered);
	});

	it('ends when the forge has lost them, which is counted until it has them again', () => {
		const webhooks = webhooksOf();
		webhooks.wereRegistered([1], []);
		webhooks.didDeliver();
		webhooks.wereLost();
		const { registration, provenAt, deliveredAt, haveDelivered } = webhooks;
		assert.deepEqual(
			[registration.kind, provenAt, deliveredAt, haveDelivered],
			['pending', undefined, undefined, false],
		);
		webhooks.wereRegistered([2], []);
		webhooks.wereLost();
		assert.equal(webhooks.losses, 2);
		webhooks.wereListed();
		assert.equal(webhooks.losses, 0);
	});
});
