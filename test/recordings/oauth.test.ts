import assert from 'node:assert/strict';
import { tryAsync } from '../../src/base/abort.ts';
import { ForgeError } from '../../src/forge/contract/errors.ts';
import { FirstUses } from '../../src/forge/wire/first-use.ts';
import { createBearer } from '../../src/sandbox/identity/bearer.ts';
import { readGraphqlService } from '../../src/signin/instances/api-meta.ts';
import type { AddressName, Instance } from '../../src/signin/instances/instance.ts';
import { defaultMetadata, readMetadata } from '../../src/signin/instances/metadata.ts';
import { probe } from '../../src/signin/instances/probe.ts';
import type { RequestContext } from '../../src/signin/instances/request.ts';
import { readCallback } from '../../src/signin/methods/callback.ts';
import { identify, isTokenInvalid } from '../../src/signin/methods/identify.ts';
import { redeem, refresh } from '../../src/signin/methods/oauth.ts';
import { asksWhoItIs, type Exchange, exchangesIn, type RecordedAnswer, replay, Tally } from './exchanges.ts';

const exchanges = [...exchangesIn('oauth'), ...exchangesIn('graphql/signin', '*.json')];

const services: Readonly<Record<string, AddressName>> = {
	101: 'repositories',
	103: 'trackers',
	106: 'lists',
	114: 'hub',
	100: 'identity',
	200: 'identity',
};
const serviceOf = (url: URL) => services[url.port.slice(-3)] ?? 'identity';

const contextWith = (find: (url: URL) => RecordedAnswer): RequestContext => ({
	fetch: replay(find),
	agent: 'Tildeforge/test',
	plainHosts: new Set(),
	firstUses: new FirstUses(),
});

const kindOf = (error: unknown): string => {
	if (error instanceof ForgeError) return error.kind;
	throw error;
};

/** A token as the recorded service made it. In the recordings it is a placeholder. */
const tokenFor = (grants: string) =>
	createBearer(
		{ expires: Date.UTC(2027, 10, 30), grants, client: 'app', username: 'alice' },
		Buffer.alloc(32),
		0,
	);

const sorted = (words: readonly string[] | null) => words?.toSorted().join(' ') ?? 'unknown';

/** What GraphQL calls otherwise than REST, whose names sessions have. */
const oldNames: Readonly<Record<string, string>> = {
	OBJECTS: 'data',
	REPOSITORIES: 'info',
	SUBSCRIPTIONS: 'subs',
	RO: 'read',
	RW: 'write',
};
const permissionsOf = (scope: string) =>
	sorted(
		scope.split(' ').map((one) => one.replace(/[A-Z_]+/g, (name) => oldNames[name] ?? name.toLowerCase())),
	);

/** How an answer is read, and how it has to be. */
interface Reader {
	/** The method and path, and where the answer leads. */
	readonly pattern: RegExp;
	read(exchange: Exchange, url: URL): Promise<string>;
	expected(exchange: Exchange, url: URL): string;
}

const bodyOf = ({ answer: { body } }: Exchange) => Object(body);

