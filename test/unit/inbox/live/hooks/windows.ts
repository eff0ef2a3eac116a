import { rm } from 'node:fs/promises';
import { abortable } from '../../../../../src/base/abort.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { connect } from '../../../../../src/forge/client/connect.ts';
import { webhookRows } from '../../../../../src/forge/rows/webhooks.ts';
import { type Family, families } from '../../../../../src/forge/webhooks/families.ts';
import { plainTransport } from '../../../../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../../../../src/forge/wire/queue.ts';
import type { Fetch } from '../../../../../src/forge/wire/transport.ts';
import { wire } from '../../../../../src/forge/wire/wire.ts';
import { HookKeeper, type HookSituation } from '../../../../../src/inbox/live/hooks/hook-keeper.ts';
import type { ReceivingHook } from '../../../../../src/inbox/live/hooks/hook-receivers.ts';
import { HookStore } from '../../../../../src/inbox/live/hooks/hook-store.ts';
import { LeftHooks } from '../../../../../src/inbox/live/hooks/left-hooks.ts';
import {
	removeHooksAtSignOut,
	removeStoredHooks,
} from '../../../../../src/inbox/live/hooks/remove-stored-hooks.ts';
import { startListener } from '../../../../../src/inbox/live/listener/listener.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import type { Quirk } from '../../../../../src/sandbox/server/drift.ts';
import { newKey } from '../../../../../src/signin/sessions/encryption.ts';
import type { Session } from '../../../../../src/signin/sessions/session.ts';
import { temporaryFolder } from '../../../../tools/places.ts';
import { until } from '../../../../tools/until.ts';
import { startHooks } from '../../../sandbox/hooks-forge.ts';
import { accountOf } from '../live-forge.ts';

/** A tracker of alice, as a resource that hooks are wanted for. */
export const tracker = (name: string) =>
	({
		spelled: name,
		hookTarget: { family: 'tracker', params: { owner: '~alice', tracker: name } },
	}) as const;

type Pace = ConstructorParameters<typeof HookKeeper>[0]['pace'];

interface WindowOptions {
	readonly wanted?: readonly string[];
	readonly token?: string;
	readonly scopes?: readonly string[] | null;
	readonly port?: number;
	readonly key?: string | undefined;
	readonly pace?: Pace;
	readonly isActive?: boolean;
	readonly isTemporary?: boolean;
}

