import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { HttpAnswer } from '../../../../src/forge/wire/exchange.ts';
import { jsonOf, type RefusedRequest, toForgeError } from '../../../../src/forge/wire/refusals.ts';

const token = 'secret-token';
const get: RefusedRequest = { isWrite: false, route: '/api/lists', host: 'forge.example', token };
const put: RefusedRequest = { ...get, isWrite: true };
const pub: RefusedRequest = { ...get, needsNoToken: true };
const oneTicket = '/api[/user/:owner]/trackers/:tracker/tickets/:ticket';

const answered = (status: number, body: string | Buffer, type: string | null, extra = {}): HttpAnswer => ({
	status,
	bytes: Buffer.from(body),
	redirected: false,
	header: (name) => ({ 'content-type': type, ...extra })[name] ?? null,
});
const json = (status: number, ...errors: readonly (string | { field: string; reason: string })[]) =>
	answered(
		status,
		JSON.stringify({ errors: errors.map((one) => (typeof one === 'string' ? { reason: one } : one)) }),
		'application/json',
	);
const graphql = (status: number, message: string, extensions = {}) =>
	answered(status, JSON.stringify({ errors: [{ message, extensions }], data: null }), 'application/json');
const page = (status: number) => answered(status, '<h1>Oh</h1>', 'text/html; charset=utf-8');

