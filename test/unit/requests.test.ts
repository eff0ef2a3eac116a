import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { sessionId } from '../../src/signin/sessions/session.ts';
import { dialectOptions } from '../graphql-forge/graphql-api.ts';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { newFile, patchBody, sendMails } from '../ui/patches-mails.ts';
import { ServiceProxy } from '../ui/service-proxy.ts';
import { forgeUser } from '../ui/ticket-driver.ts';

interface Asked {
	readonly at: number;
	/** For example `trackers PUT /api/user/~ana/trackers/editor/tickets/49`. */
	readonly what: string;
	/** Equal for requests that get the same answer. */
	readonly key: string;
}

const channel = 'http.server.request.start';
const forHooks = /\/webhooks\b/;
/** The first reads of what the user has not looked at, from which updates count. */
const first = /\/(events|errands|patchsets|posts|refs|log)\b/;
/** In GraphQL, about the ticket of the test, and neither a webhook nor a part of one. */
const ofTicket = /"ticket":49\b/;
const notForHooks = /^(?!.*(?:Webhook|\{ id {2}\}|"ticket":))/;
/** In GraphQL, the first reads. */
const firstInGraphql = /"(?:list|repository)":|"tracker":"errands"/;
const isShown = (what: string) => !first.test(what) && !forHooks.test(what);
/** What is asked about the tracker and the list of the test, and what the views show, by dialect. */
const inRest = {
	ofTracker: /\/trackers\/editor\b/,
	ofList: /\/lists\/editor-devel\b/,
	ofShown: /trackers|lists$|subscriptions|repos$/,
};
const inGraphql = { ofTracker: /^trackers/, ofList: /^lists/, ofShown: /^(?:trackers|lists|repositories)/ };

interface Way {
	readonly name: string;
	readonly hasWebhooks: boolean;
	readonly isGraphql?: boolean;
}
const ways: readonly Way[] = [
	{ name: 'with webhooks', hasWebhooks: true },
	{ name: 'without webhooks', hasWebhooks: false },
	{ name: 'in GraphQL', hasWebhooks: true, isGraphql: true },
];

/** Nothing that an act causes begins later than this after the request before. */
const quietMs = 3000;

/** A forge and a window without an editor that asks it. */
class Measured {
	readonly #forge: Forge;
	readonly #way: Way;
	readonly #proxies: readonly ServiceProxy[];
	readonly #storage = temporaryFolder('requests');
	readonly #asked: Asked[] = [];
	#child: ChildProcess | undefined;
	#secrets: readonly unknown[] = [];

