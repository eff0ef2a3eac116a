import assert from 'node:assert/strict';
import { connect } from '../../../src/forge/client/connect.ts';
import { listAll } from '../../../src/forge/client/pages.ts';
import { ForgeError, type ForgeErrorKind } from '../../../src/forge/contract/errors.ts';
import { pathBuilder } from '../../../src/forge/contract/row.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import type { Area } from '../../../src/forge/webhooks/families.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { allQuirks, graphqlQuirks, type Quirk } from '../../../src/sandbox/server/drift.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { type AnyRow, callRow } from '../../kit/answers/graphql-tables.ts';
import {
	type Client,
	lists,
	type Params,
	type RowCase,
	repositories,
	trackers,
} from '../../kit/answers/row-cases.ts';
import { startHooks } from '../../kit/forge/hooks-forge.ts';
import { plainTransport } from '../../kit/forge/plain-transport.ts';
import { testWire } from '../../kit/forge/test-wire.ts';

/** A user with a well-formed token that no forge knows. */
const stranger = '~stranger';

const areas = {
	lists: { table: listRows, cases: lists },
	repositories: { table: repositoryRows, cases: repositories },
	trackers: { table: trackerRows, cases: trackers },
} as const;

/** Asserts that an answer has content: a list has rows, a blob has bytes, and a change has taken effect. */
function assertContent({ answer, method }: AnyRow, body: unknown, answered: unknown): void {
	if (answer.kind === 'many') assert.ok(Array.isArray(answered) && answered.length > 0, 'There are no rows.');
	if (answer.kind === 'bytes')
		assert.ok(answered instanceof Uint8Array && answered.length > 0, 'It is empty.');
	if (answer.kind !== 'one' || method === 'GET') return;
	assert.ok(typeof answered === 'object' && answered !== null);
	for (const [name, value] of Object.entries(body ?? {})) {
		const now: unknown = Reflect.get(answered, name);
		if (typeof value === 'string' && typeof now === 'string') assert.equal(now, value);
	}
	const events: unknown = Reflect.get(answered, 'events');
	if (events !== undefined) assert.ok(Array.isArray(events) && events.length > 0, 'Nothing has happened.');
}

/** A quirk can be hidden by another one, so each is also there alone, in its dialect. */
const single = (quirk: Quirk) => {
	const dialect = graphqlQuirks.some((name) => name === quirk) ? 'graphql' : 'rest';
	return [`in ${dialect} with ${quirk}`, [quirk], dialect] as const;
};