const readers: Readonly<Record<string, Reader>> = {
	metadata: {
		pattern: /^GET \/\.well-known\/oauth-authorization-server$/,
		read: async ({ answer }, { origin }) => {
			const metadata = await readMetadata(
				contextWith(() => answer),
				origin,
			);
			return metadata ? `${metadata.authorize} ${metadata.token} ${sorted(metadata.scopes ?? null)}` : 'none';
		},
		expected: (exchange) => {
			const { authorization_endpoint: authorize, token_endpoint: token, scopes_supported } = bodyOf(exchange);
			return authorize === undefined ? 'none' : `${authorize} ${token} ${sorted(scopes_supported)}`;
		},
	},
	'the service at an address': {
		pattern: /^GET \/query\/api-meta\.json$/,
		read: async ({ answer }, { origin }) =>
			String(
				await readGraphqlService(
					contextWith(() => answer),
					origin,
				).catch(kindOf),
			),
		expected: ({ answer: { status } }, url) => (status === 200 ? serviceOf(url) : 'busy'),
	},
	'redirects to Tildeforge': {
		pattern: /\/callback\?/,
		read: async ({ answer: { headers } }) => {
			const result = readCallback(new URL(headers.location ?? '').searchParams, {
				state: '<state>',
				code: 'code',
			});
			if (result?.kind !== 'refused') return `code ${result?.code}`;
			if (result.hasUnknownScope) return 'invalid_scope';
			return result.error.message.startsWith('You declined') ? 'access_denied' : 'refused';
		},
		expected: ({ answer: { headers } }) =>
			new URL(headers.location ?? '').searchParams.get('error') ?? 'code <code>',
	},
	'tokens and refusals of tokens': {
		pattern: /^POST \/oauth2\/access-token$/,
		read: async ({ body, answer }, { origin }) => {
			const token = tokenFor(Object(answer.body).scope ?? '');
			const isToken = answer.status === 200;
			const given = isToken ? { ...answer, body: { ...Object(answer.body), access_token: token } } : answer;
			const issuer = {
				context: contextWith(() => given),
				instance: { name: 'forge.test' },
				metadata: defaultMetadata(origin),
				client: { id: 'app', secret: 'secret' },
			};
			const grant = { code: 'abc', redirect: 'http://127.0.0.1:27555/callback', verifier: 'v' };
			const isRefresh = String(body).includes('grant_type=refresh_token');
			return (isRefresh ? refresh(issuer, 'abc') : redeem(issuer, grant)).then(
				({ scopes, expires }) => `${sorted(scopes)} until ${new Date(expires ?? 0).getUTCFullYear()}`,
				kindOf,
			);
		},
		expected: (exchange) => {
			const { scope, error } = bodyOf(exchange);
			// Without any permission ticked, the token is for everything. Its own lifetime is right, and that of the answer is wrong.
			if (exchange.answer.status === 200) return `${permissionsOf(scope || '*')} until 2027`;
			return error === undefined ? 'busy' : error === 'invalid_grant' ? 'signed-out' : 'refused';
		},
	},
};