	private constructor(forge: Forge, way: Way, proxies: readonly ServiceProxy[]) {
		this.#way = way;
		this.#forge = forge;
		this.#proxies = proxies;
		subscribe(channel, this.#record);
	}

	static async open(way: Way): Promise<Measured> {
		const dialect = way.isGraphql ? 'both' : 'rest';
		const forge = await startForge({ port: 0, ...dialectOptions(dialect) });
		const areas = ['trackers', 'lists', 'repositories'] as const;
		const proxies = await Promise.all(
			areas.map(async (area) => {
				const proxy = await ServiceProxy.open();
				proxy.behind = forge.addresses[area];
				if (!way.hasWebhooks)
					proxy.refusalOf = (what) => (forHooks.test(what) ? 'There are no webhooks.' : undefined);
				return proxy;
			}),
		);
		return new Measured(forge, way, proxies);
	}

	readonly #record = (message: unknown): void => {
		const { request } = message as { readonly request: IncomingMessage };
		const { method = '', url = '', headers } = request;
		const addresses = Object.entries(this.#forge.addresses);
		const [area] = addresses.find(([, address]) => new URL(address).host === headers.host) ?? [];
		if (area === undefined) return;
		if (!String(headers['user-agent']).startsWith('Tildeforge')) return;
		const what = `${area} ${method} ${url}`;
		const key = `${headers.host} ${headers.authorization ?? 'no token'} ${what}`;
		this.#asked.push({ at: performance.now(), what, key });
	};

	openWindow(): void {
		const [trackers, lists, repositories] = this.#proxies.map(({ address }) => address);
		const { addresses, webhookKey, users } = this.#forge;
		const instance = { name: 'forge.test', ...addresses, trackers, lists, repositories, webhookKey };
		const given = {
			storage: this.#storage,
			settings: { 'tildeforge.instances': [instance], 'tildeforge.undoSeconds': 0 },
			kept: this.#secrets,
			key: { account: sessionId('forge.test', '~ana'), owner: '~ana', tracker: 'editor', ticket: 49 },
			token: users.find(({ name }) => name === '~ana')?.[this.#way.isGraphql ? 'graphqlToken' : 'token'],
		};
		const program = fileURLToPath(import.meta.resolve('./requests-process.ts'));
		this.#child = fork(program, [JSON.stringify(given)], { execArgv: ['--no-warnings'], silent: true });
	}

	/** The user of the window does this. */
	async does(act: 'sign in' | 'open' | 'comment' | 'resolve' | 'close'): Promise<void> {
		const child = this.#child ?? assert.fail('the window is closed');
		child.send(act);
		[this.#secrets] = await once(child, 'message');
		if (act === 'close') await once(child, 'exit');
	}

	get bob() {
		return forgeUser(this.#forge, '~bob');
	}

	async sendPatch(): Promise<void> {
		const body = patchBody('It blinks.', [newFile('blink.txt', ['on', 'off'])]);
		await sendMails(this.#forge, [{ id: 'blink@example.org', subject: '[PATCH editor] Blink', body }]);
	}

	/** Waits until the inbox knows what was there before. */
	async knowsAll(...names: readonly string[]): Promise<void> {
		const folder = join(this.#storage, 'kept', 'inbox');
		const stored = () =>
			(existsSync(folder) ? readdirSync(folder) : [])
				.map((account) => join(folder, account, 'events'))
				.filter((path) => existsSync(path))
				.map((path) => readFileSync(path, 'utf8'))
				.join('\n');
		await until(() => names.every((name) => new RegExp(`"cursor":.*${name}`).test(stored())), {
			what: `the inbox has read ${names}`,
			seconds: 60,
		});
	}

	/** Forgets the requests before. Resolves when those of each kind that an act causes are over. */
	async because(name: string, kinds: readonly RegExp[], act: () => Promise<unknown>): Promise<void> {
		this.#asked.length = 0;
		for (const proxy of this.#proxies) proxy.forget();
		await act();
		const isQuiet = (kind: RegExp) => {
			const last = this.#asked.findLast(({ what }) => kind.test(what));
			return last !== undefined && performance.now() - last.at > quietMs;
		};
		await until(() => kinds.every(isQuiet), { what: `${name} is done`, seconds: 60 });
	}

	requests(kind = /^/): readonly string[] {
		return this.#asked.map(({ what }) => what).filter((what) => kind.test(what));
	}

	/** In GraphQL, the requests for three services whose documents or variables match. */
	queries(kind: RegExp): readonly string[] {
		const asked = this.#proxies.flatMap((proxy) => proxy.of('POST'));
		return asked.map(({ body }) => JSON.stringify(body)).filter((text) => kind.test(text));
	}

	/** The requests whose answers were known. */
	repeated(): readonly string[] {
		const keys = this.#asked.filter(({ what }) => what.includes(' GET ')).map(({ key }) => key);
		return keys.filter((key, nth) => keys.indexOf(key) !== nth);
	}

	async stop(): Promise<void> {
		unsubscribe(channel, this.#record);
		this.#child?.kill();
		for (const proxy of this.#proxies) proxy.close();
		await this.#forge.stop();
	}
}

/** The requests because of a sign-in, of what users do and of a restart. */
async function measure(forge: Measured, { hasWebhooks, isGraphql }: Way) {
	const { ofTracker, ofList, ofShown } = isGraphql ? inGraphql : inRest;
	const found = (kind: RegExp, inQuery: RegExp) =>
		isGraphql ? forge.queries(inQuery) : forge.requests(kind);
	forge.openWindow();
	await forge.does('sign in');
	await forge.knowsAll(
		'list.*editor-devel',
		'list.*announce',
		'tracker.*errands',
		'tracker.*~ana.*editor',
		'notes',
	);
	const others = forge
		.requests()
		.filter((what) => isShown(what) && !/^(?:trackers|lists|repositories) POST/.test(what));
	const signIn = [
		...others,
		...(isGraphql ? forge.queries(notForHooks).filter((text) => !firstInGraphql.test(text)) : []),
	];
	const repeated = forge.repeated();
	await forge.does('open');
	// From then on, the webhook of the tracker works. Without webhooks, the tracker is not read again so soon.
	if (hasWebhooks)
		await forge.because('update', [ofTracker], () => forge.bob.update(49, { comment: 'I see it too.' }));
	await forge.because('comment', hasWebhooks ? [ofTracker, ofList] : [ofTracker], async () => {
		await forge.does('comment');
		if (hasWebhooks) await forge.sendPatch();
	});
	const comment = found(ofTracker, ofTicket);
	const patch = found(ofList, /"list":"editor-devel"/);
	await forge.because('resolve', [ofTracker], () => forge.does('resolve'));
	const resolve = found(ofTracker, ofTicket);
	const { status } = await forge.bob.ticket(49);
	await forge.does('close');
	await forge.because('restart', [ofShown], async () => forge.openWindow());
	const restart = isGraphql ? forge.queries(notForHooks) : forge.requests(ofShown).filter(isShown);
	const hooks = forge.queries(/create\w+Webhook/);
	const lookups = forge.queries(/\(name: \$\w+\) \{ id {2}\}/);
	return { signIn, repeated, comment, patch, resolve, status, restart, hooks, lookups };
}

describe('The forge', function () {
	this.timeout(120_000);
	const forges: Measured[] = [];
	let results: Awaited<ReturnType<typeof measure>>[] = [];
	before(async () => {
		const measuring = ways.map(async (way) => {
			const forge = await Measured.open(way);
			forges.push(forge);
			return measure(forge, way);
		});
		results = await Promise.all(measuring);
	});
	after(() => Promise.all(forges.map((one) => one.stop())));

	const areFew = (most: number, found: readonly string[]) => {
		assert.notEqual(found.length, 0);
		assert.ok(found.length <= most, `${found.length} requests:\n${found.join('\n')}`);
	};
	for (const [nth, { name }] of ways.entries()) {
		const found = () => results[nth] ?? assert.fail();
		it(`is asked little at a restart ${name}`, () => areFew(12, found().restart));

		it(`is asked little at a sign-in ${name}, and nothing that it has just told`, () => {
			assert.deepEqual(found().repeated, []);
			// Besides these, there is one for each webhook, and the first reads come later.
			areFew(19, found().signIn);
		});

		it(`is asked little for a comment and a resolved ticket ${name}`, () => {
			areFew(4, found().comment);
			areFew(4, found().resolve);
			assert.equal(found().status, 'resolved');
		});
	}

	it('is asked little for a patch that a webhook announces', () => {
		for (const nth of [0, 2]) areFew(4, results[nth]?.patch ?? []);
	});

	it('is asked once for each webhook in GraphQL', () => {
		assert.notEqual(results[2]?.hooks.length, 0);
		assert.deepEqual(results[2]?.lookups, []);
	});
});
