import assert from 'node:assert/strict';
import { GraphqlCall } from '../../../../src/forge/graphql/graphql-call.ts';
import {
	listResource,
	type NamedResource,
	repositoryResource,
	trackerResource,
} from '../../../../src/forge/graphql/named-resource.ts';
import { ResourceMemory } from '../../../../src/forge/graphql/resource-memory.ts';
import { answer, stage } from '../server.ts';

interface GardenParams {
	readonly owner?: string;
	readonly list: string;
	readonly repository: string;
	readonly tracker: string;
}

/** All words, so that each resource takes the same parameters. */
const garden: GardenParams = { list: 'garden', repository: 'garden', tracker: 'garden' };
const ofAna = { owner: '~ana', ...garden };

const resources: readonly NamedResource<'list' | 'repository' | 'tracker'>[] = [
	listResource,
	repositoryResource,
	trackerResource,
];

for (const resource of resources) {
	const { word } = resource;

	describe(`The number of a ${word}`, () => {
		const { serve, wireTo } = stage();
		const query = resource.query<{ readonly size?: number }>('$unit: String!', 'size(unit: $unit)');

		/** A forge on which the resource of any owner has these numbers in turn. */
		async function open(...numbers: readonly number[]) {
			const server = await serve((_, response, nth) =>
				answer(response, 200, { data: { owner: { [word]: { id: numbers[nth], size: 3 } } } }),
			);
			const call = new GraphqlCall(wireTo(server.address), new ResourceMemory(), [], {}, undefined);
			const sent = () => server.asked.map(({ body }) => JSON.parse(body));
			return {
				call,
				sent,
				read: (params: GardenParams) =>
					resource.ask(call, params, query, { unit: 'bed' }, ({ size }) => size),
				use: (params: GardenParams) => resource.use(call, params, async (number) => number),
			};
		}

		it('is asked for with everything else, and used later', async () => {
			const { sent, read, use } = await open(42);
			assert.equal(await read(ofAna), 3);
			assert.deepEqual(sent()[0], {
				query: `query ($${word}: String!, $unit: String!, $owner: String!) { owner: user(username: $owner) { ${word}(name: $${word}) { id size(unit: $unit) } } }`,
				variables: { [word]: 'garden', unit: 'bed', owner: 'ana' },
			});
			assert.equal(await use(ofAna), 42);
			assert.equal(sent().length, 1);
		});

		it('is looked up once if no query has found it', async () => {
			const { sent, use } = await open(42);
			assert.deepEqual([await use(garden), await use(garden)], [42, 42]);
			assert.deepEqual(sent(), [
				{
					query: `query ($${word}: String!) { owner: me { ${word}(name: $${word}) { id  } } }`,
					variables: { [word]: 'garden' },
				},
			]);
		});

		it('is that of its owner, with or without a tilde', async () => {
			const { use } = await open(42, 43, 44);
			assert.deepEqual(
				[await use(ofAna), await use({ ...garden, owner: 'ana' }), await use({ ...garden, owner: '~ben' })],
				[42, 42, 43],
			);
			assert.equal(await use(garden), 44);
		});

		it('is looked up for a change of the resource itself, because the name may belong to another by now', async () => {
			const { call, read } = await open(42, 50);
			await read(ofAna);
			assert.equal(await resource.change(call, ofAna, async (number) => number), 50);
		});

		it('is forgotten with such a change, which may give the name to another', async () => {
			const { call, read, use } = await open(42, 42, 42, 50);
			await read(ofAna);
			await resource.change(call, ofAna, () => read(ofAna));
			assert.equal(await use(ofAna), 50);
		});

		it('is forgotten with such a change even if the forge seems to have refused it', async () => {
			const { call, read, use } = await open(42, 42, 50);
			await read(ofAna);
			const fail = async () => assert.fail('no answer');
			await assert.rejects(resource.change(call, ofAna, fail), /no answer/);
			assert.equal(await use(ofAna), 50);
		});
	});
}
