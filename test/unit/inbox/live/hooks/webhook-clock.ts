import { mock } from 'node:test';
import { abortable } from '../../../../../src/base/abort.ts';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Webhook } from '../../../../../src/forge/shapes/webhooks.ts';
import type { Family } from '../../../../../src/forge/webhooks/families.ts';
import { AccountWebhooks } from '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { HookRecord } from '../../../../../src/inbox/live/hooks/hook-record.ts';
import type { ResourceDelivery } from '../../../../../src/inbox/live/hooks/webhook-options.ts';
import type { Hook } from '../../../../../src/inbox/live/listener/delivery-requests.ts';
import type { WebhookClient } from '../../../../../src/signin/connections/connection.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import type { Session } from '../../../../../src/signin/sessions/session.ts';
import { settle } from '../../../../kit/window/clock.ts';
import { accountOf } from '../live-forge.ts';
import { tracker } from './webhook-windows.ts';

const never = new AbortController().signal;

interface Path {
	readonly tracker?: string;
}

interface Request {
	readonly signal: AbortSignal;
}

/** The webhooks of ana, with a forge that has no network, so that days pass at once. */
export function open(more: Partial<Session> = {}, names: readonly string[] = ['editor']) {
	const forge = {
		hooks: [] as (Webhook & { tracker: string })[],
		failure: undefined as Error | undefined,
		/** The failures of requests about a tracker, by its name. */
		failures: new Map<string, Error>(),
		/** Until then, it does not answer. */
		held: undefined as Promise<void> | undefined,
		/** How many webhooks of a target it lists. */
		page: 25,
		refuses: (_events: readonly string[], _name: string) => false,
		/** Whether the answers to creations are lost. */
		isLost: false,
		/** When what was asked, in seconds. */
		asked: [] as string[],
	};
	const ask = async (what: string, { tracker: name = 'user' }: Path, { signal }: Request) => {
		forge.asked.push(`${Math.round(Date.now() / 1000)} ${what} ${name}`);
		const failure = forge.failures.get(name) ?? forge.failure;
		if (forge.held) await abortable(forge.held, signal);
		if (failure) throw failure;
	};
	const client = {
		async *hooks(path: Path, request: Request) {
			await ask('list', path, request);
			const rows = forge.hooks.filter((hook) => hook.tracker === (path.tracker ?? 'user'));
			yield { rows: rows.slice(0, forge.page), total: undefined, isLast: rows.length <= forge.page };
		},
		createHook: async (path: Path, { url, events }: Webhook, request: Request) => {
			await ask('create', path, request);
			const tracker = path.tracker ?? 'user';
			if (forge.refuses(events, tracker)) throw new ForgeError('refused', 'No.');
			const hook = { id: forge.hooks.length + 1, created: '', url, events, tracker };
			forge.hooks.push(hook);
			if (forge.isLost) throw new ForgeError('offline', 'of the test', { mayBeDone: true });
			return hook;
		},
		deleteHook: async (path: Path & { readonly hook: number }, request: Request) => {
			await ask('delete', path, request);
			if (!forge.hooks.some(({ id }) => id === path.hook)) throw new ForgeError('missing', 'No.');
			forge.hooks = forge.hooks.filter(({ id }) => id !== path.hook);
		},
	} as unknown as WebhookClient;
	const { session, connection } = accountOf('ana');
	const account = {
		...{ session: { ...session, ...more }, instance: { name: 'forge.test' } },
		connection: { ...connection, webhooks: (family: Family) => (family === 'list' ? undefined : client) },
	};
	/** What the listener accepts, by the secret of its path. */
	const paths = new Map<string, Hook>();
	const listener = {
		port: 1,
		add: (hook: Hook) => {
			paths.set(hook.secret, hook);
			return { dispose: () => paths.get(hook.secret) === hook && paths.delete(hook.secret) };
		},
		dispose: () => {},
	};
	const logged: string[] = [];
	const storage = memoryStorage();
	const key = newKey();
	let wanted = { account, resources: names.map(tracker), base: 'http://127.0.0.1:1', isActive: true };
	/** A window of the machine, which takes over. */
	const openWindow = () =>
		new AccountWebhooks(wanted, listener, key, {
			...{ storage, secrets: new Secrets(), deliveries: new Emitter<ResourceDelivery>(), random: () => 0 },
			wasDelivered: async () => true,
			log: new Log(({ level, message }) => logged.push(`${level} ${message}`)),
			pace: { spacingMs: 1000 },
		});
	const webhooks = openWindow();
	const update = (changes: Partial<typeof wanted> = {}) => {
		wanted = { ...wanted, ...changes };
		webhooks.update(wanted);
	};
	update();
	const delivery = { kind: 'truncated', event: 'label:delete', delivery: 'id' } as const;
	return {
		...{ forge, webhooks, storage, logged, paths, update, openWindow },
		kind: (name = 'editor') => webhooks.stateOf(name)?.kind,
		isLive: (name = 'editor') => {
			const state = webhooks.stateOf(name);
			return state?.kind === 'registered' && state.isLive;
		},
		take: () => forge.asked.splice(0),
		/** What was asked, without the times. */
		asked: () => forge.asked.splice(0).map((what) => what.replace(/^\d+ /, '')),
		want: (...names: readonly string[]) => update({ resources: names.map(tracker) }),
		renew: (token: string) => update({ account: { ...account, session: { ...session, token } } }),
		/** Sets whether the forge may be asked. */
		setActive: (isActive: boolean) => update({ isActive }),
		/** The forge delivers to all paths, or to those of one target. */
		deliver: (nth?: number) => {
			const hooks = [...paths.values()];
			for (const hook of nth === undefined ? hooks : hooks.slice(2 * nth, 2 * nth + 2))
				hook.receive({ delivery, isVerified: true });
		},
		/** The forge answers only after what this returns is called. */
		hold: () => {
			const { promise, resolve } = Promise.withResolvers<void>();
			forge.held = promise;
			return () => {
				forge.held = undefined;
				resolve();
			};
		},
		/** Another window takes over, such as for a sign-out. Returns where there may be webhooks. */
		takeOver: async () => {
			const record = new HookRecord(storage, session, new Log(() => {}));
			await record.takeOver(session.token, never);
			return (await record.targets()).map(({ target }) => target);
		},
	};
}

export async function pass(seconds: number, step = 10): Promise<void> {
	await settle();
	for (let left = seconds; left > 0; left -= step) {
		mock.timers.tick(Math.min(left, step) * 1000);
		await settle();
	}
}
