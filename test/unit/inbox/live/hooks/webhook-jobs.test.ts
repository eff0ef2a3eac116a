import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Webhook } from '../../../../../src/forge/shapes/webhooks.ts';
import { AccountWebhooks } from '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { WebhookJobs } from '../../../../../src/inbox/live/hooks/webhook-jobs.ts';
import type { ResourceDelivery } from '../../../../../src/inbox/live/hooks/webhook-options.ts';
import { defaultPace } from '../../../../../src/inbox/live/hooks/webhook-pace.ts';
import type { WebhookRegistrar } from '../../../../../src/inbox/live/hooks/webhook-registrar.ts';
import { WebhookTargets } from '../../../../../src/inbox/live/hooks/webhook-targets.ts';
import type { Hook } from '../../../../../src/inbox/live/listener/delivery-requests.ts';
import { memoryStorage } from '../../../../../src/platform/state/store/memory-storage.ts';
import type { WebhookClient } from '../../../../../src/signin/connections/connection.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import type { Session } from '../../../../../src/signin/sessions/session.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { settle } from '../../../../kit/window/clock.ts';
import { until } from '../../../../tools/until.ts';
import { accountOf } from '../live-forge.ts';
import { webhooksOf } from './target-samples.ts';
import { tracker } from './webhook-windows.ts';

const hourSeconds = defaultPace.checkMs / 1000;

