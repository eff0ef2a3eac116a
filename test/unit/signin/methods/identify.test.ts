import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import { quirkSets } from '../../../../src/sandbox/server/drift.ts';
import { identify, isTokenInvalid, saysTokenIsUnusable } from '../../../../src/signin/methods/identify.ts';
import { type Dialect, dialectOptions } from '../../../graphql-forge/graphql-api.ts';
import { newToken } from '../../../kit/forge/new-token.ts';
import { instanceOf, network } from '../../../kit/forge/person.ts';
import { endings } from '../../../tools/endings.ts';

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

describe('A good token at an identity service whose REST refuses it', () => {
	const { context } = network();
	const ending = endings();

	it('is not said to be refused while the GraphQL of the service does not run', async () => {
		const drift = ['identity-graphql-down', 'rest-refuses-newer-tokens'] as const;
		const forge = await startForge({ port: 0, drift, ...dialectOptions('graphql') });
		ending(() => forge.stop());
		const { graphqlToken = '' } = forge.users.find(({ name }) => name === '~ana') ?? {};
		await assert.rejects(identify(context, instanceOf(forge), graphqlToken), (error: unknown) => {
			assert.ok(error instanceof ForgeError && error.kind === 'busy', String(error));
			return true;
		});
	});

	it('is said to lack a permission if it may not read the profile', async () => {
		const state = { drift: quirkSets['identity-2023'], ...dialectOptions('graphql') };
		const forge = await startForge({ port: 0, ...state });
		ending(() => forge.stop());
		const token = await newToken(forge, ['todo.sr.ht/TICKETS:RO']);
		await assert.rejects(identify(context, instanceOf(forge), token), (error: unknown) => {
			assert.ok(error instanceof ForgeError && error.kind === 'forbidden', String(error));
			return /PROFILE/.test(error.message);
		});
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
