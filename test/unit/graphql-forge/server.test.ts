import assert from 'node:assert/strict';
import { type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';

const me = 'query { me { username } }';

describe('The GraphQL of a tracker area', () => {
	let forge: StartedArea;

	beforeEach(async () => {
		forge = await startGraphqlArea('trackers');
	});

	afterEach(() => forge.stop());

	const post = async (authorization: string | undefined, body: string, type = 'application/json') => {
		const response = await forge.send('/query', {
			method: 'POST',
			headers: { 'Content-Type': type, ...(authorization !== undefined && { Authorization: authorization }) },
			body,
		});
		return { status: response.status, json: await response.json() };
	};

	it('knows the user of the token, other users by their bare name, and its version', async () => {
		assert.deepEqual(
			await forge.data(
				'other',
				`query {
					version { major minor patch deprecationDate buildVersion buildDate }
					me { id canonicalName username email url location bio }
					user(username: "owner") { canonicalName }
					withTilde: user(username: "~owner") { canonicalName }
					missing: user(username: "unknown") { canonicalName }
				}`,
			),
			{
				version: {
					...{ major: 0, minor: 0, patch: 0, deprecationDate: null },
					...{ buildVersion: 'sandbox', buildDate: '2026-01-01' },
				},
				me: {
					...{ id: 2, canonicalName: '~other', username: 'other', email: 'other@forge.test' },
					...{ url: null, location: null, bio: null },
				},
				user: { canonicalName: '~owner' },
				withTilde: null,
				missing: null,
			},
		);
	});

	it('takes only a valid token of the newer form, with the scheme Bearer in any case', async () => {
		const token = forge.token('owner');
		const legacy = '0123456789abcdef0123456789abcdef';
		const dash = `${'x'.repeat(40)}-`;
		const unknown = 'x'.repeat(40);
		const body = JSON.stringify({ query: me });
		const cases: [authorization: string | undefined, status: number, message: string][] = [
			[undefined, 401, 'Authorization header is required.'],
			[token, 400, 'Invalid Authorization header'],
			[`token ${token}`, 400, 'Invalid Authorization header'],
			[`Bearer ${dash}`, 400, 'Invalid OAuth bearer token'],
			[`Bearer ${unknown}`, 401, 'Invalid or expired OAuth 2.0 bearer token'],
		];
		for (const [authorization, status, message] of cases) {
			const expected = { status, json: { errors: [{ message: `Authentication error: ${message}` }] } };
			assert.deepEqual(await post(authorization, body), expected, authorization);
		}
		// Servers send this error twice.
		const headers = { Authorization: `Bearer ${legacy}`, 'Content-Type': 'application/json' };
		const response = await forge.send('/query', { method: 'POST', headers, body });
		const message = '{"errors":[{"message":"Authentication error: Invalid or expired OAuth token"}]}';
		assert.deepEqual([response.status, await response.text()], [403, message + message]);
		for (const scheme of ['Bearer', 'bearer']) {
			const { status, json } = await post(`${scheme} ${token}`, body, 'application/json; charset=utf-8');
			assert.deepEqual([status, json], [200, { data: { me: { username: 'owner' } } }]);
		}
		forge.accounts.revoke(token);
		assert.equal((await post(`Bearer ${token}`, body)).status, 401);
	});

	it('refuses what is no request, no document, or does not fit the schema', async () => {
		const token = `Bearer ${forge.token('owner')}`;
		const query = (text: string, more: object = {}) => post(token, JSON.stringify({ query: text, ...more }));
		const cases: [answer: ReturnType<typeof post>, status: number, code: string | undefined, text: RegExp][] =
			[
				[post(token, 'query { me }'), 400, undefined, /could not be decoded/],
				[post(token, '{}'), 400, undefined, /could not be decoded/],
				[post(token, JSON.stringify({ query: me }), 'text/plain'), 400, undefined, /transport not supported/],
				[query('query {'), 422, 'GRAPHQL_PARSE_FAILED', /^Syntax Error/],
				[query('query { me { name } }'), 422, 'GRAPHQL_VALIDATION_FAILED', /"name"/],
				[
					query('query ($name: String!) { user(username: $name) { id } }'),
					...([422, 'GRAPHQL_VALIDATION_FAILED', /"\$name"/] as const),
				],
				[
					query('query A { me { id } } query B { me { id } }'),
					...([422, 'GRAPHQL_VALIDATION_FAILED', /not found/] as const),
				],
			];
		for (const [answer, status, code, text] of cases) {
			const { status: actual, json } = await answer;
			const { errors, data } = json as {
				errors: [{ message: string; extensions?: { code?: string } }];
				data: null;
			};
			assert.match(errors[0].message, text);
			assert.deepEqual([actual, errors[0].extensions?.code, data], [status, code, null]);
		}
		const named = await query('query A { me { id } } query B { version { major } }', { operationName: 'B' });
		assert.deepEqual(named.json, { data: { version: { major: 0 } } });
	});

	it('refuses an operation that costs more than 200 points: each field is one, in each use of a fragment', async () => {
		const fields = (count: number) =>
			Array.from({ length: count }, (_, nth) => `v${nth}: version { ...part }`).join(' ');
		const query = (count: number) =>
			`query { ${fields(count)} } fragment part on Version { major minor ... on Version { patch } }`;
		assert.equal((await forge.ask('owner', query(50))).errors, undefined);
		assert.deepEqual(await forge.ask('owner', query(51)), {
			status: 200,
			data: null,
			errors: [
				{
					message: 'operation has complexity 204, which exceeds the limit of 200',
					extensions: { code: 'COMPLEXITY_LIMIT_EXCEEDED' },
				},
			],
		});
	});

	it('answers only the fields for which the token has a grant', async () => {
		forge.trackers.create('owner', { name: 'editor' });
		const query = `query { me { tracker(name: "editor") { name owner { canonicalName } tickets { cursor } } } }`;
		const ask = (grants: string) => forge.askWith(forge.token('owner', grants), query);
		const denied = (...path: string[]) => ({ message: 'Access denied for invalid auth method', path });
		const tracker = ['me', 'tracker'];
		const whole = { name: 'editor', owner: { canonicalName: '~owner' }, tickets: { cursor: null } };

		const cases: [grants: string, data: unknown, errors: unknown][] = [
			['', { me: { tracker: whole } }, undefined],
			[
				'todo.sr.ht/PROFILE:RO todo.sr.ht/TRACKERS:RW todo.sr.ht/TICKETS',
				{ me: { tracker: whole } },
				undefined,
			],
			// A non-null field that is denied makes the nearest nullable field null.
			[
				'todo.sr.ht/PROFILE:RO todo.sr.ht/TRACKERS:RO',
				{ me: { tracker: null } },
				[denied(...tracker, 'tickets')],
			],
			['todo.sr.ht/PROFILE:RO', { me: { tracker: null } }, [denied(...tracker)]],
			['git.sr.ht/PROFILE:RO todo.sr.ht/TRACKERS:RO', null, [denied('me')]],
		];
		for (const [grants, data, errors] of cases) {
			assert.deepEqual(await ask(grants), { status: 200, data, errors }, grants);
		}
	});
});
