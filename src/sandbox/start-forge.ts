import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listRows } from '../forge/rows/lists.ts';
import { repositoryRows } from '../forge/rows/repositories.ts';
import { trackerRows } from '../forge/rows/trackers.ts';
import type { Forge, ForgeOptions, ForgeParts } from './forge-options.ts';
import { type Checks, hookRules } from './hook-rules.ts';
import type { Identity } from './identity/identity.ts';
import { profileRoutes } from './identity/profile.ts';
import { Lists } from './lists/lists.ts';
import { type Smtp, startSmtp } from './lists/smtp.ts';
import { checkGit } from './repositories/git.ts';
import { Repositories } from './repositories/repositories.ts';
import { Accounts } from './server/accounts.ts';
import { type Area, type FallbackHandler, type RunningArea, startArea } from './server/area.ts';
import type { Quirk } from './server/drift.ts';
import { Hooks } from './server/hooks.ts';
import { page, send } from './server/reply.ts';
import { serve } from './server/serve.ts';
import { removeAbandonedFolders, temporaryFolder } from './server/temporary.ts';
import { TokenTable } from './server/token-table.ts';
import { openStore, type Store } from './store.ts';
import { Trackers } from './trackers/trackers.ts';
import { demoAccounts } from './world/material/accounts.ts';
import { createClock } from './world/material/clock.ts';
import { parseTime } from './world/material/people.ts';
import { createShiftedParser } from './world/material/shifted-times.ts';
import { Visitors } from './world/visitors.ts';
import { buildWorld } from './world/world.ts';

const withoutQuirks = (drift: ReadonlySet<Quirk>, ...quirks: readonly Quirk[]): ReadonlySet<Quirk> =>
	new Set([...drift].filter((one) => !quirks.includes(one)));

/** What a proxy answers while the program behind it does not run. */
const answerBadGateway: FallbackHandler = async (_, response, { pathname }) => {
	if (!pathname.startsWith('/query')) return false;
	send(response, page(502, '502 Bad Gateway', ''));
	return true;
};

interface AreasOptions {
	readonly options: ForgeOptions;
	readonly state: Store['state'];
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly hooks: Hooks;
	readonly drift: ReadonlySet<Quirk>;
	readonly identity: Identity | undefined;
	readonly lists: Lists;
	readonly repositories: Repositories;
	readonly trackers: Trackers;
	/** Each area is added to these when it has started. */
	readonly running: RunningArea[];
}

/** Starts the areas one after the other. Returns their addresses. */
async function startAreas(areas: AreasOptions): Promise<Forge['addresses']> {
	const { options, state, changed, accounts, hooks, drift, identity, lists, repositories, trackers } = areas;
	const common = { accounts, drift, delayMs: options.delayMs ?? 0, fail: options.fail ?? 0 };
	const start = async (offset: number, area: Area & { readonly drift?: ReadonlySet<Quirk> }) => {
		const started = await startArea({ ...common, ...area }, options.port === 0 ? 0 : options.port + offset);
		areas.running.push(started);
		return started.address;
	};
	const seen = (service: string) => {
		if (!drift.has('new-token-inserted-twice')) return undefined;
		// Treat existing tokens as already used at every service.
		state.seenTokens ??= {};
		state.seenTokens[service] ??= Object.fromEntries(state.accounts.tokens.map(({ value }) => [value, 1]));
		return new TokenTable(state.seenTokens[service], changed);
	};
	const handlers = options.graphql?.open({ accounts, drift, hooks, lists, repositories, trackers }) ?? {};
	const graphql = (area: keyof Forge['addresses']) => {
		const isDown = area === 'identity' && drift.has('identity-graphql-down');
		const handler = handlers[area] && isDown ? answerBadGateway : handlers[area];
		const keepsRest =
			options.graphql?.keepsRest !== false || (area === 'identity' && drift.has('rest-refuses-newer-tokens'));
		return { graphql: handler, lacksRest: handler !== undefined && !keepsRest };
	};
	return {
		// Real identity services answer an unknown token with 401, whatever the other areas do.
		identity: await start(0, {
			routes: profileRoutes(drift),
			...(identity && { fallback: identity.fallback }),
			...graphql('identity'),
			drift: withoutQuirks(drift, 'bad-token-is-400', 'application-tokens-fail', 'identity-graphql-down'),
		}),
		lists: await start(1, {
			...graphql('lists'),
			seen: seen('lists'),
			routes: [...hooks.routes('lists'), ...serve(listRows, lists.handlers)],
		}),
		repositories: await start(2, {
			...graphql('repositories'),
			seen: seen('repositories'),
			routes: [...hooks.routes('repositories'), ...serve(repositoryRows, repositories.handlers)],
			fallback: repositories.fallback,
		}),
		trackers: await start(3, {
			...graphql('trackers'),
			seen: seen('trackers'),
			routes: [...hooks.routes('trackers'), ...serve(trackerRows, trackers.handlers)],
		}),
		...(handlers.hub && { hub: await start(5, { graphql: handlers.hub, lacksRest: true, routes: [] }) }),
	};
}