for (const [mode, drift, dialect] of [
	['strict', [], 'rest'],
	['with every quirk of real servers', allQuirks, 'rest'],
	['in GraphQL', [], 'graphql'],
	['in GraphQL, with every quirk of real servers', allQuirks, 'graphql'],
	...allQuirks.map(single),
] as const satisfies readonly (readonly [string, readonly Quirk[], 'rest' | 'graphql'])[]) {
	const isGraphql = dialect === 'graphql';
	const has = (quirk: Quirk) => !isGraphql && drift.some((name) => name === quirk);
	describe(`The contract, ${mode}`, () => {
		let forge: Forge;
		const network = plainTransport();
		const queues = new Queues();
		before(async () => {
			forge = await startForge({ port: 0, drift, ...dialectOptions(dialect) });
		});
		after(async () => {
			network.dispose();
			await forge.stop();
		});

		const tokenOf = (name: string) => {
			if (name === stranger) return 'f'.repeat(isGraphql ? 64 : 32);
			const user = forge.users.find((one) => one.name === name);
			return isGraphql ? user?.graphqlToken : user?.token;
		};

		const wireOf = (user: string | undefined, area: Area) =>
			testWire({
				base: forge.addresses[area],
				token: () => (user === undefined ? undefined : tokenOf(user)),
				fetch: network.fetch,
				queues,
			});

		/** The typed calls of a user, or calls without a token if `user` is undefined. */
		const as =
			(user: string | undefined): Client =>
			async (area, rowName, params, body) => {
				const table: Readonly<Record<string, AnyRow>> = areas[area].table;
				const row = table[rowName];
				assert.ok(row);
				const answer = callRow(wireOf(user, area), isGraphql, area, rowName, params, body);
				if (row.answer.kind !== 'many') return answer;
				for await (const page of answer) return page.rows;
				return [];
			};

		/** Sends requests that the typed functions do not allow. */
		const sends = (user: string, area: Area, { method, path }: AnyRow, params: Params, body: unknown) =>
			wireOf(user, area).json({
				method,
				isWrite: method !== 'GET',
				path: pathBuilder(path)(params),
				route: path,
				query: {},
				body,
				scope: null,
				signal: undefined,
			});

		async function refusal(ask: Promise<unknown>): Promise<ForgeError> {
			const outcome = await ask.then(
				(value) => new Error(`It was answered: ${JSON.stringify(value)?.slice(0, 200)}`),
				(error: unknown) => error,
			);
			assert.ok(outcome instanceof ForgeError, String(outcome));
			return outcome;
		}

		for (const [area, { table, cases }] of Object.entries(areas) as [Area, (typeof areas)[Area]][]) {
			for (const [rowName, row] of Object.entries(table) as [string, AnyRow][]) {
				const rowCase: RowCase = Reflect.get(cases, rowName);
				const forms = row.path.includes('[') ? (['explicit', 'implied'] as const) : (['implied'] as const);
				for (const form of forms) {
					const owner: Params = form === 'explicit' ? { owner: '~ana' } : {};
					const title = `${area}: ${row.method} ${form === 'explicit' ? row.path.replace(/[[\]]/g, '') : row.path.replace(/\[.*\]/, '')}`;
					const prepared = async () => ({
						...rowCase.params,
						...(await rowCase.first?.(as('~ana'))),
						...owner,
					});
					const refused = async (
						user: string | undefined,
						params: Params,
						body: unknown,
						kind: ForgeErrorKind,
					) => {
						const error = await refusal(as(user)(area, rowName, params, body));
						assert.equal(error.kind, kind, error.message);
						return error;
					};

					describe(`${title} (${rowName})`, () => {
						// Real servers route a request for a blob by id with a user to somewhere else.
						const misrouted = rowName === 'blob' && form === 'explicit' && has('blob-by-id-misrouted');

						it(misrouted ? 'answers 404' : 'succeeds', async () => {
							const params = await prepared();
							if (misrouted) await refused('~ana', params, undefined, 'missing');
							else {
								// `body` can be a getter that makes a new name at each access.
								const { body } = rowCase;
								assertContent(row, body, await as('~ana')(area, rowName, params, body));
							}
						});

						it('requires a token', async () => {
							await refused(undefined, await prepared(), rowCase.body, 'signed-out');
						});

						it('treats an unknown token as none', async () => {
							await refused(stranger, await prepared(), rowCase.body, 'signed-out');
						});

						// Real servers require no scope for reading.
						if (row.scope !== null && row.method === 'GET' && has('reads-unchecked') && !misrouted) {
							it('allows reading without its scope', async () => {
								const error = await as('~eve')(area, rowName, { ...(await prepared()), owner: '~ana' }).then(
									() => undefined,
									(failure: unknown) => failure,
								);
								assert.ok(!(error instanceof ForgeError && error.scopes.length > 0), String(error));
							});
						} else if (row.scope !== null && !misrouted) {
							it('requires its scope', async () => {
								const { scopes } = await refused('~eve', await prepared(), rowCase.body, 'forbidden');
								if (isGraphql) assert.match(scopes.join(), /^[\w.]+\/[A-Z]+:R[OW]\b/);
								else assert.deepEqual(scopes, [row.scope]);
							});
						}
						const { absent, absentBody } = rowCase;
						if (absent !== null || absentBody !== undefined) {
							// For a ticket that does not exist, real servers answer as for a fault of their own.
							const isFault = has('ticket-missing-is-500') && /\/:ticket$/.test(row.path);
							it(`reports a missing resource${isFault ? ' as a server error' : ''}`, async () => {
								const params = { ...(absent ?? rowCase.params), ...owner };
								const kind = isFault ? 'surprise' : 'missing';
								await refused('~ana', params, absentBody ?? rowCase.body, kind);
							});
						}
						if (form === 'explicit') {
							it('reports a missing user', async () => {
								const params = { ...(await prepared()), owner: '~nobody' };
								// The contract ignores the user if the path names an email.
								if (row.path.endsWith('/:email')) await as('~ana')(area, rowName, params);
								else await refused('~ana', params, rowCase.body, 'missing');
							});
						}
						if (row.body !== null) {
							it('rejects an invalid body', async () => {
								const params = await prepared();
								// In GraphQL there is no other way to send it than the typed function.
								const answer = isGraphql
									? as('~ana')(area, rowName, params, rowCase.bad)
									: sends('~ana', area, row, params, rowCase.bad);
								const error = await refusal(answer);
								assert.equal(error.kind, 'refused', error.message);
								assert.notEqual(error.reasons.length, 0);
							});
						}
					});
				}
			}
		}

		for (const what of ['has expired', 'was revoked']) {
			it(`signs out a user whose token ${what}, for reads and writes`, async () => {
				const area = await startHooks('lists', { drift });
				try {
					const { value: token } = area.accounts.issue({
						...{ owner: 'alice', scopes: ['*'], client: null, expires: Date.parse('2026-12-31T00:00:00Z') },
					});
					const wired = testWire({ base: area.address, token: () => token, fetch: network.fetch, queues });
					const { hooks, createHook } = connect(webhookRows('/api/user'), wired);
					const hook = { url: 'http://127.0.0.1:9/', events: ['list:create'] };
					await createHook({}, hook);
					if (what === 'was revoked') area.accounts.revoke(token);
					else area.clock.now = new Date('2027-01-01T00:00:00Z');
					assert.equal((await refusal(listAll(hooks({})))).kind, 'signed-out');
					assert.equal((await refusal(createHook({}, hook))).kind, 'signed-out');
				} finally {
					await area.stop();
				}
			});
		}
	});
}
