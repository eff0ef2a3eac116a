import assert from 'node:assert/strict';
import { connect } from '../../../src/forge/client/connect.ts';
import { listAll } from '../../../src/forge/client/pages.ts';
import { ForgeError, type ForgeErrorKind } from '../../../src/forge/contract/errors.ts';
import { type Answer, pathBuilder, type Row } from '../../../src/forge/contract/row.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { webhookRows } from '../../../src/forge/rows/webhooks.ts';
import type { Area } from '../../../src/forge/webhooks/families.ts';
import { plainTransport } from '../../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { wire } from '../../../src/forge/wire/wire.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { allQuirks } from '../../../src/sandbox/server/drift.ts';
import { startHooks } from '../../kit/forge/hooks-forge.ts';

type Params = Readonly<Record<string, string | number>>;

/** How a row is tested: parameters with which it succeeds, and parameters that name something that does not exist. */
interface RowCase {
	/** Without the owner, which the explicit form adds. */
	readonly params: Params;
	readonly body?: unknown;
	/** A body that the row must reject. */
	readonly bad?: unknown;
	/** Null if the row names nothing but the user. */
	readonly absent: Params | null;
	/** For a row whose body names something: a body that names something that does not exist. */
	readonly absentBody?: unknown;
	/** Creates what the call uses up. */
	readonly first?: (forge: Client) => Promise<Params>;
}

type RowCases<Table> = { readonly [Name in keyof Table]: RowCase };

/** Calls a row by name. All rows are called the same way, whatever their types. */
type Client = (area: Area, name: string, params: Params, body?: unknown) => Promise<unknown>;

const description = { description: 'Changed by a test.' };
const badDescription = { description: 5 };
const list = { list: 'editor-devel' };
const noList = { list: 'no-such-list' };
const repository = { repository: 'editor' };
const noRepository = { repository: 'no-such-repository' };
const tracker = { tracker: 'editor' };
const noTracker = { tracker: 'no-such-tracker' };
let current = 0;
const name = () => `made-by-a-test-${++current}`;

