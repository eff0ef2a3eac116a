import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { TargetWebhooks } from '../../../../../src/inbox/live/hooks/target-webhooks.ts';
import { targetKey } from '../../../../../src/inbox/live/hooks/webhook-address.ts';
import { deliveredByAccount, statusOf } from '../../../../../src/inbox/live/hooks/webhook-status.ts';
import { webhooksOf } from './target-samples.ts';

const options = { error: undefined, missedUntil: undefined, hasKey: true, elsewhere: undefined };

describe('The status of webhooks', () => {
	beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1000 }));
	afterEach(() => mock.timers.reset());

	/** Registered ones that have delivered. */
	function delivering(missing: readonly string[] = [], target?: TargetWebhooks['target']) {
		const webhooks = webhooksOf(target);
		webhooks.wereRegistered([1], missing);
		webhooks.didDeliver();
		return webhooks;
	}
	const isLive = (webhooks: TargetWebhooks, missedUntil?: number) => {
		const status = statusOf(webhooks, { ...options, missedUntil });
		return status.kind === 'registered' && status.isLive;
	};

	it('is pending until they are registered, with the reason if an attempt has failed', () => {
		const statusAfter = (error: unknown, webhooks?: TargetWebhooks) =>
			statusOf(webhooks, { ...options, error });
		assert.deepEqual(statusAfter(undefined), { kind: 'pending', why: undefined });
		assert.deepEqual(statusAfter(new ForgeError('offline', 'There is no connection.'), webhooksOf()), {
			...{ kind: 'pending', why: 'There is no connection.' },
		});
		assert.deepEqual(statusAfter(new TypeError('x is undefined'), webhooksOf()), {
			...{ kind: 'pending', why: 'Something went wrong in Tildeforge. See the log for details.' },
		});
	});

	it('is refused with the reason', () => {
		const webhooks = webhooksOf();
		webhooks.wereRefused('It is private.', true);
		assert.deepEqual(statusOf(webhooks, options), { kind: 'refused', why: 'It is private.' });
	});

	it('is registered, with what the forge does not deliver, and whether they answer', () => {
		const webhooks = delivering(['event:create']);
		const status = { kind: 'registered', isLive: false, hasKey: true, deliveredAt: 1000 };
		assert.deepEqual(statusOf(webhooks, options), { ...status, refusedEvents: ['event:create'] });
		const answering = delivering(['event:create'], { ...webhooks.target, sync: true });
		assert.deepEqual(statusOf(answering, options), {
			...{ ...status, refusedEvents: ['event:create'], isAnswering: true },
		});
	});

	it('is live only if they have delivered since deliveries may have been lost, and miss nothing', () => {
		assert.equal(isLive(delivering()), true);
		const silent = webhooksOf();
		silent.wereRegistered([1], []);
		assert.equal(isLive(silent), false);
		silent.didDeliverBefore();
		assert.equal(isLive(silent), true);
		assert.equal(isLive(silent, 0), false);
		assert.equal(isLive(delivering(), 1000), false);
		assert.equal(isLive(delivering(), 999), true);
		assert.equal(isLive(delivering(['event:create'])), false);
	});

	it('says that deliveries may be lost only if there were any', () => {
		const silent = webhooksOf();
		silent.wereRegistered([1], []);
		const statuses = [delivering(), silent].map((one) => statusOf(one, { ...options, missedUntil: 1000 }));
		assert.deepEqual(
			statuses.map((status) => status.kind === 'registered' && (status.mayHaveMissed ?? false)),
			[true, false],
		);
	});

	it('is live without the events of tickets only while the webhooks of the owner of the tracker deliver them', () => {
		const webhooks = delivering(['event:create']);
		const isComplete = (owners: TargetWebhooks | undefined, user = '~alice') => {
			const all = new Map([webhooks, ...(owners ? [owners] : [])].map((one) => [targetKey(one.target), one]));
			const elsewhere = deliveredByAccount(webhooks.target, user, all, undefined);
			const status = statusOf(webhooks, { ...options, elsewhere });
			return status.kind === 'registered' && status.isLive && status.refusedEvents.length === 0;
		};
		const target = { family: 'trackersUser', params: {} } as const;
		const silent = webhooksOf(target);
		assert.equal(isComplete(silent), false);
		silent.wereRegistered([1], []);
		assert.equal(isComplete(silent), false);
		const owners = delivering([], target);
		assert.equal(isComplete(owners), true);
		assert.equal(isComplete(owners, '~bob'), false);
		assert.equal(isComplete(undefined), false);
		assert.equal(isComplete(delivering(['event:create'], target)), false);
		assert.equal(isComplete(delivering([], { family: 'listsUser', params: {} })), false);
	});
});
