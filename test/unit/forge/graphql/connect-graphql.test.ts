import assert from 'node:assert/strict';
import * as v from 'valibot';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { get, many, one, post, remove } from '../../../../src/forge/contract/row.ts';
import { connectGraphql, type Operations } from '../../../../src/forge/graphql/connect-graphql.ts';
import type { GraphqlCall } from '../../../../src/forge/graphql/graphql-call.ts';
import { answer, stage } from '../server.ts';

const Thing = v.object({ id: v.number() });
const table = {
	thing: get('/api/things/:thing', 'things:read', one(Thing)),
	things: get('/api/things', 'things:read', many(Thing, 'ticket')),
	others: get('/api/others', 'things:read', many(Thing)),
	add: post('/api/things', 'things:write', v.strictObject({ name: v.string() }), one(Thing)),
	drop: remove('/api/things/:thing', 'things:write'),
	other: get('/api/other', null, one(Thing)),
};
const query = 'query ($id: Int) { thing }';
const mutation = 'mutation ($id: Int) { thing }';
const thingOf = ({ thing }: { readonly thing: { readonly id: number } }) => ({ id: thing.id });

const readPage = (call: GraphqlCall) =>
	call.ask(query, { cursor: call.cursor }, (data: { readonly page: unknown }) => data.page);

const operations: Operations<typeof table> = {
	thing: {
		scopes: ['THINGS:RO'],
		documents: [query],
		run: (call, { thing }) => call.ask(query, { id: Number(thing) }, thingOf),
	},
	things: { scopes: ['THINGS:RO'], documents: [query], run: readPage },
	others: { scopes: ['THINGS:RO'], documents: [query], run: readPage },
	add: {
		scopes: ['THINGS:RW'],
		documents: [mutation],
		run: (call, _params, body) => call.ask(mutation, body, thingOf),
	},
	drop: {
		scopes: ['THINGS:RW'],
		documents: [mutation],
		run: (call, { thing }) => call.ask(mutation, { id: Number(thing) }, thingOf),
	},
	other: null,
};

describe('A client in GraphQL', () => {
	const { serve, wireTo } = stage();

	async function open(...bodies: readonly unknown[]) {
		const server = await serve((_, response, nth) => answer(response, 200, bodies[nth] ?? {}));
		let loads = 0;
		const load = async () => {
			loads += 1;
			return operations;
		};
		const client = connectGraphql(table, 'things.test', load, wireTo(server.address));
		const sent = () => server.asked.map(({ body }) => JSON.parse(body).variables);
		return { client, server, sent, loads: () => loads };
	}
	const kindOf = (answer: Promise<unknown>) =>
		answer.then(
			() => assert.fail('The call succeeded.'),
			(error) => (error instanceof ForgeError ? [error.kind, error.mayBeDone] : assert.fail(`${error}`)),
		);

	it('reads one resource through the shape of its row', async () => {
		const { client, sent } = await open({ data: { thing: { id: 3 } } });
		assert.deepEqual(await client.thing({ thing: 3 }), { id: 3 });
		assert.deepEqual(sent(), [{ id: 3 }]);
	});

	it('loads nothing before the first call', async () => {
		const { client, loads } = await open({ data: { thing: { id: 3 } } });
		assert.equal(loads(), 0);
		await client.thing({ thing: 3 });
		assert.equal(loads(), 1);
	});

	it('walks a list by its cursors, whatever the paging of REST', async () => {
		const { client, sent } = await open(
			{ data: { page: { results: [{ id: 9 }], next: 'after 9' } } },
			{ data: { page: { results: [{ id: 8 }], next: null } } },
		);
		assert.deepEqual(await listAll(client.things({})), [{ id: 9 }, { id: 8 }]);
		assert.deepEqual(sent(), [{}, { cursor: 'after 9' }]);
	});

	it('begins a walk at the cursor of a later page, but not at the number of a ticket', async () => {
		const { client, sent } = await open(
			...[1, 2].map((id) => ({ data: { page: { results: [{ id }], next: null } } })),
		);
		const query = { start: 'after 9' };
		assert.deepEqual(await listAll(client.others({}, { query })), [{ id: 1 }]);
		assert.deepEqual(await listAll(client.things({}, { query })), [{ id: 2 }]);
		assert.deepEqual(sent(), [{ cursor: 'after 9' }, {}]);
	});

	it('refuses a wrong body before anything is sent', async () => {
		const { client, server } = await open();
		assert.deepEqual(await kindOf(client.add({}, JSON.parse('{"nom":"a"}'))), ['refused', false]);
		assert.equal(server.asked.length, 0);
	});

	it('makes a change without an answer', async () => {
		const { client, sent } = await open({ data: { thing: { id: 3 } } });
		assert.equal(await client.drop({ thing: 3 }), undefined);
		assert.deepEqual(sent(), [{ id: 3 }]);
	});

	it('refuses a row that the dialect does not offer', async () => {
		const { client, server } = await open();
		assert.deepEqual(await kindOf(client.other({})), ['refused', false]);
		assert.equal(server.asked.length, 0);
	});

	it('names the scopes with their service if the token lacks one', async () => {
		const { client } = await open({
			data: null,
			errors: [{ message: 'Access denied for invalid auth method', path: ['thing'] }],
		});
		const error = await client.drop({ thing: 3 }).catch((reason: unknown) => reason);
		assert(error instanceof ForgeError);
		assert.deepEqual(error.scopes, ['things.test/THINGS:RW']);
	});

	it('is surprised by an answer that does not keep to the schema', async () => {
		const { client } = await open({ data: {} }, { data: {} }, { data: { thing: { id: 'three' } } });
		assert.deepEqual(await kindOf(client.thing({ thing: 3 })), ['surprise', false]);
		assert.deepEqual(await kindOf(client.drop({ thing: 3 })), ['surprise', true]);
		assert.deepEqual(await kindOf(client.thing({ thing: 4 })), ['surprise', false]);
	});
});
