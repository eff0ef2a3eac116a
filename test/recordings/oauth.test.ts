import assert from 'node:assert/strict';
import { tryAsync } from '../../src/base/abort.ts';
import { ForgeError } from '../../src/forge/contract/errors.ts';
import { FirstUses } from '../../src/forge/wire/first-use.ts';
import { createBearer } from '../../src/sandbox/identity/bearer.ts';
import { readGraphqlService } from '../../src/signin/instances/api-meta.ts';
import type { Instance } from '../../src/signin/instances/instance.ts';
import { defaultMetadata, readMetadata } from '../../src/signin/instances/metadata.ts';
import { probe } from '../../src/signin/instances/probe.ts';
import type { RequestContext } from '../../src/signin/instances/request.ts';
import { readCallback } from '../../src/signin/methods/callback.ts';
import { identify, isTokenInvalid } from '../../src/signin/methods/identify.ts';
import { redeem, refresh } from '../../src/signin/methods/oauth.ts';
import {
	asksWhoItIs,
	type Exchange,
	exchangesIn,
	type RecordedAnswer,
	replay,
	serviceOf,
	tally,
} from './exchanges.ts';

const exchanges = [...exchangesIn('oauth'), ...exchangesIn('graphql/signin', '*.json')];

const contextWith = (find: (url: URL) => RecordedAnswer): RequestContext => ({
	fetch: replay(find),
	agent: 'Tildeforge/test',
	plainHosts: new Set(),
	firstUses: new FirstUses(),
});
const answering = (answer: RecordedAnswer) => contextWith(() => answer);

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

/** Reads an answer. Returns what was read, and what it has to be. */
type Reader = (exchange: Exchange, url: URL) => Promise<readonly [found: string, expected: string]>;

const readServiceMetadata: Reader = async ({ answer }, { origin }) => {
	const found = await readMetadata(answering(answer), origin);
	const { authorization_endpoint: authorize, token_endpoint: token, scopes_supported } = Object(answer.body);
	return [
		found ? `${found.authorize} ${found.token} ${sorted(found.scopes ?? null)}` : 'none',
		authorize === undefined ? 'none' : `${authorize} ${token} ${sorted(scopes_supported)}`,
	];
};

const readService: Reader = async ({ answer }, url) => [
	String(await readGraphqlService(answering(answer), url.origin).catch(kindOf)),
	answer.status === 200 ? serviceOf(url) : 'busy',
];

const readRedirect: Reader = async ({ answer: { headers } }) => {
	const { searchParams } = new URL(headers.location ?? '');
	const result = readCallback(searchParams, { state: '<state>', code: 'code' });
	const isDeclined = result?.kind === 'refused' && result.error.message.startsWith('You declined');
	const refusal = isDeclined ? 'access_denied' : 'refused';
	return [
		result?.kind !== 'refused' ? `code ${result?.code}` : result.hasUnknownScope ? 'invalid_scope' : refusal,
		searchParams.get('error') ?? 'code <code>',
	];
};

const readToken: Reader = async ({ body, answer }, { origin }) => {
	const { scope = '', error } = Object(answer.body);
	const isToken = answer.status === 200;
	const given = isToken
		? { ...answer, body: { ...Object(answer.body), access_token: tokenFor(scope) } }
		: answer;
	const issuer = {
		context: answering(given),
		instance: { name: 'forge.test' },
		metadata: defaultMetadata(origin),
		client: { id: 'app', secret: 'secret' },
	};
	const grant = { code: 'abc', redirect: 'http://127.0.0.1:27555/callback', verifier: 'v' };
	const isRefresh = String(body).includes('grant_type=refresh_token');
	const found = await (isRefresh ? refresh(issuer, 'abc') : redeem(issuer, grant)).then(
		({ scopes, expires }) => `${sorted(scopes)} until ${new Date(expires ?? 0).getUTCFullYear()}`,
		kindOf,
	);
	// Without any permission ticked, the token is for everything. Its own lifetime is right, and that of the answer is wrong.
	if (isToken) return [found, `${permissionsOf(scope || '*')} until 2027`];
	return [found, error === undefined ? 'busy' : error === 'invalid_grant' ? 'signed-out' : 'refused'];
};

/** What is done with an answer, by the method and path, and where the answer leads. The first that matches counts. */
const uses: readonly (readonly [pattern: RegExp, outcome: string, Reader?])[] = [
	[/^GET \/\.well-known\/oauth-authorization-server$/, 'read: metadata', readServiceMetadata],
	[/^GET \/query\/api-meta\.json$/, 'read: the service at an address', readService],
	[/\/callback\?/, 'read: redirects to Tildeforge', readRedirect],
	[/^POST \/oauth2\/access-token$/, 'read: tokens and refusals of tokens', readToken],
	[
		/^\w+ \/(login|profile|$| )|^\w+ \/oauth2(\/(authorize|client-|personal-token|revoke-)|$| )/,
		'not used: a page for the browser',
	],
	[/^POST \/oauth2\/introspect/, 'not used: Tildeforge reads the token itself'],
	[/^GET \/oauth2\/access-token/, 'not used: Tildeforge never sends this'],
	[/^POST \/query/, 'not used: read with the answers in GraphQL'],
	[/^GET \/api\//, 'not used: the other answers of its trial were not recorded'],
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
	'a-discovery-clients/probe-identity': ['probe', 'good, GraphQL: yes'],
	'a-discovery-clients/probe-trackers': ['probe', 'good, GraphQL: yes'],
	'a-discovery-clients/probe-lists': ['probe', 'good, GraphQL: yes'],
	'a-discovery-clients/probe-repositories': ['probe', 'good, GraphQL: yes'],
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
		return finding.kind === 'good' ? `good, GraphQL: ${finding.graphql}` : finding.message;
	}).catch(kindOf);
	return { result, used, recorded };
}

describe('Recorded answers about signing in', () => {
	const count = tally('Signing in');

	it('are many', () => assert.ok(exchanges.length > 540));

	for (const exchange of exchanges) {
		const url = new URL(exchange.url);
		const { location } = exchange.answer.headers;
		const shown = [exchange.method, url.pathname, location].filter(Boolean).join(' ');
		const [, outcome, read] = uses.find(([pattern]) => pattern.test(shown)) ?? [];
		if (!read && isOfTrial(exchange)) continue;
		it(`are read, or are not for Tildeforge: ${exchange.name}`, async () => {
			assert(outcome && (read || !asksWhoItIs(exchange.body)), `${shown} is not expected`);
			const [found, expected] = (await read?.(exchange, url)) ?? [];
			assert.equal(found, expected);
			count(outcome);
		});
	}

	for (const [trial, [run, expected]] of Object.entries(trials))
		it(`together say the same as in the trial: ${trial}`, async () => {
			const { result, used, recorded } = await repeat(trial, run);
			assert.equal(result, expected);
			count(`${run}: ${expected} (of ${recorded.length} answers, ${used.size} were needed)`);
		});
});
