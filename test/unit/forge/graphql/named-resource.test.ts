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

		it('is that of its owner, with or without a tilde', async () => {
			const { use } = await open(42, 43, 44);
			assert.deepEqual(
				[await use(ofAna), await use({ ...garden, owner: 'ana' }), await use({ ...garden, owner: '~ben' })],
				[42, 42, 43],
			);
			assert.equal(await use(garden), 44);
		});

		it('is forgotten with such a change, which may give the name to another', async () => {
			const { call, read, use } = await open(42, 42, 42, 50);
			await read(ofAna);
			await resource.change(call, ofAna, () => read(ofAna));
			assert.equal(await use(ofAna), 50);
		});
	});
}
