import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { FirstUses } from '../../../../src/forge/wire/first-use.ts';
import { Queues } from '../../../../src/forge/wire/queue.ts';
import type { Fetch } from '../../../../src/forge/wire/transport.ts';
import { wire } from '../../../../src/forge/wire/wire.ts';
import type { Service } from '../../../../src/signin/instances/instance.ts';
import { neededFields } from '../../../../src/signin/methods/graphql-areas.ts';
import { askInGraphql, findOwner } from '../../../../src/signin/methods/service-owner.ts';

const never = new AbortController().signal;
const newer = `${'Ab+/'.repeat(14)}`;
const legacy = 'a0'.repeat(16);

type Answer = readonly [status: number, body: unknown];
const missing: Answer = [404, { errors: [{ reason: '404 not found' }] }];
const rest: Answer = [200, { canonical_name: '~rest', name: 'rest' }];
const fieldsOf = (all = true) =>
	Object.fromEntries(
		Object.values(neededFields.trackers).map((fields, index) => [
			`type${index}`,
			{ fields: (all ? fields : fields.slice(1)).map((name) => ({ name })) },
		]),
	);
const me = { canonicalName: '~graphql' };
const graphql: Answer = [200, { data: { me, ...fieldsOf() } }];
const olderGraphql: Answer = [200, { data: { me, ...fieldsOf(false) } }];
const unknownDocument: Answer = [422, { errors: [{ message: 'Cannot query field' }], data: null }];
const lacksProfile: Answer = [
	200,
	{ errors: [{ message: 'Access denied for invalid auth method', path: ['me'] }], data: null },
];
const refusal: Answer = [403, { errors: [{ message: 'Invalid or expired OAuth 2.0 bearer token' }] }];
const meta: Answer = [200, { scopes: ['PROFILE', 'TICKETS', 'EMAILS', 'OBJECTS', 'SSH_KEYS'] }];

/** A service that answers each of these paths, and nothing else. */
function open(service: Service, answers: Readonly<Record<string, Answer>>) {
	const asked: string[] = [];
	const fetch: Fetch = async (url, { method, body }) => {
		const { pathname } = new URL(url);
		asked.push(`${method} ${pathname}${body === undefined ? '' : ` ${body}`}`);
		const [status, value] = answers[pathname] ?? missing;
		return { status, bytes: Buffer.from(JSON.stringify(value)), header: () => null };
	};
	const address = 'https://service.example.org';
	const firstUses = new FirstUses();
	const context = { fetch, agent: 'test', plainHosts: new Set<string>(), firstUses };
	const retryPolicy = { times: 0, baseMs: 0, capMs: 0, maxWaitMs: 0 };
	const createWire = (token: string) =>
		wire({
			base: address,
			token: () => token,
			fetch,
			queues: new Queues(firstUses),
			agent: 'test',
			retryPolicy,
		});
	const instance = { name: 'example.org', identity: 'https://meta.example.org/' };
	return {
		asked,
		service: { service, address, wire: createWire(newer) },
		/** The owner, and whether GraphQL was chosen. */
		find: async (token: string): Promise<string> => {
			let how = 'REST';
			const asked = { service, address, wire: createWire(token) };
			const didChoose = () => {
				how = 'GraphQL';
			};
			try {
				return `${await findOwner(context, instance, asked, token, didChoose, never)} in ${how}`;
			} catch (error) {
				assert.ok(error instanceof ForgeError, String(error));
				return `${error.kind} in ${how}: ${error.message}`;
			}
		},
	};
}

const metaPath = '/query/api-meta.json';
const metaOf = (scope: string): Answer => [200, { scopes: ['PROFILE', scope] }];

describe('The dialect of a service', () => {
	const only = (answer: Answer, scope = 'TICKETS') => ({ '/query': answer, [metaPath]: metaOf(scope) });
	const both = (answer: Answer, scope?: string) => ({ ...only(answer, scope), '/api/user': rest });
	const [inRest, inGraphql] = [/^~rest in REST$/, /^~graphql in GraphQL$/];
	const cases: readonly [what: string, answers: Record<string, Answer>, found: RegExp, service?: Service][] =
		[
			['REST if it speaks nothing else', { '/api/user': rest }, inRest],
			['GraphQL if it speaks nothing else', only(graphql), inGraphql],
			['GraphQL if it speaks both', both(graphql), inGraphql],
			['REST if it speaks both, and its GraphQL lacks fields', both(olderGraphql), inRest],
			['REST if it speaks both, and its GraphQL is older than the query', both(unknownDocument), inRest],
			['REST if it speaks both, and the token lacks the permission for GraphQL', both(lacksProfile), inRest],
			['GraphQL if it speaks nothing else, although it lacks fields', only(olderGraphql), inGraphql],
			[
				'GraphQL if it speaks nothing else, although the token lacks a permission, which is named',
				only(lacksProfile),
				/^forbidden in GraphQL: The token is missing .*todo\.sr\.ht\/PROFILE:RO/,
			],
			[
				'GraphQL if its REST refuses the token, although it lacks fields',
				{ ...only(olderGraphql), '/api/user': [401, { errors: [{ reason: 'Invalid token' }] }] },
				inGraphql,
			],
			['REST if another service answers there', both(graphql, 'EMAILS'), inRest],
			[
				'REST while it does not say whether it speaks GraphQL',
				{ ...both(graphql), [metaPath]: [503, {}] },
				inRest,
			],
			[
				'GraphQL for an account service',
				{ ...only([200, { data: { me } }], 'SSH_KEYS'), '/api/user/profile': rest },
				inGraphql,
				'identity',
			],
			['unimportant if the token is refused', both(refusal), /^signed-out in REST: /],
		];
	for (const [what, answers, found, service = 'trackers'] of cases)
		it(`is ${what}`, async () => assert.match(await open(service, answers).find(newer), found));

	it('is REST with a token of the older form', async () => {
		const { find, asked } = open('trackers', { '/query': graphql, [metaPath]: meta, '/api/user': rest });
		assert.equal(await find(legacy), '~rest in REST');
		assert.deepEqual(asked, ['GET /api/user']);
	});

	it('is not asked for again soon', async () => {
		for (const more of [{}, only(graphql)]) {
			const { find, asked } = open('trackers', { '/api/user': rest, ...more });
			assert.equal(await find(newer), await find(newer));
			assert.equal(asked.filter((one) => one === `GET ${metaPath}`).length, 1);
		}
	});

	it('makes such a token useless if it is only GraphQL', async () => {
		const { find } = open('trackers', only(graphql));
		assert.equal(
			await find(legacy),
			'refused in REST: example.org needs a newer kind of token than this one. Create a personal access token at https://meta.example.org/oauth2/personal-token and sign in with it.',
		);
		assert.match(await open('trackers', {}).find(legacy), /^missing in REST/);
	});
});

describe('A service that is asked for the owner of a token', () => {
	for (const wrong of [{ me: {} }, { me: { canonicalName: 7 } }, { me: 'ana' }]) {
		it(`is not believed if it answers ${JSON.stringify(wrong)}`, async () => {
			const { service } = open('trackers', { '/query': [200, { data: wrong }] });
			await assert.rejects(askInGraphql(service, never), { kind: 'surprise' });
		});
	}
});
