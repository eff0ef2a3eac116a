import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { TicketSubscriptions } from '../../../../../src/tickets/state/reading/ticket-subscriptions.ts';
import { stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';

const path = { owner: '~ana', tracker: 'editor', ticket: 1 };
const { signal } = new AbortController();

describe('The subscriptions to tickets', () => {
	const { forge: start, ending } = stage();
	const createLifetime = () => {
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		return lifetime;
	};

	async function open() {
		const forge = await start();
		forge.fill(1);
		const changes: number[] = [];
		const extras = forge.extras('ana');
		const subscriptions = new TicketSubscriptions(
			forge.client('ana'),
			extras,
			() => changes.push(1),
			createLifetime(),
		);
		return { forge, extras, changes, subscriptions };
	}

	it('are not undone by the answer to an earlier request', async () => {
		const { forge, subscriptions } = await open();
		forge.line.held = /^POST/;
		const reading = subscriptions.read(path, signal);
		subscriptions.didChange(1, true);
		await until(() => forge.line.waiting.length > 0);
		forge.release();
		await reading;
		assert.equal(subscriptions.of(1), true);
	});

	it('are not known if the token may not read them, except for what the user has changed', async () => {
		const { forge, extras } = await open();
		const ticketWithSubscription = async (...args: Parameters<typeof extras.ticketWithSubscription>) => ({
			...(await extras.ticketWithSubscription(...args)),
			isSubscribed: null,
		});
		const silent = { ...extras, ticketWithSubscription };
		const subscriptions = new TicketSubscriptions(forge.client('ana'), silent, () => {}, createLifetime());
		await subscriptions.read(path, signal);
		assert.equal(subscriptions.of(1), null);
		subscriptions.didChange(1, true);
		await subscriptions.read(path, signal);
		assert.equal(subscriptions.of(1), true);
	});

	it('include the tracker, whose state comes with its tickets and is not undone by an earlier answer', async () => {
		const { extras, changes, subscriptions } = await open();
		const tracker = { owner: path.owner, tracker: path.tracker };
		await subscriptions.learnFrom(extras.openTracker(tracker));
		assert.deepEqual([subscriptions.of('tracker'), changes.length], [false, 1]);
		const earlier = subscriptions.learnFrom(extras.openTracker(tracker));
		subscriptions.didChange('tracker', true);
		await earlier;
		assert.equal(subscriptions.of('tracker'), true);
		await extras.subscribeToTracker(tracker);
		await subscriptions.learnFrom(extras.openTracker(tracker));
		await subscriptions.learnFrom(Promise.resolve(undefined));
		assert.deepEqual([subscriptions.of('tracker'), changes.length], [true, 2]);
	});

	it('to a tracker are not known after five minutes, because the user may subscribe elsewhere', async () => {
		const { subscriptions, changes } = await open();
		mock.timers.enable({ apis: ['setTimeout'] });
		ending(() => mock.timers.reset());
		subscriptions.didChange('tracker', true);
		mock.timers.tick(299_000);
		subscriptions.didChange('tracker', true);
		mock.timers.tick(299_000);
		assert.deepEqual([subscriptions.of('tracker'), changes.length], [true, 1]);
		mock.timers.tick(1000);
		assert.deepEqual([subscriptions.of('tracker'), changes.length], [undefined, 2]);
	});
});
