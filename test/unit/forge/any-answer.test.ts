import assert from 'node:assert/strict';
import fc from 'fast-check';
import { connect, type Wire } from '../../../src/forge/client/connect.ts';
import { listAll } from '../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../src/forge/contract/errors.ts';
import type { Answer, EndpointRow } from '../../../src/forge/contract/row.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import { families } from '../../../src/forge/webhooks/families.ts';
import { stage } from './server.ts';

type AnyRow = EndpointRow<string, unknown, Answer<unknown>>;

const tables: readonly Readonly<Record<string, AnyRow>>[] = [
	listRows,
	repositoryRows,
	trackerRows,
	...Object.values(families).map(({ path }) => webhookRows(path)),
];
const all = tables.flatMap((table) => Object.keys(table).map((name) => ({ table, name })));

const bodies: Readonly<Record<string, unknown>> = {
	createList: { name: 'l' },
	subscribe: { list: '~ada/l' },
	createRepository: { name: 'r' },
	createTracker: { name: 't' },
	createTicket: { title: 'title' },
	createHook: { url: 'http://x', events: ['ticket:create'] },
};

/** Calls the function of a row. If it returns a list, reads the list to its end. */
async function call(table: (typeof tables)[number], name: string, wire: Wire): Promise<unknown> {
	const row = table[name];
	assert(row);
	const names = [...row.path.matchAll(/[:*~](\w+)/g)].map(([, param]) => param ?? '');
	const params = Object.fromEntries(names.map((param) => [param, 'x']));
	const act = connect(table, wire)[name];
	assert(act);
	const result = Reflect.apply(act, undefined, row.body === null ? [params] : [params, bodies[name] ?? {}]);
	return row.answer.kind === 'many' ? listAll(result) : result;
}

async function assertHandled(work: Promise<unknown>): Promise<void> {
	await work.catch((error: unknown) => {
		assert(error instanceof ForgeError, error instanceof Error ? error.stack : String(error));
	});
}

const wireReturning = (json: unknown): Wire => ({
	json: async () => json,
	bytes: async () => new Uint8Array(),
	nothing: async () => {},
	report: () => {},
});

/** Keys that the shapes contain, so that junk is generated at all depths. */
const words =
	`id name owner canonical_name created updated type tracker ticket submitter labels assignees status
	permissions event_type label old_status user comment results next total entries parents author signature list sender
	patchset cover_letter superseded_by visibility refs old new events url by_user from_ticket colors`.split(
		/\s+/,
	);
const { junk } = fc.letrec((tie) => ({
	junk: fc.oneof(
		{ maxDepth: 4, withCrossShrink: true },
		fc.oneof(
			fc.constant(null),
			fc.boolean(),
			fc.double(),
			fc.integer(),
			fc.string(),
			fc.constantFrom('user', 'email'),
		),
		fc.array(tie('junk'), { maxLength: 4 }),
		fc.dictionary(fc.constantFrom(...words), tie('junk'), { maxKeys: 8 }),
	),
}));

describe('every row of the endpoint tables', () => {
	it('produces a value or a ForgeError for any JSON', async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...all), junk, async ({ table, name }, json) => {
				await assertHandled(call(table, name, wireReturning(json)));
				await assertHandled(call(table, name, wireReturning([json, json])));
			}),
			{ numRuns: 3000 },
		);
	});

	it('survives brackets nested 20,000 deep, and keys of the object prototype', async () => {
		const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
		const values = ['{"__proto__":{"id":1},"constructor":1}', `{"id":1,"results":[${deep}]}`, deep];
		for (const { table, name } of all) {
			for (const text of values) await assertHandled(call(table, name, wireReturning(JSON.parse(text))));
		}
	});
});

for (const through of ['plain', 'editor'] as const) {
	describe(`any response over HTTP (${through})`, () => {
		const { serve, wireTo } = stage(through);

		it('produces a value or a ForgeError, whatever its bytes, status and headers', async () => {
			let reply: { status: number; headers: Record<string, string>; body: Uint8Array };
			const server = await serve((_, response) => {
				response.writeHead(reply.status, reply.headers);
				response.end([204, 304].includes(reply.status) ? undefined : reply.body);
			});
			const limits = { answerMs: 2000, wholeMs: 2000 };
			const carrier = wireTo(server.address, {
				limits,
				retryPolicy: { times: 1, baseMs: 0, capMs: 0, maxWaitMs: 0 },
			});
			const header = fc.oneof(
				fc.stringMatching(/^[\x21-\x7e]{1,20}$/),
				fc.constantFrom(
					'text/html',
					'application/json',
					'0',
					'-1',
					'/',
					'http://[',
					'Thu, 01 Jan 1970 00:00:00 GMT',
				),
			);
			await fc.assert(
				fc.asyncProperty(
					fc.constantFrom(...all),
					fc.record({
						status: fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constant(200)),
						headers: fc.dictionary(
							fc.constantFrom('content-type', 'location', 'etag', 'retry-after', 'last-modified', 'date'),
							header,
						),
						body: fc.oneof(
							fc.uint8Array(),
							fc.json().map((text) => Buffer.from(text)),
							fc.constant(Buffer.from('{"errors":[{"reason":1},null]}')),
						),
					}),
					async ({ table, name }, generated) => {
						reply = generated;
						await assertHandled(call(table, name, carrier));
					},
				),
				// A call that hangs is reported with its seed.
				{ numRuns: 300, interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true },
			);
		});

		for (const encoding of ['gzip', 'br', 'deflate', 'zstd']) {
			it(`produces a ForgeError if it claims to be encoded as ${encoding} and is not`, async () => {
				const server = await serve((_, response) => {
					response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Type': 'application/json' });
					response.end(Buffer.from([1, 2, 3, 4, 5]));
				});
				const failing = call(trackerRows, 'user', wireTo(server.address));
				await assert.rejects(failing, (error) => error instanceof ForgeError && error.kind === 'surprise');
			});
		}
	});
}