/** The webhook endpoints of a forge, and windows of one machine whose hooks are registered there. They end after each test. */
export function hookWindows() {
	const ends: (() => unknown)[] = [];
	afterEach(async () => {
		for (const end of ends.splice(0).reverse()) await end();
	});

	async function start(...drift: readonly Quirk[]) {
		const forge = await startHooks('trackers', { drift });
		const network = plainTransport();
		ends.push(
			() => forge.stop(),
			() => network.dispose(),
		);
		const folder = temporaryFolder('hooks');
		const leftFolder = temporaryFolder('left-hooks');
		const sealingKey = newKey();
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
			/** Called after each answer of the forge. */
			didAnswer: (): void => {},
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
			line.didAnswer();
			if (line.lost?.test(what)) throw Object.assign(new Error('it broke off'), { code: 'ECONNRESET' });
			if (line.held?.test(what)) {
				await abortable(new Promise<void>((resolve) => line.waiting.push(resolve)), request.signal);
			}
			return answer;
		};

		const webhooksOf = (token: () => string, log?: Log) => {
			const client = wire({
				...{ base: forge.address, token, fetch, ...(log && { log }) },
				queues: new Queues(),
				agent: 'Tildeforge/test',
				retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
			});
			return (family: Family) => connect(webhookRows<string>(families[family].path), client);
		};

		async function open({
			wanted = [],
			token = 'alice',
			scopes = null,
			port = 0,
			pace,
			isActive = true,
			isTemporary = false,
			...given
		}: WindowOptions = {}) {
			const lifetime = new Lifetime();
			ends.push(() => lifetime.dispose());
			const secrets = new Secrets();
			const logged: string[] = [];
			// Without the secrets, so that the tests see whether one reaches the log.
			const log = new Log(
				createRecordWriter({ write: (level, text) => logged.push(`${level} ${text}`) }, new Secrets()),
			);
			const listener = lifetime.add(
				await startListener<ReceivingHook>({
					...{ port, log, secrets },
					onDelivery: ({ hook, ...received }) => hook.receive(received),
				}),
			);
			const delivered: string[] = [];
			let situation: HookSituation = {
				wanted: wanted.map(tracker),
				reachable: { listener, address: `http://127.0.0.1:${listener.port}` },
				session: { account: '~alice', token, scopes },
				key: 'key' in given ? given.key : forge.hooks.publicKey,
				isActive,
			};
			const storage = isTemporary ? undefined : fileStorage(folder, log);
			const sealing = { secrets, log, key: async () => sealingKey };
			const session = { ...accountOf('alice').session, token };
			const left = new LeftHooks({ ...sealing, storage: fileStorage(leftFolder, log) }, session);
			const keeper = lifetime.add(
				new HookKeeper({
					webhooks: webhooksOf(() => situation.session.token, log),
					store: new HookStore({
						...{ ...sealing, storage, account: 'alice' },
						...(storage && { left }),
					}),
					deliver: (resource, { delivery }) => delivered.push(`${delivery.event} ${resource}`),
					...{ secrets, log, random: () => 0 },
					pace: { spacingMs: 0, unwantedMs: 0, settleMs: 0, ...pace },
				}),
			);
			const update = (changes: Partial<HookSituation> = {}) => {
				situation = { ...situation, ...changes };
				keeper.update(situation);
			};
			update();
			const states = () => keeper.statuses.map(({ resource, state }) => `${resource} ${state.kind}`);
			return {
				...{ keeper, listener, delivered, logged, secrets, update, states, port: listener.port },
				want: (...names: readonly string[]) => update({ wanted: names.map(tracker) }),
				/** Waits until the keeper reports these states, such as `editor registered`. */
				shows: (...wanted: readonly string[]) =>
					until(() => states().join() === wanted.join(), { what: `${wanted} instead of ${states()}` }),
				/** What happens if the process is killed. */
				kill: () => lifetime.dispose(),
			};
		}

		/** What happens when alice signs out in any window. */
		function removing(method: Session['method']) {
			const [log, secrets] = [new Log(() => {}), new Secrets()];
			const { session, instance, connection } = accountOf('alice');
			const account = {
				session: { ...session, token: 'alice', method },
				instance,
				connection: { ...connection, webhooks: webhooksOf(() => 'alice') },
			};
			const stored = {
				storageOf: () => fileStorage(folder, log),
				left: fileStorage(leftFolder, log),
				key: async () => sealingKey,
			};
			return { account, options: { ...stored, secrets, log } };
		}
		async function removeStored(signal: AbortSignal = AbortSignal.timeout(20_000)) {
			const { account, options } = removing('token');
			return removeStoredHooks(account, options, signal);
		}
		/** Also removes what is stored of the account. Returns whether hooks are left at the forge. */
		async function signOut(method: Session['method'] = 'token') {
			const { account, options } = removing(method);
			const areLeft = await removeHooksAtSignOut(account, options, AbortSignal.timeout(20_000));
			await rm(folder, { recursive: true, force: true });
			return areLeft;
		}

		return {
			...{ forge, folder, asked, line, open, webhooksOf, removing, removeStored, signOut, leftFolder },
			take: () => asked.splice(0),
			/** The hooks that the forge has, such as `editor label:create,label:delete`. */
			hooks: () =>
				forge.state.hooks.map(({ place, events }) => `${/tracker=(.*)/.exec(place)?.[1]} ${events}`),
			release: () => {
				line.held = undefined;
				for (const go of line.waiting.splice(0)) go();
			},
			/** The forge delivers an event of a tracker. */
			happen: async (name: string) => {
				forge.hooks.emit('tracker', { owner: '~alice', tracker: name }, 'label:delete', { id: 1 });
				await forge.hooks.settled();
			},
		};
	}
	return { start };
}
