import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Document, ownerQuery } from '../../../../src/forge/graphql/document.ts';
import { GraphqlCall } from '../../../../src/forge/graphql/graphql-call.ts';
import { ResourceMemory } from '../../../../src/forge/graphql/resource-memory.ts';
import { answer, stage } from '../server.ts';

interface Name {
	readonly name: string | null;
}
const query: Document<Name> = 'query { name }';
const names: Document<{ readonly names: unknown }> = 'query { names }';
const mutation: Document<Name> = 'mutation { name }';
const nameOf = ({ name }: Name) => name;
const failure = (message: string, path: readonly (string | number)[] = ['name']) => ({ message, path });

describe('A call in GraphQL', () => {
	const { serve, wireTo } = stage();

	/** A call to a server that gives these answers in turn. */
	async function open(...answers: readonly { readonly status?: number; readonly body: unknown }[]) {
		const server = await serve((_, response, nth) => {
			const { status = 200, body } = answers[nth] ?? { body: {} };
			answer(response, status, body);
		});
		const reports: string[] = [];
		const wire = { ...wireTo(server.address), report: (sentence: string) => reports.push(sentence) };
		const memory = new ResourceMemory();
		const call = (options = {}) =>
			new GraphqlCall(wire, memory, ['todo.sr.ht/TICKETS:RO'], options, undefined);
		return { server, call, reports };
	}

	const rejection = (answer: Promise<unknown>): Promise<ForgeError> =>
		answer.then(
			() => assert.fail('The call succeeded.'),
			(error) => {
				assert(error instanceof ForgeError, `${error}`);
				return error;
			},
		);

	it('posts the document and its variables to /query', async () => {
		const { server, call } = await open({ body: { data: { name: 'a' } } });
		assert.equal(await call().ask(query, { id: 4 }, nameOf), 'a');
		const [request] = server.asked;
		assert.deepEqual([request?.method, request?.url], ['POST', '/query']);
		assert.equal(request?.headers.authorization, 'Bearer secret-token');
		assert.deepEqual(JSON.parse(request?.body ?? ''), { query, variables: { id: 4 } });
	});

	it('finds nothing if what it asks for is null, and no error says why', async () => {
		const { call } = await open({ body: { data: { name: null } } });
		assert.equal((await rejection(call().ask(query, {}, nameOf))).kind, 'missing');
	});

	for (const body of [{ data: null }, {}, { data: { name: 'a' }, errors: {} }, [], { errors: 7 }]) {
		it(`is surprised by an answer that is not one of GraphQL: ${JSON.stringify(body)}`, async () => {
			const reading = await open({ body });
			const failed = await rejection(reading.call().ask(query, {}, nameOf));
			assert.deepEqual([failed.kind, failed.mayBeDone], ['surprise', false]);
			const changing = await open({ body });
			const error = await rejection(changing.call().ask(mutation, {}, nameOf));
			assert.deepEqual([error.kind, error.mayBeDone], ['surprise', true]);
		});
	}

	it('fails if an error cannot be read', async () => {
		const { call } = await open({ body: { data: { name: 'a' }, errors: ['boom'] } });
		assert.equal((await rejection(call().ask(mutation, {}, nameOf))).kind, 'refused');
	});

	it('fails if a list has no cursor because of an error, and would seem to end', async () => {
		const { call } = await open({
			body: { data: { name: 'a' }, errors: [failure('late', ['name', 'next'])] },
		});
		assert.equal((await rejection(call().ask(query, {}, nameOf))).kind, 'refused');
	});

	it('says that a lookup has changed nothing if its answer does not keep to the schema', async () => {
		const { call } = await open({ body: { data: {} } });
		const fails = (): string => {
			throw new TypeError('a is undefined');
		};
		const error = await rejection(call().ask(query, {}, fails));
		assert.deepEqual([error.kind, error.mayBeDone], ['surprise', false]);
	});

	it('returns what there is if a part of a read fails, and reports the failure', async () => {
		const { call, reports } = await open({ body: { data: { name: 'a' }, errors: [failure('no url')] } });
		assert.equal(await call().ask(query, {}, nameOf), 'a');
		assert.deepEqual(reports, ['A part of an answer is missing: name']);
	});

	it('reports a part only when it first fails, because each poll may ask for it, wherever it is in a list', async () => {
		const withFailures = (...paths: readonly (readonly (string | number)[])[]) => ({
			body: { data: { name: 'a' }, errors: paths.map((path) => failure('no right', path)) },
		});
		const answers = [
			withFailures(['rights', 'access']),
			withFailures(['rights', 'access']),
			withFailures(['lists', 3, 'owner'], ['lists', 4, 'owner']),
			withFailures(['rights', 'access'], ['lists', 5, 'owner'], ['url']),
		];
		const { call, reports } = await open(...answers);
		for (const _ of answers) await call().ask(query, {}, nameOf);
		assert.deepEqual(
			reports,
			['rights.access', 'lists.owner', 'url'].map((part) => `A part of an answer is missing: ${part}`),
		);
	});

	it('leaves out an element of a list if anything below it has failed', async () => {
		const data = { names: [{ name: 'a' }, null, { name: null }, null] };
		const failures = [
			failure('no', ['names', 1, 'owner', 'name']),
			failure('no', ['names', 3]),
			failure('no', ['names', 2, 'name']),
		];
		const { call } = await open({ body: { data, errors: failures } });
		const picked = await call().ask(names, {}, (data) => data.names);
		assert.deepEqual(picked, [{ name: 'a' }, {}]);
	});

	it('reads an answer with many errors, and with paths as long as an answer can hold', async () => {
		const long = failure(
			'no',
			Array.from({ length: 300_000 }, () => 'name'),
		);
		const many = Array.from({ length: 50_000 }, (_, nth) => failure('no', ['names', nth, 'owner']));
		const data = { names: many.map(() => null) };
		const { call } = await open({ body: { data, errors: [long, ...many] } });
		const picked = await call().ask(names, {}, (data) => data.names);
		assert.deepEqual(picked, []);
	});

	it('changes only the answer where it says that a part has failed', async () => {
		const path = ['__proto__', '__proto__'];
		const { call } = await open({ body: { data: { name: 'a' }, errors: [failure('no part', path)] } });
		const before = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__');
		try {
			assert.equal(await call().ask(query, {}, nameOf), 'a');
			assert.deepEqual(Object.getOwnPropertyDescriptor(Object.prototype, '__proto__'), before);
		} finally {
			Object.defineProperty(Object.prototype, '__proto__', before ?? {});
		}
	});

	it('fails if a part of a change fails', async () => {
		const { call } = await open({
			body: { data: { name: 'a' }, errors: [failure('no url', ['name', 'url'])] },
		});
		const error = await rejection(call().ask(mutation, {}, nameOf));
		assert.deepEqual([error.kind, error.mayBeDone], ['surprise', true]);
	});

	it('asks for less if one element made its list fail', async () => {
		const { server, call } = await open(
			{ body: { data: { name: null }, errors: [failure('hidden', ['name', 3, 'url'])] } },
			{ body: { data: { name: 'b' } } },
		);
		assert.equal(await call().ask(query, {}, nameOf, 'query { less }'), 'b');
		assert.deepEqual(
			server.asked.map(({ body }) => JSON.parse(body).query),
			[query, 'query { less }'],
		);
	});

	it('asks for less if a field made what it belongs to fail', async () => {
		const { call } = await open(
			{ body: { data: { name: null }, errors: [failure('no sender', ['name', 'sender'])] } },
			{ body: { data: { name: 'b' } } },
		);
		assert.equal(await call().ask(query, {}, nameOf, 'query { less }'), 'b');
	});

	it('does not ask for less if what was asked for fails itself', async () => {
		const { server, call } = await open({ body: { data: { name: null }, errors: [failure('hidden')] } });
		assert.equal((await rejection(call().ask(query, {}, nameOf, 'query { less }'))).kind, 'refused');
		assert.equal(server.asked.length, 1);
	});

	for (const reason of ['Temporary error', 'context canceled', 'Access denied'])
		it(`does not ask for less if that would fail, too: ${reason}`, async () => {
			const errors = [failure(reason, ['name', 3, 'url'])];
			const { server, call } = await open({ body: { data: { name: null }, errors } });
			await rejection(call().ask(query, {}, nameOf, 'query { less }'));
			assert.equal(server.asked.length, 1);
		});

	it('names a user without a tilde, and by default asks for the account of the token', async () => {
		const { server, call } = await open(
			{ body: { data: { owner: { email: 'a@b' } } } },
			{ body: { data: { owner: { email: 'c@d' } } } },
		);
		const user = ownerQuery<{ readonly email: string }>('', 'email');
		assert.equal(await call().askOwner(user, { owner: '~ana' }, {}, ({ email }) => email), 'a@b');
		assert.equal(await call().askOwner(user, {}, {}, ({ email }) => email), 'c@d');
		assert.deepEqual(
			server.asked.map(({ body }) => JSON.parse(body)),
			[{ query: user.ofOwner, variables: { owner: 'ana' } }, { query: user.ofMine }],
		);
	});

	it('finds nothing below a user who does not exist', async () => {
		const { call } = await open({ body: { data: { owner: null } } });
		const user = ownerQuery<{ readonly email: string }>('', 'email');
		const error = await rejection(call().askOwner(user, { owner: '~no' }, {}, ({ email }) => email));
		assert.equal(error.kind, 'missing');
	});

	it('says that the version does not fit if the server does not know a field', async () => {
		const { call } = await open({
			status: 422,
			body: {
				data: null,
				errors: [{ message: 'Cannot query field "x"', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
			},
		});
		const error = await rejection(call().ask(query, {}, nameOf));
		assert.equal(error.kind, 'refused');
		assert.match(error.message, /too old or too new/);
	});

	for (const [status, body] of [
		[404, '404 page not found'],
		[404, { errors: [{ reason: '404 not found' }] }],
		[410, ''],
		[403, '<h1>Forbidden</h1>'],
	] as const) {
		it(`does not believe that anything is missing or forbidden if a proxy answers ${status} ${JSON.stringify(body)}`, async () => {
			const reading = await open({ status, body });
			const failed = await rejection(reading.call().ask(query, {}, nameOf));
			assert.deepEqual([failed.kind, failed.status, failed.mayBeDone], ['busy', status, false]);
			const changing = await open({ status, body });
			const error = await rejection(changing.call().ask(mutation, {}, nameOf));
			assert.deepEqual([error.kind, error.mayBeDone, changing.server.asked.length], ['busy', false, 1]);
		});
	}

	it('says why the forge refuses an account', async () => {
		const errors = [{ message: 'Account suspended with the following notice: spam' }];
		const { call } = await open({ status: 403, body: { errors } });
		const error = await rejection(call().ask(query, {}, nameOf));
		assert.equal(error.kind, 'forbidden');
		assert.match(error.message, /suspended with the following notice: spam/);
	});

	it('asks for permission before a change, and not before a read', async () => {
		const { server, call } = await open({ body: { data: { name: 'a' } } }, { body: { data: { name: 'b' } } });
		let count = 0;
		const options = {
			beforeSending: async () => {
				count += 1;
			},
		};
		await call(options).ask(query, {}, nameOf);
		assert.equal(count, 0);
		await call(options).ask(mutation, {}, nameOf);
		assert.deepEqual([count, server.asked.length], [1, 2]);
	});

	it('tries a read again after a busy answer, and never a change', async () => {
		const busy = { status: 502, body: 'busy' };
		const reading = await open(busy, { body: { data: { name: 'a' } } });
		assert.equal(await reading.call().ask(query, {}, nameOf), 'a');
		const changing = await open(busy, { body: { data: { name: 'a' } } });
		const error = await rejection(changing.call().ask(mutation, {}, nameOf));
		assert.deepEqual([error.kind, error.mayBeDone, changing.server.asked.length], ['busy', true, 1]);
	});

	it('shares the answer of equal reads at the same time, and not of different ones', async () => {
		const { server, call } = await open({ body: { data: { name: 'a' } } }, { body: { data: { name: 'b' } } });
		const names = await Promise.all([
			call().ask(query, { id: 1 }, nameOf),
			call().ask(query, { id: 1 }, nameOf),
			call().ask(query, { id: 2 }, nameOf),
		]);
		assert.equal(server.asked.length, 2);
		assert.equal(names[0], names[1]);
	});
});