/** What is not read, with the reason. The first that matches counts. */
const notUsed: readonly (readonly [pattern: RegExp, reason: string])[] = [
	[
		/^\w+ \/(login|profile|$)|^\w+ \/oauth2(\/(authorize|client-|personal-token|revoke-)|$| )/,
		'a page for the browser',
	],
	[/^POST \/oauth2\/introspect/, 'Tildeforge reads the token itself'],
	[/^GET \/oauth2\/access-token/, 'Tildeforge never sends this'],
	[/^POST \/query/, 'read with the answers in GraphQL'],
	[/^GET \/api\//, 'the other answers of its trial were not recorded'],
];

/** Trials of several requests, which Tildeforge makes together, by the end of their names. */
const trials: Readonly<
	Record<string, readonly [run: 'identify' | 'isTokenInvalid' | 'probe', expected: string]>
> = {
	'b-sign-in/identify': ['identify', '~alice'],
	'd-introspection/identify-without-any-PROFILE': ['identify', 'forbidden'],
	'd-introspection/bob-signs-in-with-the-application-of-alice': ['identify', '~bob'],
	'e-permissions/identify': ['identify', '~alice'],
	'e-permissions/token-without-any-todo-scope-identify': ['identify', '~alice'],
	'f-revocation-hooks/Tildeforge-identify-t1-': ['identify', 'signed-out'],
	'g-personal/issue': ['identify', '~alice'],
	'h-outages/meta-api-down-identify': ['identify', 'busy'],
	'e-permissions/token-without-any-todo-scope-isTokenInvalid': ['isTokenInvalid', 'false'],
	'e-permissions/raw-words': ['isTokenInvalid', 'false'],
	'e-permissions/raw-words-lists': ['isTokenInvalid', 'false'],
	'f-revocation-hooks/Tildeforge-isTokenInvalid-t1-': ['isTokenInvalid', 'true'],
	'h-outages/meta-api-down-isTokenInvalid': ['isTokenInvalid', 'busy'],
	'signin/isTokenInvalid': ['isTokenInvalid', 'false'],
	'a-discovery-clients/probe-identity': ['probe', 'good, also GraphQL'],
	'a-discovery-clients/probe-trackers': ['probe', 'good, only GraphQL'],
	'a-discovery-clients/probe-lists': ['probe', 'good, only GraphQL'],
	'a-discovery-clients/probe-repositories': ['probe', 'good, only GraphQL'],
};

const trialOf = ({ name }: Exchange) => name.replace(/^(?:oauth|graphql)\/([^/]+\/)\d+-(.*)\.json$/, '$1$2');
const isOfTrial = (exchange: Exchange) =>
	trials[trialOf(exchange)] !== undefined &&
	(asksWhoItIs(exchange.body) || /\/(api\/.*|api-meta\.json|oauth-authorization-server)$/.test(exchange.url));

/** Repeats a trial. Returns its result, and the exchanges that it used. */
async function repeat(trial: string, run: 'identify' | 'isTokenInvalid' | 'probe') {
	const recorded = exchanges.filter((exchange) => trialOf(exchange) === trial && isOfTrial(exchange));
	const used = new Set<Exchange>();
	const context = contextWith((url) => {
		const exchange = recorded.find((one) => one.url === url.href);
		if (!exchange) return { status: 404, headers: {}, body: '404 page not found\n' };
		used.add(exchange);
		return exchange.answer;
	});
	const origins = recorded.map(({ url }) => new URL(url)).map((url) => [serviceOf(url), url.origin] as const);
	const instance: Instance = { name: 'forge.test', ...Object.fromEntries(origins) };
	const token = tokenFor('');
	const never = new AbortController().signal;
	const result = await tryAsync(async () => {
		if (run === 'identify') return (await identify(context, instance, token)).account;
		if (run === 'isTokenInvalid')
			return String(
				await isTokenInvalid(context, instance, token, ['identity', 'lists', 'repositories', 'trackers']),
			);
		const [[service, origin] = ['identity' as const, '']] = origins;
		const finding = await probe(context, service, origin, never);
		return finding.kind === 'good' ? `good, ${finding.graphql} GraphQL` : finding.message;
	}).catch(kindOf);
	return { result, used, recorded };
}

describe('Recorded answers about signing in', () => {
	const tally = new Tally('Signing in');

	it('are many', () => assert.ok(exchanges.length > 540));

	for (const exchange of exchanges) {
		const url = new URL(exchange.url);
		const subject = `${exchange.method} ${url.pathname}`;
		const shown = [subject, exchange.answer.headers.location].filter(Boolean).join(' ');
		const found = Object.entries(readers).find(([, { pattern }]) => pattern.test(shown));
		if (!found && isOfTrial(exchange)) continue;
		it(`are read, or are not for Tildeforge: ${exchange.name}`, async () => {
			if (found) {
				const [name, reader] = found;
				assert.equal(await reader.read(exchange, url), reader.expected(exchange, url));
				tally.count(`read: ${name}`);
			} else {
				const reason = notUsed.find(([pattern]) => pattern.test(subject))?.[1];
				assert(reason && !asksWhoItIs(exchange.body), `${shown} is not expected`);
				tally.count(`not used: ${reason}`);
			}
		});
	}

	for (const [trial, [run, expected]] of Object.entries(trials))
		it(`together say the same as in the trial: ${trial}`, async () => {
			const { result, used, recorded } = await repeat(trial, run);
			assert.equal(result, expected);
			tally.count(`${run}: ${expected} (of ${recorded.length} answers, ${used.size} were needed)`);
		});
});