describe('a refusal', () => {
	const signIn = /Sign in again/;
	const noSignIn = /You're not signed in/;
	const noAnswer = answered(401, '', null);
	const noToken = { ...get, token: undefined };
	const readsTicket = { ...get, route: oneTicket };
	const changesTicket = { ...put, route: oneTicket };
	const wait = (status: number, seconds: string) => answered(status, '', null, { 'retry-after': seconds });
	type Case = readonly [what: string, asked: RefusedRequest, answer: HttpAnswer, message: RegExp];
	const cases: Readonly<Record<string, readonly Case[]>> = {
		'signed-out': [
			['no token', noToken, json(401, 'No authorization supplied (expected an OAuth token)'), noSignIn],
			['no token, answered with a page,', noToken, page(401), noSignIn],
			[
				'an expired token, answered in GraphQL,',
				put,
				graphql(403, 'Authentication error: Invalid or expired OAuth 2.0 bearer token'),
				signIn,
			],
			[
				'a token that GraphQL cannot read',
				get,
				graphql(400, 'Authentication error: Invalid OAuth bearer token'),
				signIn,
			],
			['a malformed token', get, json(401, 'Malformed authorization header'), signIn],
			['an expired token', get, json(400, 'Invalid or expired OAuth token'), signIn],
			['an expired token, answered with 401,', put, json(401, 'Invalid or expired OAuth token'), signIn],
			['an empty 401', get, noAnswer, signIn],
			['an expired token where none is needed', pub, json(401, 'Invalid or expired OAuth token'), signIn],
		],
		forbidden: [
			[
				'a suspended account, reported in GraphQL,',
				get,
				graphql(403, 'Account suspended with the following notice: spam'),
				/Account suspended with the following notice: spam/,
			],
			[
				'a 401 about a missing permission',
				put,
				json(401, 'You are not authorized to change this'),
				/does not allow this: You are not authorized to change this\.$/,
			],
			[
				'a 401 about a missing scope',
				get,
				json(401, 'The token is not permitted to do this (needs a:read)'),
				/is missing the permission a:read\. Sign in with a token that has it\.$/,
			],
			[
				'a 401 about two missing scopes',
				get,
				json(401, 'The token is not permitted to do this (needs a:read and b:write)'),
				/is missing the permissions a:read and b:write\. Sign in with a token that has them\.$/,
			],
			['an empty 401 where no token is needed', pub, noAnswer, /permission to see/],
			["another user's patchset", put, page(401), /don't have permission to change this/],
			["another user's tracker", get, page(401), /don't have permission to see this/],
			['a private resource', get, page(403), /don't have permission to see this/],
			[
				'a suspended account',
				put,
				json(403, 'Your account has been suspended. Contact support'),
				/does not allow this: Your account has been suspended\. Contact support\.$/,
			],
		],
		missing: [
			['a missing resource', get, json(404, '404 not found'), /^Not found/],
			['a missing resource, answered with a page,', get, page(404), /^Not found/],
			['a resource that is gone', get, json(410, 'Gone'), /^Not found/],
		],
		surprise: [
			['a server error for a ticket', readsTicket, page(500), /went wrong/],
			['a server error for a change to a ticket', changesTicket, page(500), /may have been made/],
			['a server error', get, page(500), /Something went wrong on forge\.example\.$/],
			['a server error for a change', put, page(500), /may have been made/],
			[
				'a server error for a ticket, in JSON,',
				readsTicket,
				answered(500, '{}', 'application/json'),
				/went wrong/,
			],
			['an unexpected status', get, page(304), /Unexpected response/],
		],
		busy: [
			[
				'an identity service that is down, reported in GraphQL,',
				put,
				graphql(500, 'Temporary error; try again later'),
				/is busy/,
			],
			['a failure to check the token', get, json(500, 'Temporary authentication failure'), /in a moment/],
			['too many requests', get, wait(429, '90'), /in 90 seconds/],
			['a bad gateway', get, page(502), /^The service behind .* is not responding\. Try again/],
			['a pause for maintenance', put, wait(503, '7200'), /in 120 minutes/],
			['an absurdly long pause', put, wait(503, '9'.repeat(400)), /again later\.$/],
			['a gateway timeout', get, page(504), /did not respond in time\. Try again/],
			['a service that is down', get, page(503), /is not available at the moment\. Try again/],
		],
		timeout: [['a request timeout', get, page(408), /in time/]],
		refused: [
			['a method that is not allowed', put, page(405), /does not offer this/],
			[
				'an invalid field',
				put,
				json(400, { field: 'title', reason: 'Title is required' }),
				/^Title is required\.$/,
			],
			[
				'a rejection without a reason',
				put,
				answered(400, '{}', 'application/json'),
				/without giving a reason/,
			],
			['any other 4xx status', put, page(418), /without giving a reason/],
			['a reason that repeats the token', put, json(400, `What is ${token}?`), /^What is •••\?$/],
			[
				'a reason in HTML',
				put,
				json(
					400,
					'<p class="error">Name must match <samp>[a-z]+</samp>,<br/>not &quot;1&amp;lt;&quot; or &#60;b&#x3E;</p>',
				),
				/^Name must match \[a-z\]\+, not "1&lt;" or <b>\.$/,
			],
			[
				'a reason with angle brackets that are not HTML',
				put,
				json(400, 'No mail <1@forge.test> & no list <devel>; &#99999999; &bogus;'),
				/^No mail <1@forge\.test> & no list <devel>; &#99999999; &bogus;\.$/,
			],
			[
				'a reason that splits the token with tags',
				put,
				json(400, `What is ${token.slice(0, 3)}<b>${token.slice(3)}</b>?`),
				/^What is •••\?$/,
			],
			[
				'a reason with control characters',
				put,
				json(400, '\u001b[31m a \n\n b\u202e \ud800'),
				/^\[31m a b \ufffd\.$/,
			],
		],
	};
	for (const [kind, ofKind] of Object.entries(cases))
		for (const [what, asked, answer, message] of ofKind) {
			it(`for ${what} is "${kind}"`, () => {
				const error = toForgeError(asked, answer);
				assert.equal(error.kind, kind, error.message);
				assert.match(error.message, message);
				assert.equal(error.status, answer.status);
			});
		}

	it('keeps the reasons of the server with their fields', () => {
		const errors = [{ field: 'name', reason: 'Name is required' }, 'Invalid JSON provided'];
		const { reasons } = toForgeError(put, json(400, ...errors));
		assert.deepEqual(reasons, [errors[0], { reason: 'Invalid JSON provided' }]);
	});

	const waitCases: readonly [status: number, headers: Record<string, string>, ms: number | undefined][] = [
		[429, { 'retry-after': '90' }, 90_000],
		[503, { 'retry-after': 'Fri, 20 Nov 2026 07:01:00 GMT', date: 'Fri, 20 Nov 2026 07:00:00 GMT' }, 60_000],
		[503, { 'retry-after': 'soon' }, undefined],
		[502, {}, undefined],
		[400, { 'retry-after': '90' }, undefined],
	];
	for (const [status, headers, ms] of waitCases) {
		it(`with status ${status} and ${JSON.stringify(headers)} has retryAfterMs ${ms}`, () => {
			assert.equal(toForgeError(put, answered(status, '', null, headers)).retryAfterMs, ms);
		});
	}

	it('names the scopes that the token is missing, without their service prefix', () => {
		for (const [text, scopes] of [
			['not permitted to use this endpoint (needs 4fb1c2d3e4f5a6b7/tickets:write)', ['tickets:write']],
			['needs todo.sr.ht/tickets:write and trackers:read', ['tickets:write', 'trackers:read']],
			['(needs patches:write)', ['patches:write']],
			['Your account is read-only', []],
		] as const) {
			const error = toForgeError(put, json(403, text));
			assert.deepEqual(error.scopes, scopes);
			assert.equal(error.kind, 'forbidden');
		}
	});

	it('is a ForgeError with a full sentence and without the token, whatever the response', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 100, max: 599 }),
				fc.oneof(
					fc.json().map((text) => Buffer.from(text)),
					fc.uint8Array().map((bytes) => Buffer.from(bytes)),
					fc
						.array(fc.record({ field: fc.anything(), reason: fc.oneof(fc.string(), fc.constant(token)) }))
						.map((errors) => Buffer.from(JSON.stringify({ errors }))),
				),
				fc.option(fc.oneof(fc.string(), fc.constantFrom('text/html', 'application/json', 'text/plain'))),
				fc.constantFrom(get, put, { ...get, route: oneTicket }),
				fc.dictionary(fc.constantFrom('retry-after', 'date'), fc.string()),
				(status, body, type, asked, headers) => {
					const answer = answered(status, body, type, headers);
					const error = toForgeError(asked, answer);
					assert(error instanceof ForgeError);
					assert.match(error.message, /[.!?…•]$/);
					assert.doesNotMatch(error.message + JSON.stringify(error.reasons), /secret-token/);
					try {
						jsonOf('forge.example', answer);
					} catch (thrown) {
						assert(thrown instanceof ForgeError);
						assert.equal(thrown.kind, 'surprise');
					}
				},
			),
		);
	});
});

