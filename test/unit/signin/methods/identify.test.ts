import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { identify, isTokenInvalid, saysTokenIsUnusable } from '../../../../src/signin/methods/identify.ts';
import { type Dialect, dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { instanceOf, network } from '../../../kit/forge/person.ts';

describe('A token at a forge whose trackers speak GraphQL', () => {
	const { context, asked } = network();
	let forge: Forge;
	afterEach(() => forge.stop());

	async function open(dialect: Dialect) {
		forge = await startForge({ port: 0, ...dialectOptions(dialect) });
		const { token: legacy = '', graphqlToken = '' } = forge.users.find(({ name }) => name === '~ana') ?? {};
		asked.length = 0;
		return { instance: instanceOf(forge), legacy, graphqlToken };
	}

	for (const dialect of ['graphql', 'both'] as const) {
		it(`is used there in GraphQL: ${dialect}`, async () => {
			const { instance, graphqlToken } = await open(dialect);
			const { account, graphql = [] } = await identify(context, instance, graphqlToken);
			assert.deepEqual([account, graphql.includes('trackers')], ['~ana', true]);
			assert.ok(asked.includes('POST /query'));
		});
	}

	it('is used in REST if it is of the older form', async () => {
		const { instance, legacy } = await open('both');
		assert.deepEqual(await identify(context, instance, legacy), { account: '~ana' });
	});

	it('is refused if it is of the older form, although other services accept it', async () => {
		const { instance, legacy } = await open('graphql');
		await assert.rejects(identify(context, instance, legacy), (error: unknown) => {
			assert.ok(saysTokenIsUnusable(error), String(error));
			return /^example\.org needs a newer kind of token than this one\./.test(error.message);
		});
	});

	it('is invalid if all services refuse it in their dialects', async () => {
		const { instance, graphqlToken } = await open('graphql');
		const areas = { name: 'example.org', trackers: instance.trackers ?? '', lists: instance.lists ?? '' };
		const isInvalid = (token: string, graphql: readonly 'trackers'[]) =>
			isTokenInvalid(context, areas, token, graphql);
		assert.equal(await isInvalid('A'.repeat(60), ['trackers']), true);
		assert.equal(await isInvalid(graphqlToken, ['trackers']), false);
		const onlyTrackers = { name: 'example.org', trackers: areas.trackers };
		assert.equal(await isTokenInvalid(context, onlyTrackers, graphqlToken, ['trackers']), false);
		assert.equal(await isTokenInvalid(context, onlyTrackers, 'A'.repeat(60), ['trackers']), true);
		assert.equal(await isTokenInvalid(context, onlyTrackers, 'A'.repeat(60)), false, 'it has no REST');
	});
});

describe('A token with a space in it', () => {
	const { context, asked } = network();

	it('is not said to be refused by the forge, which is not asked', async () => {
		const instance = { name: 'example.org', trackers: 'https://todo.example.org' };
		await assert.rejects(identify(context, instance, 'Bearer a-token'), {
			message: 'The token contains a space or another invalid character. Sign in again.',
		});
		assert.deepEqual(asked, []);
	});
});
