import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../src/forge/contract/errors.ts';
import { FirstUses } from '../../../src/forge/wire/first-use.ts';
import type { Fetch, IncomingAnswer } from '../../../src/forge/wire/transport.ts';
import { identify, isTokenInvalid } from '../../../src/signin/methods/identify.ts';

/** How a service of a forge responds to a request for the owner of a token. */
type Behavior =
	| 'accepts'
	| 'refuses'
	| 'forbids'
	| 'is behind a proxy'
	| 'has nothing there'
	| 'is busy'
	| 'shows a page'
	| 'breaks'
	| 'hangs';

const answers: Readonly<Record<Exclude<Behavior, 'hangs'>, readonly [status: number, body: string]>> = {
	accepts: [200, '{"canonical_name":"~ana","name":"ana"}'],
	refuses: [401, '{"errors":[{"reason":"Invalid or expired OAuth token"}]}'],
	forbids: [403, '{"errors":[{"reason":"Your token needs profile:read"}]}'],
	'is behind a proxy': [403, '<!doctype html>'],
	'has nothing there': [404, '{"errors":[{"reason":"404 not found"}]}'],
	'is busy': [503, ''],
	'shows a page': [200, '<!doctype html>'],
	breaks: [500, '<!doctype html>'],
};

/** A forge with one service per behavior. It records the requests. */
function forge(...services: readonly Behavior[]) {
	const asked: string[] = [];
	const fetch: Fetch = async (url, { signal }): Promise<IncomingAnswer> => {
		asked.push(url);
		const behavior = services[Number(new URL(url).host.slice(4, 5))] ?? 'hangs';
		if (behavior === 'hangs') {
			await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
		}
		const [status, body] = answers[behavior === 'hangs' ? 'is busy' : behavior];
		return { status, bytes: Buffer.from(body), header: () => null };
	};
	const names = ['trackers', 'lists', 'repositories', 'identity'];
	const addresses = services.map((_, index) => [names[index] ?? '', `https://area${index}.example`] as const);
	return {
		asked,
		context: { fetch, agent: 'test', plainHosts: new Set<string>(), firstUses: new FirstUses() },
		instance: { name: 'example.org', ...Object.fromEntries(addresses) },
	};
}

const kindOf = (error: unknown) => (error instanceof ForgeError ? error.kind : String(error));

describe('A token', () => {
	const cases: readonly [services: readonly Behavior[], dead: boolean | string][] = [
		[['refuses'], true],
		[['refuses', 'refuses', 'refuses', 'refuses'], true],
		[['refuses', 'has nothing there'], true],
		[['refuses', 'refuses', 'accepts'], false],
		[['accepts', 'hangs', 'hangs'], false],
		[['refuses', 'forbids'], false],
		[['has nothing there'], false],
		[['refuses', 'is behind a proxy'], 'busy'],
		[['refuses', 'is behind a proxy', 'accepts'], false],
		[['is behind a proxy'], 'busy'],
		[['refuses', 'is busy'], 'busy'],
		[['refuses', 'shows a page'], 'surprise'],
		[[], false],
	];
	for (const [services, dead] of cases) {
		const outcome =
			typeof dead === 'string' ? `cannot be judged (${dead})` : dead ? 'is dead' : 'is not dead';
		it(`${outcome} when its services behave as follows: ${services.join(', ') || 'none'}`, async () => {
			const { context, instance, asked } = forge(...services);
			assert.equal(await isTokenInvalid(context, instance, 'token').catch(kindOf), dead);
			assert.equal(asked.length, services.length, 'nothing is asked twice');
		});
	}

	for (const [services, dead] of [
		[['refuses', 'has nothing there'], true],
		[['has nothing there'], false],
		[['refuses', 'is behind a proxy'], 'busy'],
		[['refuses', 'is busy'], 'busy'],
	] as const)
		it(`${dead === true ? 'is dead' : 'is not dead'} in GraphQL when its services behave as follows: ${services.join(', ')}`, async () => {
			const { context, instance } = forge(...services);
			const graphql = ['trackers', 'lists'] as const;
			assert.equal(await isTokenInvalid(context, instance, 'token', graphql).catch(kindOf), dead);
		});
});

describe('Finding the owner of a token', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
	afterEach(() => mock.timers.reset());
	const settle = async () => {
		for (let times = 0; times < 20; times++) await new Promise(setImmediate);
	};
	const waitFor = (services: readonly Behavior[]) => {
		const { context, instance } = forge(...services);
		const state: { outcome?: string } = {};
		identify(context, instance, 'token')
			.then(({ account }) => account)
			.catch(kindOf)
			.then((outcome) => {
				state.outcome = outcome;
			});
		return state;
	};

	it('waits only briefly for a hanging service after another service rejected the token', async () => {
		const state = waitFor(['refuses', 'hangs', 'hangs']);
		await settle();
		mock.timers.tick(1400);
		await settle();
		assert.equal(state.outcome, undefined);
		mock.timers.tick(200);
		await settle();
		assert.equal(state.outcome, 'signed-out');
	});

	it('waits only briefly for a hanging service after another service accepted the token', async () => {
		const state = waitFor(['refuses', 'accepts', 'hangs']);
		await settle();
		mock.timers.tick(1600);
		await settle();
		assert.equal(state.outcome, '~ana');
	});

	it('relies on the sign-in service while other services are down', async () => {
		const states = [
			waitFor(['is busy', 'is busy', 'is busy', 'accepts']),
			waitFor(['breaks', 'is busy', 'hangs', 'accepts']),
			waitFor(['breaks', 'hangs', 'hangs', 'accepts']),
		];
		await settle();
		mock.timers.tick(1600);
		await settle();
		assert.deepEqual(
			states.map(({ outcome }) => outcome),
			['~ana', '~ana', 'refused'],
		);
	});

	it('ends at once if all services reject the token, or if the only service is busy', async () => {
		const [refused, busy] = [waitFor(['refuses', 'refuses']), waitFor(['is busy'])];
		await settle();
		assert.deepEqual([refused.outcome, busy.outcome], ['signed-out', 'busy']);
	});
});