/** With a forge that has no network, so that days pass at once. */
describe('When webhooks are registered and checked', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 0 }));
	afterEach(() => mock.timers.reset());

	function open(more: Partial<Session> = {}) {
		const forge = {
			hooks: [] as Webhook[],
			failure: undefined as Error | undefined,
			/** The failures of requests about a tracker, by its name. */
			failures: new Map<string, Error>(),
			/** When what was asked, in seconds. */
			asked: [] as string[],
		};
		const ask = (what: string, { tracker: name = '' }: { readonly tracker?: string }) => {
			forge.asked.push(`${Math.round(Date.now() / 1000)} ${what}`);
			const failure = forge.failures.get(name) ?? forge.failure;
			if (failure) throw failure;
		};
		const client = {
			async *hooks(path: object) {
				ask('list', path);
				yield { rows: forge.hooks };
			},
			createHook: async (path: object, { url, events }: Webhook) => {
				ask('create', path);
				const hook = { id: forge.hooks.length + 1, created: '', url, events };
				forge.hooks.push(hook);
				return hook;
			},
			deleteHook: async (path: { readonly tracker: string; readonly hook: number }) => {
				ask('delete', path);
				forge.hooks = forge.hooks.filter(({ id }) => id !== path.hook);
			},
		} as unknown as WebhookClient;
		const { session, connection } = accountOf('ana');
		const account = {
			...{ session: { ...session, ...more }, instance: { name: 'forge.test' } },
			connection: { ...connection, webhooks: () => client },
		};
		const hooks: Hook[] = [];
		const listener = {
			port: 1,
			add: (hook: Hook) => {
				hooks.push(hook);
				return { dispose: () => {} };
			},
			dispose: () => {},
		};
		const logged: string[] = [];
		const storage = memoryStorage();
		const options = {
			...{ storage, secrets: new Secrets(), deliveries: new Emitter<ResourceDelivery>(), random: () => 0 },
			log: new Log(({ level, message }) => logged.push(`${level} ${message}`)),
		};
		const wanted = { account, resources: [tracker('editor')], base: 'http://127.0.0.1:1', isActive: true };
		const webhooks = new AccountWebhooks(wanted, listener, newKey(), options);
		webhooks.update(wanted);
		const delivery = { kind: 'truncated', event: 'label:delete', delivery: 'id' } as const;
		return {
			...{ forge, webhooks, storage, logged },
			kind: () => webhooks.stateOf('editor')?.kind,
			take: () => forge.asked.splice(0),
			want: (name: string) => webhooks.update({ ...wanted, resources: [tracker(name)] }),
			/** Sets whether the forge may be asked. */
			setActive: (isActive: boolean) => webhooks.update({ ...wanted, isActive }),
			deliver: () => {
				for (const hook of hooks) hook.receive({ delivery, isVerified: true });
			},
			/** Another window takes over, such as for a sign-out. */
			takeOver: () => new WebhookTargets(storage, session).takeOver('', new AbortController().signal),
		};
	}

	async function pass(seconds: number): Promise<void> {
		await settle();
		for (let left = seconds; left > 0; left -= 10) {
			mock.timers.tick(Math.min(left, 10) * 1000);
			await settle();
		}
	}

	it('is at once, and again after two server errors; after the third, they count as refused', async () => {
		const { forge, kind, take } = open();
		forge.failure = new ForgeError('surprise', '', { status: 500 });
		await pass(30);
		assert.equal(kind(), 'pending');
		await pass(60);
		assert.equal(kind(), 'refused');
		assert.equal(take().length, 3);
	});

	it('replaces those of a renamed tracker even if that is possible only long after the rename', async () => {
		const { forge, webhooks, want } = open();
		await pass(10);
		const [before] = forge.hooks;
		// The tracker is called `writer` now, and its webhooks have moved with it.
		forge.failures.set('editor', new ForgeError('missing', 'No.'));
		forge.failures.set('writer', new ForgeError('surprise', '', { status: 500 }));
		want('writer');
		await pass(5 * 60);
		forge.failures.delete('writer');
		webhooks.retryRefused();
		await pass(5 * 60);
		assert.equal(webhooks.stateOf('writer')?.kind, 'registered');
		assert.deepEqual([forge.hooks.length, before && forge.hooks.includes(before)], [1, false]);
	});

	it('is later each time while the forge cannot be reached, without an end', async () => {
		const { forge, kind, take } = open();
		forge.failure = new ForgeError('offline', 'of the test');
		await pass(hourSeconds);
		assert.equal(kind(), 'pending');
		assert.ok(take().length > 10);
		forge.failure = undefined;
		await pass(120);
		assert.equal(kind(), 'registered');
	});

	it('is after hours if the forge has refused them, and sooner while it refuses all of a family', async () => {
		const { forge, kind, take } = open();
		forge.failure = new ForgeError('refused', 'No.');
		await pass(10);
		assert.equal(kind(), 'refused');
		take();
		await pass(hourSeconds);
		const times = take().map((what) => Number.parseInt(what, 10));
		assert.ok(times.length > 3);
		for (const [nth, time] of times.entries()) assert.ok(time - (times[nth - 1] ?? 0) >= 600);
	});

	it('is once an hour, unless they have delivered meanwhile', async () => {
		const { take, deliver } = open();
		const asked = () => take().map((what) => what.split(' ')[1]);
		await pass(hourSeconds - 10);
		assert.deepEqual(asked(), ['list', 'create']);
		deliver();
		await pass(hourSeconds - 10);
		assert.deepEqual(asked(), []);
		await pass(hourSeconds);
		assert.deepEqual(asked(), ['list']);
	});

	it('is also before their token ends, because the request renews it, and they end with it', async () => {
		const end = 1.5 * hourSeconds;
		const { take, deliver } = open({ expires: end * 1000, refresh: 'r' });
		const times = () => take().map((what) => Number.parseInt(what, 10));
		await pass(end - 600);
		times();
		deliver();
		await pass(500);
		assert.deepEqual(times(), []);
		await pass(100);
		const [time = 0, ...more] = times();
		assert.ok(time >= end - 60 && time < end, String(time));
		assert.deepEqual(more, []);
		// The forge has not renewed it.
		await pass(hourSeconds - 100);
		assert.deepEqual(times(), []);
	});

	it('is before their token ends also if they deliver while the check waits', async () => {
		const end = 1.5 * hourSeconds;
		const { take, deliver, setActive } = open({ expires: end * 1000, refresh: 'r' });
		await pass(end - 600);
		take();
		setActive(false);
		await pass(550);
		assert.deepEqual(take(), []);
		deliver();
		setActive(true);
		await pass(40);
		assert.equal(take().length, 1);
	});

	it('is not before the end of a token that cannot be renewed', async () => {
		const { take } = open({ expires: 1.5 * hourSeconds * 1000, refresh: null });
		await pass(hourSeconds + 60);
		take();
		await pass(hourSeconds / 2);
		assert.deepEqual(take(), []);
	});

	it('is at once if the forge has lost them, and later each time if it loses them again', async () => {
		const { forge, take } = open();
		const times: number[] = [];
		for (let passed = 0; passed < 30 * hourSeconds; passed += 60) {
			await pass(60);
			forge.hooks.splice(0);
			for (const what of take()) if (what.endsWith('create')) times.push(Number.parseInt(what, 10));
		}
		const waits = times.slice(1).map((time, nth) => Math.round((time - (times[nth] ?? 0)) / 60));
		assert.ok(waits.length > 6);
		// An hour until the check, then the wait.
		for (const [nth, minutes] of [60, 70, 80, 100, 140, 220].entries()) {
			assert.ok(Math.abs((waits[nth] ?? 0) - minutes) <= 3, `${waits}`);
		}
	});

	it('ends within half a minute after another window has taken over, and begins again while this one still leads', async () => {
		const { kind, take, takeOver, logged } = open();
		await pass(10);
		for (const seconds of [60, 120, 240]) {
			assert.equal(kind(), 'registered');
			take();
			await takeOver();
			await pass(30);
			assert.equal(kind(), 'pending');
			await pass(seconds - 20);
			assert.deepEqual(take(), []);
			await pass(40);
			assert.deepEqual(
				take().map((what) => what.split(' ')[1]),
				['list'],
			);
		}
		assert.equal(logged.filter((line) => line.includes('Another window')).length, 3);
	});

	it('does not change while it cannot be read which window registers them, which is logged once', async () => {
		const { kind, storage, logged, take } = open();
		await pass(10);
		take();
		const { read } = storage;
		storage.read = async () => {
			throw new Error('of the test');
		};
		await pass(300);
		assert.deepEqual([kind(), take()], ['registered', []]);
		assert.equal(logged.filter((line) => line.startsWith('warn')).length, 1);
		storage.read = read;
		await pass(60);
		assert.equal(kind(), 'registered');
	});

	it('is as soon as it can be stored where there are webhooks', async () => {
		const { kind, storage, logged, take } = open();
		const { replace } = storage;
		storage.replace = async () => {
			throw new Error('of the test');
		};
		await pass(10);
		assert.deepEqual([kind(), take()], ['pending', []]);
		assert.match(logged[0] ?? '', /^warn It could not be stored/);
		storage.replace = replace;
		await pass(60);
		assert.equal(kind(), 'registered');
	});
});

describe('What the forge has refused', () => {
	it('is tried again, also if the user asks for it before the job that was refused has ended', async () => {
		const { log } = readable();
		const one = webhooksOf();
		const ends: (() => void)[] = [];
		let tries = 0;
		const register = async () => {
			tries++;
			one.wereRefused('No.', false);
			return false;
		};
		const jobs: WebhookJobs = new WebhookJobs({
			webhooks: new Map([['editor', one]]),
			registrar: () => ({ register }) as unknown as WebhookRegistrar,
			session: () => accountOf('ana').session,
			isWanted: () => true,
			wasDelivered: async () => false,
			finish: () => new Promise((resolve) => ends.push(resolve)),
			didRun: () => jobs.update(),
			pace: { ...defaultPace, spacingMs: 0, leastMs: 0 },
			random: () => 0,
			log,
		});
		jobs.update();
		jobs.setActive(true);
		await until(() => ends.length === 1);
		for (let time = 0; time < 3; time++) jobs.retryRefused(true);
		ends[0]?.();
		await until(() => ends.length === 2);
		ends[1]?.();
		await setTimeout(20);
		assert.equal(tries, 2);
		jobs.dispose();
	});
});