const idOf = (value: unknown): number => {
	assert.ok(typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number');
	return value.id;
};

const firstOf = async (ask: Promise<unknown>): Promise<unknown> => {
	const rows = await ask;
	assert.ok(Array.isArray(rows) && rows.length > 0, 'the demo world has none');
	return rows[0];
};

const someMail = async (ask: Client) => ({ email: idOf(await firstOf(ask('lists', 'posts', list))) });
const somePatchset = async (ask: Client) => ({
	...list,
	patchset: idOf(await firstOf(ask('lists', 'patchsets', list))),
});
const subscribed = async (ask: Client) => {
	const subscription = await ask('lists', 'subscribe', {}, { list: '~ana/editor-announce' });
	return { subscription: idOf(subscription) };
};
const someCommit = async (ask: Client) => {
	const commit = await firstOf(ask('repositories', 'log', repository));
	assert.ok(typeof commit === 'object' && commit !== null && 'id' in commit);
	return { ...repository, ref: String(commit.id) };
};
const someBlob = async (ask: Client) => {
	const tree = await ask('repositories', 'tree', repository);
	assert.ok(typeof tree === 'object' && tree !== null && 'entries' in tree && Array.isArray(tree.entries));
	const { id } = tree.entries.find(({ type }) => type === 'blob');
	return { ...repository, id };
};

const lists: RowCases<typeof listRows> = {
	user: { params: {}, absent: null },
	emails: { params: {}, absent: null },
	email: { params: {}, first: someMail, absent: { email: 999_999 } },
	thread: { params: {}, first: someMail, absent: { email: 999_999 } },
	lists: { params: {}, absent: null },
	createList: {
		params: {},
		get body() {
			return { name: name() };
		},
		bad: { name: 5 },
		absent: null,
	},
	list: { params: list, absent: noList },
	updateList: { params: list, body: description, bad: badDescription, absent: noList },
	posts: { params: list, absent: noList },
	patchsets: { params: list, absent: noList },
	patchset: { params: list, first: somePatchset, absent: { ...list, patchset: 999_999 } },
	updatePatchset: {
		params: list,
		first: somePatchset,
		body: { status: 'approved' },
		bad: { status: 'lovely' },
		absent: { ...list, patchset: 999_999 },
	},
	patches: { params: list, first: somePatchset, absent: { ...list, patchset: 999_999 } },
	subscriptions: { params: {}, absent: null },
	subscribe: {
		params: {},
		body: { list: '~ana/editor-devel' },
		bad: { list: 'nonsense' },
		absent: null,
		absentBody: { list: '~ana/no-such-list' },
	},
	subscription: { params: {}, first: subscribed, absent: { subscription: 999_999 } },
	unsubscribe: { params: {}, first: subscribed, absent: { subscription: 999_999 } },
};

const repositories: RowCases<typeof repositoryRows> = {
	user: { params: {}, absent: null },
	repositories: { params: {}, absent: null },
	createRepository: {
		params: {},
		get body() {
			return { name: name() };
		},
		bad: { name: '../x' },
		absent: null,
	},
	repository: { params: repository, absent: noRepository },
	updateRepository: { params: repository, body: description, bad: badDescription, absent: noRepository },
	deleteRepository: {
		params: {},
		first: async (ask) => {
			const repository = name();
			await ask('repositories', 'createRepository', {}, { name: repository });
			return { repository };
		},
		absent: noRepository,
	},
	references: { params: repository, absent: noRepository },
	log: { params: repository, absent: noRepository },
	logFrom: {
		params: { ...repository, ref: 'feature/undo-file' },
		absent: { ...repository, ref: 'no/such/ref' },
	},
	tree: { params: repository, absent: noRepository },
	treeOf: { params: repository, first: someCommit, absent: { ...repository, ref: 'no-such-ref' } },
	treeAt: {
		params: { ...repository, ref: 'feature/undo-file', path: 'src' },
		absent: { ...repository, ref: 'master', path: 'no/such/folder' },
	},
	blobAt: {
		params: { ...repository, ref: 'master', path: 'README.md' },
		absent: { ...repository, ref: 'master', path: 'no/such/file' },
	},
	blob: { params: repository, first: someBlob, absent: { ...repository, id: '0'.repeat(40) } },
};

const trackers: RowCases<typeof trackerRows> = {
	user: { params: {}, absent: null },
	trackers: { params: {}, absent: null },
	createTracker: {
		params: {},
		get body() {
			return { name: name(), visibility: 'PUBLIC' };
		},
		bad: { name: 'a b', visibility: 'PUBLIC' },
		absent: null,
	},
	tracker: { params: tracker, absent: noTracker },
	updateTracker: { params: tracker, body: description, bad: badDescription, absent: noTracker },
	deleteTracker: {
		params: {},
		first: async (ask) => {
			const tracker = name();
			await ask('trackers', 'createTracker', {}, { name: tracker, visibility: 'PUBLIC' });
			return { tracker };
		},
		absent: noTracker,
	},
	labels: { params: tracker, absent: noTracker },
	tickets: { params: tracker, absent: noTracker },
	createTicket: {
		params: tracker,
		body: { title: 'Made by a test' },
		bad: { title: 'x' },
		absent: noTracker,
	},
	ticket: { params: { ...tracker, ticket: 1 }, absent: { ...tracker, ticket: 999_999 } },
	updateTicket: {
		params: { ...tracker, ticket: 1 },
		body: { comment: 'Said by a test.' },
		bad: { status: 'lovely' },
		absent: { ...tracker, ticket: 999_999 },
	},
	events: { params: { ...tracker, ticket: 1 }, absent: { ...tracker, ticket: 999_999 } },
};

/** A user with a well-formed token that no forge knows. */
const stranger = '~stranger';

const areas = {
	lists: { table: listRows, cases: lists },
	repositories: { table: repositoryRows, cases: repositories },
	trackers: { table: trackerRows, cases: trackers },
} as const;

type AnyRow = Row<string, unknown, Answer<unknown>>;

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

for (const [mode, drift] of [
	['strict', []],
	['with every quirk of real servers', allQuirks],
] as const) {
	describe(`The contract, ${mode}`, () => {
		let forge: Forge;
		const network = plainTransport();
		const queues = new Queues();
		before(async function () {
			this.timeout(30_000);
			forge = await startForge({ port: 0, drift });
		});
		after(async () => {
			network.dispose();
			await forge.stop();
		});

		const tokenOf = (user: string) =>
			user === stranger ? 'f'.repeat(32) : forge.users.find(({ name }) => name === user)?.token;

		const wireOf = (user: string | undefined, area: Area) =>
			wire({
				base: forge.addresses[area],
				token: () => (user === undefined ? undefined : tokenOf(user)),
				fetch: network.fetch,
				queues,
				agent: 'Tildeforge/test',
			});

		/** The typed calls of a user, or calls without a token if `user` is undefined. */
		const as =
			(user: string | undefined): Client =>
			async (area, rowName, params, body) => {
				const table: Readonly<Record<string, AnyRow>> = areas[area].table;
				const row = table[rowName];
				assert.ok(row);
				const call: unknown = Reflect.get(connect(table, wireOf(user, area)), rowName);
				assert.ok(typeof call === 'function');
				const answer = row.body === null ? call(params) : call(params, body);
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
						const misrouted = rowName === 'blob' && form === 'explicit' && drift.length > 0;

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
						if (row.scope !== null && row.method === 'GET' && drift.length > 0 && !misrouted) {
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
								assert.deepEqual(scopes, [row.scope]);
							});
						}
						const { absent, absentBody } = rowCase;
						if (absent !== null || absentBody !== undefined) {
							// For a ticket that does not exist, real servers answer as for a fault of their own.
							const isFault = drift.length > 0 && /\/:ticket$/.test(row.path);
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
								const error = await refusal(sends('~ana', area, row, await prepared(), rowCase.bad));
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
					const agent = 'Tildeforge/test';
					const wired = wire({ base: area.address, token: () => token, fetch: network.fetch, queues, agent });
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
