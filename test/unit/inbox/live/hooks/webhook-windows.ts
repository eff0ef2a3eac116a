import { abortable } from '../../../../../src/base/abort.ts';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { connect } from '../../../../../src/forge/client/connect.ts';
import { webhookRows } from '../../../../../src/forge/rows/webhooks.ts';
import { type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import type { Fetch } from '../../../../../src/forge/wire/transport.ts';
import { AccountWebhooks } from '../../../../../src/inbox/live/hooks/account-webhooks.ts';
import { removeWebhooks } from '../../../../../src/inbox/live/hooks/remove-webhooks.ts';
import type { WebhookPace } from '../../../../../src/inbox/live/hooks/service-hooks.ts';
import type { ResourceDelivery } from '../../../../../src/inbox/live/hooks/webhook-options.ts';
import { startListener } from '../../../../../src/inbox/live/listener/listener.ts';
import type { HookTarget, WatchedResource } from '../../../../../src/platform/state/watch/watch-source.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import type { Account } from '../../../../../src/signin/connections/connection.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import type { Session } from '../../../../../src/signin/sessions/session.ts';
import { startHooks } from '../../../../kit/forge/hooks-forge.ts';
import { plainTransport } from '../../../../kit/forge/plain-transport.ts';
import { testWire } from '../../../../kit/forge/test-wire.ts';
import { endings } from '../../../../tools/endings.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';
import { accountOf } from '../live-forge.ts';

/** A tracker of alice, as a resource that hooks are wanted for. */
export const tracker = (name: string): WatchedResource => ({
	...{ id: name, account: 'alice', server: 'forge.test' },
	hookTarget: { family: 'tracker', params: { owner: '~alice', tracker: name } },
	read: async () => ({ events: [], cursor: null }),
});

/** The registered webhooks of an account at targets, each of another family. `account` returns it with its current token. */
export async function registeredAt(
	targets: readonly HookTarget[],
	account: () => Account,
	lifetime: Lifetime,
) {
	const [log, secrets] = [new Log(() => {}), new Secrets()];
	const listener = lifetime.add(await startListener({ log, secrets }));
	const delivered: string[] = [];
	const deliveries = new Emitter<ResourceDelivery>();
	deliveries.event(({ resource, received: { delivery, isVerified } }) => {
		if (isVerified) delivered.push(`${resource} ${delivery.kind} ${delivery.event}`);
	});
	const wanted = () => ({
		account: account(),
		resources: targets.map((hookTarget) => ({ ...tracker(hookTarget.family), hookTarget })),
		base: `http://127.0.0.1:${listener.port}`,
		isActive: true,
	});
	const webhooks = lifetime.add(
		new AccountWebhooks(wanted(), listener, newKey(), {
			...{ storage: memoryStorage(), secrets, log, pace: { spacingMs: 0 }, deliveries },
		}),
	);
	const states = () => targets.map(({ family }) => webhooks.stateOf(family));
	const areRegistered = () => states().every((state) => state?.kind === 'registered');
	await until(areRegistered, { what: `registered: ${JSON.stringify(states())}` });
	const isLive = (family: Family) => {
		const state = webhooks.stateOf(family);
		return state?.kind === 'registered' && state.isLive;
	};
	return { webhooks, delivered, states, areRegistered, isLive, update: () => webhooks.update(wanted()) };
}

interface Situation {
	readonly wanted: readonly string[];
	readonly token: string;
	readonly scopes: readonly string[] | null;
	/** The forge's key for webhooks. */
	readonly webhookKey: string | undefined;
	readonly isActive: boolean;
}

interface WindowOptions extends Partial<Situation> {
	readonly port?: number;
	readonly pace?: Partial<WebhookPace>;
	/** That of this installation. */
	readonly key?: string;
}

/** The webhook endpoints of a forge, and windows of one machine whose hooks are registered there. They end after each test. */
export function webhookWindows() {
	const ending = endings();

	async function start(...drift: readonly Quirk[]) {
		const forge = await startHooks('trackers', { drift });
		const network = plainTransport();
		ending(
			() => forge.stop(),
			() => network.dispose(),
		);
		const folder = temporaryFolder('hooks');
		const installationKey = newKey();
		/** The requests, such as `POST editor`. */
		const asked: string[] = [];
		const line = {
			isCut: false,
			/** Requests that the forge carries out, but whose answers are lost. */
			lost: undefined as RegExp | undefined,
			/** Requests that a gateway answers with this status. */
			broken: undefined as { readonly what: RegExp; readonly status: number } | undefined,
			/** Requests whose answers wait for `release`. */
			held: undefined as RegExp | undefined,
			waiting: [] as (() => void)[],
		};
		const fetch: Fetch = async (url, request) => {
			const what = `${request.method} ${/\/trackers\/([^/]+)\//.exec(url)?.[1] ?? 'user'}`;
			asked.push(what);
			if (line.isCut) throw Object.assign(new Error('the cable is out'), { code: 'ECONNREFUSED' });
			if (line.broken?.what.test(what)) {
				const { status } = line.broken;
				return { status, bytes: Buffer.from('<h1>Error</h1>'), header: () => 'text/html' };
			}
			const answer = await network.fetch(url, request);
			if (line.lost?.test(what)) throw Object.assign(new Error('it broke off'), { code: 'ECONNRESET' });
			if (line.held?.test(what)) {
				await abortable(new Promise<void>((resolve) => line.waiting.push(resolve)), request.signal);
			}
			return answer;
		};

		const webhooksOf =
			(log?: Log) =>
			(family: Family, { token }: Pick<Session, 'token'>) => {
				const client = testWire({
					...{ base: forge.address, token: () => token, fetch, ...(log && { log }) },
					retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
				});
				return connect(webhookRows<string>(families[family].path), client);
			};

		const accountWith = (
			webhooks: ReturnType<typeof webhooksOf>,
			{ token, scopes = null, webhookKey }: Pick<Situation, 'token'> & Partial<Situation>,
		) => {
			const { session, connection } = accountOf('alice');
			return {
				session: { ...session, token, scopes },
				instance: { name: 'forge.test', ...(webhookKey !== undefined && { webhookKey }) },
				connection: { ...connection, webhooks },
			};
		};

		async function open({ port = 0, pace, key = installationKey, ...given }: WindowOptions = {}) {
			const lifetime = new Lifetime();
			ending(lifetime);
			const secrets = new Secrets();
			const logged: string[] = [];
			// Without the secrets, so that the tests see whether one reaches the log.
			const log = new Log(
				createRecordWriter({ write: (level, text) => logged.push(`${level} ${text}`) }, new Secrets()),
			);
			const listener = lifetime.add(await startListener({ port, log, secrets }));
			const delivered: string[] = [];
			let situation: Situation = {
				...{ wanted: [], token: 'alice', scopes: null, isActive: true },
				webhookKey: forge.hooks.sender.publicKey,
				...given,
			};
			const webhooks = webhooksOf(log);
			const parts = () => ({
				account: accountWith(webhooks, situation),
				resources: situation.wanted.map(tracker),
				base: `http://127.0.0.1:${listener.port}`,
				isActive: situation.isActive,
			});
			const deliveries = new Emitter<ResourceDelivery>();
			deliveries.event(({ resource, received }) => delivered.push(`${received.delivery.event} ${resource}`));
			const account = lifetime.add(
				new AccountWebhooks(parts(), listener, key, {
					storage: fileStorage(folder, log),
					deliveries,
					...{ secrets, log, random: () => 0 },
					pace: { spacingMs: 0, unwantedMs: 0, settleMs: 0, tickMs: 20, ...pace },
				}),
			);
			const update = (changes: Partial<Situation> = {}) => {
				situation = { ...situation, ...changes };
				account.update(parts());
			};
			update();
			const states = () =>
				situation.wanted.map((resource) => `${resource} ${account.stateOf(resource)?.kind}`);
			return {
				...{ account, listener, delivered, logged, secrets, update, states, port: listener.port },
				isLive: (name: string) => {
					const state = account.stateOf(name);
					return state?.kind === 'registered' && state.isLive;
				},
				want: (...names: readonly string[]) => update({ wanted: names }),
				/** Waits until the states are these, such as `editor registered`. */
				shows: (...wanted: readonly string[]) =>
					until(() => states().join() === wanted.join(), { what: `${wanted} instead of ${states()}` }),
				/** What happens if the process is killed. */
				kill: () => lifetime.dispose(),
			};
		}

		/** What happens when alice signs out in any window. Returns what is left at the forge. */
		async function signOut(token = 'alice') {
			const [log, secrets] = [new Log(() => {}), new Secrets()];
			return removeWebhooks(
				accountWith(webhooksOf(), { token }),
				{ storage: fileStorage(folder, log), key: async () => installationKey, secrets, log },
				AbortSignal.timeout(20_000),
			);
		}

		return {
			...{ forge, folder, asked, line, open, webhooksOf, accountWith, installationKey, signOut },
			take: () => asked.splice(0),
			/** The hooks that the forge has, such as `editor label:create,label:delete`. */
			hooks: () =>
				forge.state.hooks.map(({ place, events }) => `${/tracker=(.*)/.exec(place)?.[1]} ${events}`),
			release: () => {
				line.held = undefined;
				for (const go of line.waiting.splice(0)) go();
			},
			/** The forge delivers an event of a tracker. */
			happen: async (name: string, event: 'label:delete' | 'ticket:create' = 'label:delete') => {
				forge.clock.now = new Date(forge.clock.now.getTime() + 1000);
				forge.hooks.emit('tracker', { owner: '~alice', tracker: name }, event, { id: 1 });
				await forge.hooks.settled();
			},
		};
	}
	return { start };
}