describe('the JSON of a response', () => {
	it('is parsed whatever its content type, unless that is a page', () => {
		for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain', null]) {
			assert.deepEqual(jsonOf('h', answered(200, '\uFEFF{"a":1}', type)), { a: 1 });
		}
		assert.throws(() => jsonOf('h', answered(200, '{"a":1}', 'text/html')), /a web page instead of data/);
	});

	for (const [what, body, message] of [
		['an empty body', '', /an empty response instead/],
		['truncated JSON', '{"a":', /an unreadable response/],
		['binary data', Buffer.from([0xff, 0xfe, 0x00, 0x80]), /an unreadable response/],
		['brackets that never close', '['.repeat(200_000), /a response that is nested too deeply to be read\./],
		['a million empty objects', `[${'{},'.repeat(1_000_000)}{}]`, /that has too many values to be read\./],
	] as const) {
		it(`fails with kind "surprise" for ${what}`, () => {
			assert.throws(() => jsonOf('h', answered(200, body, 'application/json')), message);
		});
	}

	it('may have any brackets and quotes in its texts', () => {
		const value = { title: `${'[{'.repeat(100_000)}"\\`, labels: [',"'] };
		assert.deepEqual(jsonOf('h', answered(200, JSON.stringify(value), 'application/json')), value);
	});
});
