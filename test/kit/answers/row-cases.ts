import assert from 'node:assert/strict';
import type { listRows } from '../../../src/forge/rows/lists.ts';
import type { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import type { trackerRows } from '../../../src/forge/rows/trackers.ts';
import type { Area } from '../../../src/forge/webhooks/families.ts';

export type Params = Readonly<Record<string, string | number>>;

/** How a row is tested: parameters with which it succeeds, and parameters that name something that does not exist. */
export interface RowCase {
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
export type Client = (area: Area, name: string, params: Params, body?: unknown) => Promise<unknown>;

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

export const lists: RowCases<typeof listRows> = {
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

export const repositories: RowCases<typeof repositoryRows> = {
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

export const trackers: RowCases<typeof trackerRows> = {
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
