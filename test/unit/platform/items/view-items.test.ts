import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { ViewItems } from '../../../../src/platform/items/view-items.ts';
import { stopTheClock, untilSettled as until } from '../../../kit/window/clock.ts';

/** A cache whose requests end as `failure` says, and which records them. */
class Cache {
	readonly #changes = new Emitter<void>();
	readonly onDidChange = this.#changes.event;
	readonly requests: string[] = [];
	value: unknown;
	asOf: number | undefined;
	lastError: ForgeError | undefined;
	failure: ForgeError | undefined;

	async refresh({ newestOnly = false, isManual = false } = {}): Promise<void> {
		this.requests.push(newestOnly ? 'newest' : isManual ? 'manual' : 'all');
		this.lastError = this.failure;
		this.#changes.fire();
	}

	change(): void {
		this.#changes.fire();
	}
}

const offline = new ForgeError('offline', 'No connection.');

describe('The items in a view', () => {
	const clock = stopTheClock(1e12);
	const ana = { name: '~ana', own: new Cache() };

	function show() {
		const own = new Cache();
		const account = { ...ana, own };
		const changes: string[] = [];
		const shown = new ViewItems<typeof account, Cache>(
			() => [own],
			(change) => changes.push(change === 'head' ? change : change.id),
			() => true,
		);
		const ended: string[] = [];
		const open = (id: string) =>
			shown.cache(account, id, (lifetime) => {
				lifetime.add({ dispose: () => ended.push(id) });
				return new Cache();
			});
		const cache = open('row');
		shown.recordRow({ id: 'row', label: '' });
		const wait = (ms: number) => {
			clock.now += ms;
		};
		return { shown, cache, own, account, changes, ended, open, wait };
	}

	it('are requested again after the clock was set back', async () => {
		const { shown, cache, wait } = show();
		shown.didOpen('row');
		shown.refreshStale();
		assert.equal(cache.requests.length, 1, 'it was just read');
		wait(-3_600_000);
		shown.refreshStale();
		assert.equal(cache.requests.length, 2);
		cache.failure = offline;
		shown.refresh();
		await until(() => cache.lastError === offline);
		shown.updateRetry();
		shown.retrySoon();
		assert.equal(cache.requests.length, 4);
		shown.updateRetry();
		wait(-3_600_000);
		wait(15_000);
		shown.retrySoon();
		assert.equal(cache.requests.length, 5);
	});

	it('are not requested again because their rows are drawn again after a long request', async () => {
		const { shown, cache, changes, wait } = show();
		const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
		cache.refresh = async () => {
			cache.requests.push('all');
			await answering;
			cache.change();
		};
		shown.didOpen('row');
		wait(61_000);
		answer();
		await until(() => changes.includes('head'));
		mock.timers.tick(120);
		await until(() => changes.includes('row'));
		shown.didOpen('row');
		assert.equal(cache.requests.length, 1);
		wait(61_000);
		shown.didOpen('row');
		assert.equal(cache.requests.length, 2);
	});

	for (const status of [500, 502, 503]) {
		it(`are requested again without user action after a ${status}`, async () => {
			const { shown, own } = show();
			own.failure = new ForgeError('surprise', 'Broken.', { status });
			shown.refresh();
			await until(() => own.requests.length === 1);
			mock.timers.tick(15_000);
			await until(() => own.requests.length === 2);
		});
	}

	it('are requested again as soon as the forge answers or the view is shown, but not in quick succession', async () => {
		const { shown, account, cache, wait, changes } = show();
		cache.failure = offline;
		shown.didOpen('row');
		const isRequested = async (times: number) => {
			await until(() => changes.includes('head'));
			assert.equal(cache.requests.length, times);
			changes.length = 0;
		};
		await isRequested(1);
		shown.retrySoon();
		await isRequested(2);
		shown.retrySoon();
		assert.equal(cache.requests.length, 2);
		wait(60_000);
		shown.retrySoon();
		await isRequested(3);
		shown.refreshStale();
		await isRequested(4);
		shown.keepOnly(account, []);
		mock.timers.tick(240_000);
		assert.equal(cache.requests.length, 4, 'it is not shown any more');
	});

	it('are requested completely only once the user has looked at the rows below them', async () => {
		const { shown, cache } = show();
		shown.refresh();
		shown.didOpen('row');
		shown.refresh();
		assert.deepEqual(cache.requests, ['newest', 'all', 'manual']);
	});

	it('are requested again after a failure as before it', async () => {
		const { shown, cache } = show();
		cache.failure = offline;
		shown.readRow('row');
		await until(() => cache.lastError === offline);
		shown.retrySoon();
		assert.deepEqual(cache.requests, ['newest', 'newest']);
		shown.didOpen('row');
		shown.refreshStale();
		assert.deepEqual(cache.requests, ['newest', 'newest', 'all', 'all']);
	});

	it('report changes while they have a row', async () => {
		const { shown, cache, changes, open } = show();
		const other = open('other');
		other.change();
		cache.change();
		mock.timers.tick(0);
		await until(() => changes.length > 0);
		assert.deepEqual(changes, ['row']);
		shown.didChange('row');
		shown.didChange('other');
		mock.timers.tick(1000);
		await until(() => changes.length > 1);
		assert.deepEqual(changes, ['row', 'row']);
	});
});