/** The users of the forge, each with its first token. */
const usersOf = (accounts: Accounts, identity: Identity | undefined): Forge['users'] =>
	accounts.all.flatMap(({ name }) =>
		accounts
			.tokensOf(name, null)
			.slice(0, 1)
			.map(({ value, scopes }) => ({
				name: `~${name}`,
				token: value,
				scopes,
				...(identity && { graphqlToken: identity.graphqlToken(name, scopes) }),
			})),
	);

/**
 * Starts a forge in this process: its areas, mail, webhooks, git. Throws `CannotStart` if that is impossible. Reasons: docs/decisions/sandbox.md.
 */
export async function startForge(options: ForgeOptions, parts: ForgeParts = {}): Promise<Forge> {
	const { data, mustExist = false, waitMs } = options;
	const cleaned = removeAbandonedFolders();
	const accounts = () => demoAccounts(options.hasRandomSecrets);
	const store = await openStore({ folder: data, accounts, mustExist, waitMs });
	try {
		const temporary = data === undefined ? await temporaryFolder() : undefined;
		const removeTemporary = async () => {
			await cleaned;
			if (temporary !== undefined) await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
		};
		return await startStored(options, store, { folder: data ?? temporary ?? '', removeTemporary, ...parts });
	} catch (error) {
		// A state that the forge cannot use must not keep the folder locked.
		await store.abandon();
		throw error;
	}
}

interface Place extends ForgeParts {
	readonly folder: string;
	/** Called when the forge has ended. */
	readonly removeTemporary: () => Promise<void>;
}

async function startStored(
	options: ForgeOptions,
	store: Store,
	{ folder, removeTemporary, signIn, buildMore }: Place,
): Promise<Forge> {
	const drift: ReadonlySet<Quirk> = new Set(options.drift);
	const { state } = store;
	if (options.removesOldWebhooks) Object.assign(state.hooks, { hooks: [], deliveries: {} });
	// Do not save an incomplete world. The next start then finds nothing and builds it from the beginning.
	let isComplete = store.isRestored;
	const changed = () => {
		if (isComplete) store.changed();
	};
	const clock = createClock();
	const { now } = clock;
	const accounts = new Accounts(state.accounts, changed, now, drift.has('revoked-hooks-fire'));
	const checks = (): Checks => ({
		listsUser: lists,
		list: lists,
		repositoriesUser: repositories,
		repository: repositories,
		trackersUser: trackers,
		tracker: trackers,
		ticket: trackers,
	});
	const running: RunningArea[] = [];
	let smtp: Smtp | undefined;
	const isOwnPort = (port: number) =>
		[...running.map((area) => area.port), smtp?.port, repositories.pushPort].includes(port);
	const hooks = new Hooks({
		...hookRules(accounts, checks, isOwnPort),
		state: state.hooks,
		changed,
		drift,
		retries: [1000, 5000],
	});
	const shared = { changed, accounts, hooks, drift, now };
	const lists = new Lists({
		...shared,
		state: state.lists,
		host: drift.has('posting-host') ? 'lists.localhost' : '127.0.0.1',
		didOpen: () => visitors?.didOpenThread(),
	});
	const trackers = new Trackers({
		...shared,
		state: state.trackers,
		didOpen: (ticket) => visitors?.didOpenTicket(ticket),
		didChange: (ticket) => visitors?.didChangeTicket(ticket),
	});
	const { answersAfterMs } = options;
	const visitors =
		answersAfterMs === undefined
			? undefined
			: new Visitors({ trackers, lists, state, now, delayMs: answersAfterMs });
	const repositories = new Repositories({
		...shared,
		state: state.repositories,
		folder: join(folder, 'repositories'),
	});
	const { lifetimes = {} } = options;
	const identity = signIn?.({
		...shared,
		state: state.identity,
		lifetimes,
		graphqlScopes: options.graphql?.scopes ?? [],
	});
	for (const client of options.clients ?? []) identity?.addClient(client);

	const end = async () => {
		visitors?.dispose();
		await Promise.all([...running.map((area) => area.stop()), smtp?.stop()]);
		hooks.sender.stop();
		await hooks.settled();
		await repositories.stop();
		await store.close();
		await removeTemporary();
	};
	let ending: Promise<void> | undefined;
	const stop = () => {
		ending ??= end();
		return ending;
	};
	try {
		await checkGit();
		await repositories.start();
		if (!store.isRestored) {
			const worldTimes = options.hasRecentDates ? createShiftedParser(now()) : parseTime;
			const empty = { accounts, lists, repositories, trackers, clock, parseTime: worldTimes };
			state.unsentMails = await buildWorld(empty);
			await buildMore?.(empty);
			isComplete = true;
			changed();
		}
		const addresses = await startAreas({
			...shared,
			options,
			identity,
			lists,
			repositories,
			trackers,
			state,
			running,
		});
		smtp = await startSmtp(lists, options.port === 0 ? 0 : options.port + 4);
		return {
			addresses,
			smtp: { host: smtp.host, port: smtp.port },
			webhookKey: hooks.sender.publicKey,
			users: usersOf(accounts, options.graphql && identity),
			settled: () => hooks.settled(),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
