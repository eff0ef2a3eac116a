import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../src/base/lifetime.ts';
import { Log } from '../../src/base/log.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { ForgeError } from '../../src/forge/errors.ts';
import { Queues } from '../../src/forge/queue.ts';
import { transport } from '../../src/forge/transport.ts';
import { isTicketKey, type TicketKey } from '../../src/platform/model/keys.ts';
import { AccountCaches } from '../../src/platform/state/account-caches.ts';
import { createConnection } from '../../src/signin/connection.ts';
import { Renewal } from '../../src/signin/renewal.ts';
import { SessionRegistry } from '../../src/signin/session-registry.ts';
import { emptyBody } from '../../src/tickets/model/ticket-draft.ts';
import { Sendings } from '../../src/tickets/page/sendings.ts';
import { changeTicket } from '../../src/tickets/state/change-ticket.ts';
import { type TicketDraft, writerOf } from '../../src/tickets/state/draft-format.ts';
import { hasComment } from '../../src/tickets/state/has-comment.ts';
import { Tickets } from '../../src/tickets/state/tickets.ts';

/** The input of one process of the soak test. */
export interface WindowTask {
	readonly name: string;
	readonly folder: string;
	readonly trackers: string;
	readonly token: string;
	readonly tickets: readonly number[];
}

/** The events that the process reports at once, each as a line of JSON. */
export type Told =
	| { readonly kind: 'did'; readonly what: string; readonly ms: number }
	| { readonly kind: 'saved' | 'sent' | 'left'; readonly text: string }
	| { readonly kind: 'unreadable'; readonly what: string }
	| { readonly kind: 'failed'; readonly why: string };

const task: WindowTask = JSON.parse(process.argv[2] ?? '');
const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`);
const lifetime = new Lifetime();
const secrets = new Secrets();
const log = new Log(
	{
		write: (_level, line) => {
			if (/unreadable|cannot be read|could not be read/.test(line)) tell({ kind: 'unreadable', what: line });
		},
	},
	secrets,
);

/** The secret storage of the editor, which all windows share. */
const secretStore = {
	get: async (key: string): Promise<string | undefined> => {
		try {
			return JSON.parse(readFileSync(join(task.folder, 'vault.json'), 'utf8'))[key];
		} catch {
			return undefined;
		}
	},
	store: async (key: string, value: string): Promise<void> => {
		const draft = join(task.folder, `vault.${process.pid}`);
		writeFileSync(draft, JSON.stringify({ [key]: value }));
		renameSync(draft, join(task.folder, 'vault.json'));
	},
};

const instance = { name: 'forge.test', trackers: task.trackers };
const registry = new SessionRegistry({ secretStore, folder: join(task.folder, 'sessions'), secrets, log });
const refuse = () => Promise.reject(new Error('Tokens of the soak do not expire.'));
const renewal = new Renewal({
	registry,
	folder: join(task.folder, 'turns'),
	fetchNext: refuse,
	isDead: async () => false,
	discard: async () => {},
	log,
});
const network = lifetime.add(transport());
const queues = new Queues();
const connections = new Map<string, ReturnType<typeof createConnection>>();
const accounts = () =>
	registry.sessions.map((session) => {
		const { id } = session;
		const made =
			connections.get(id) ??
			createConnection({
				...{ instance, id, renewal, queues, log },
				session: () => registry.get(id),
				fetch: network.fetch,
				agent: 'Tildeforge/soak',
			});
		connections.set(id, made);
		return { session, instance, connection: made };
	});

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
	const began = performance.now();
	try {
		return await work();
	} finally {
		tell({ kind: 'did', what, ms: performance.now() - began });
	}
}

const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

await registry.read();
const caches = new AccountCaches(join(task.folder, 'cache'), log);
const forges = {
	caches,
	isTemporary: () => false,
	get accounts() {
		return accounts();
	},
	onDidChange: (listener: () => unknown) => registry.onDidChange(() => listener()),
};
const tickets = lifetime.add(await Tickets.open({ forges, folder: task.folder, log }));
const sendings = lifetime.add(new Sendings({ drafts: tickets.drafts, log }));

const signIn = () =>
	timed('signing in', () =>
		registry.put({
			...{ instance: 'forge.test', account: '~ana', method: 'token', token: task.token },
			...{ scopes: null, expires: null, refresh: null, client: null },
		}),
	);

async function send(draft: TicketDraft): Promise<void> {
	const { key } = draft;
	const { text } = draft.body;
	if (!isTicketKey(key)) return;
	const account = tickets.of(key.account);
	if (!account) return;
	const user = new Lifetime();
	try {
		const trackerCache = account.trackers.tracker(key.owner, key.tracker, user);
		const base = await trackerCache.read(key.ticket);
		const means = {
			client: account.client,
			trackerCache,
			quirks: { resolveOnly: false, reopenFirst: false },
			learn: async () => {},
		};
		await sendings.send(draft, {
			send: () => changeTicket(means, key, { comment: text }, base),
			hasArrived: (sending) =>
				hasComment(trackerCache, key.ticket, {
					...sending.draft.body,
					newest: sending.newest,
					me: account.session.account,
				}),
			newest: () => Math.max(0, ...(trackerCache.events(key.ticket).value ?? []).map(({ id }) => id)),
		});
		tell({ kind: 'sent', text });
	} finally {
		user.dispose();
	}
}

async function write(nth: number): Promise<void> {
	const [account] = tickets.accounts;
	const ticket = pick(task.tickets);
	if (!account || ticket === undefined) return;
	const { session } = account;
	const key: TicketKey = { account: session.id, owner: '~ana', tracker: 'editor', ticket };
	// As in the editor, work continues on an existing draft.
	const before = tickets.drafts.get(key);
	if (before) {
		await timed('sending', () => send(before));
		return;
	}
	const text = `soak ${task.name} ${process.pid} ${nth}`;
	const draft = await timed('saving a draft', () =>
		tickets.drafts.save({ account: writerOf(key, session), key, body: { ...emptyBody, text } }),
	);
	tell({ kind: 'saved', text });
	await timed('sending', () => send(draft));
}

let isOver = false;
process.stdin.on('end', () => {
	isOver = true;
});
process.stdin.resume();
try {
	for (let nth = 0; !isOver; nth++) {
		try {
			if (registry.sessions.length === 0) await signIn();
			else if (Math.random() < 0.05) {
				await timed('signing out', () => registry.remove(registry.sessions[0]?.id ?? ''));
			} else await write(nth);
		} catch (error) {
			// The other window may have signed out, or be sending the same draft.
			if (!(error instanceof ForgeError)) throw error;
		}
	}
	await tickets.drafts.settled();
	for (const { body } of tickets.drafts.all()) tell({ kind: 'left', text: body.text });
	for (const { session } of registry.ended.map((ended) => ({ session: ended })))
		tell({ kind: 'unreadable', what: `a session: ${JSON.stringify(session)}` });
} catch (error) {
	tell({ kind: 'failed', why: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
process.exit();
