import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import type { ForgeError } from '../../../src/forge/contract/errors.ts';
import { postSearches } from '../../../src/forge/rows/lists.ts';
import type { Email } from '../../../src/forge/shapes/lists.ts';
import type { Commit, Repository } from '../../../src/forge/shapes/repositories.ts';
import { demoForge } from '../../kit/forge/demo-forge.ts';

/** Fields that only one dialect has. */
const withoutSource = new Set([
	'default_permissions',
	'default_access',
	'access',
	'permissions',
	'visibility',
]);

interface Mention {
	readonly event_type: readonly string[];
	readonly from_ticket: unknown;
}

/** Only the mention of a ticket says in both dialects where it is. */
const sourceOf = ({ event_type, from_ticket }: Mention) =>
	event_type.includes('ticket_mentioned') ? from_ticket : null;

const isMention = (type: string) => type.endsWith('_mentioned');

/**
 * An answer without what only one dialect has. A comment has the number of its event in GraphQL, times are written in
 * another form, and the labels of a ticket are in another order. Mentions differ in where they are.
 */
const comparable = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, field) => {
			if (withoutSource.has(key) || (key === 'tracker' && typeof field === 'object')) return undefined;
			if (key === 'labels') return [...field].sort();
			if (/^(created|updated)$/.test(key)) return Date.parse(field);
			if (Array.isArray(field?.event_type) && field.event_type.some(isMention))
				return { ...field, comment: null, ticket: null, from_ticket: sourceOf(field) };
			return key === 'comment' && field ? { ...field, id: 0 } : field;
		}),
	);

const isPull = (subject: string) => /\bPULL\b/.test(subject);

/** Whole mails are compared where one is read, or a thread. */
const withoutCounts = (mail: Email) => ({ ...mail, replies: null, participants: null });
const withoutText = (mail: Email) => ({ ...withoutCounts(mail), envelope: null });

/**
 * An answer about mails without what only one dialect has. GraphQL names no mail of a patchset except its cover letter, whose
 * Message-ID is enough, and has the account of a submitter in place of the From header. It also names senders without an account,
 * and says what programs report and what the user may do in a list.
 */
const comparableMails = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, field) => {
			if (/^(is_request_pull|reply_to|submitter|from|permissions|access|tools)$/.test(key)) return undefined;
			if (/^(created|updated)$/.test(key)) return Date.parse(field);
			if (key === 'cover_letter' && field) return { id: field.id, messageId: field.message_id };
			return field?.status === undefined ? field : { ...field, message_id: null };
		}),
	);

/**
 * An answer about repositories without what only one dialect has. Times are written in another form, and the entries of a folder are in
 * another order.
 */
const comparableRepositories = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, field) => {
			if (/^(subject|signature)$/.test(key)) return undefined;
			if (/^(created|updated)$/.test(key)) return Date.parse(field);
			if (key === 'timestamp') return field.replace(/Z$/, '+00:00');
			return key === 'entries' ? field.toSorted(compareNames) : field;
		}),
	);

const compareNames = (a: { readonly name: string }, b: { readonly name: string }) =>
	a.name < b.name ? -1 : 1;

describe('Both dialects answer the same', () => {
	const { inRest, inGraphql } = demoForge();

	it('about trackers', async () => {
		const { trackers: rest } = inRest('ana').connection;
		const { trackers: graphql = assert.fail() } = inGraphql('ana').connection;
		const readAll = async (client: typeof rest) => {
			const editor = { owner: '~ana', tracker: 'editor' };
			const tickets = await listAll(client.tickets(editor));
			const byNumber = tickets.toSorted((a, b) => a.id - b.id);
			const byName = <T extends { readonly name: string }>(rows: readonly T[]) =>
				rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
			const events = new Map<string, unknown>();
			for (const { id } of byNumber) {
				const ofTicket = await listAll(client.events({ ...editor, ticket: id }));
				events.set(
					`ticket ${id}`,
					ofTicket.toSorted((a, b) => a.id - b.id),
				);
			}
			return {
				user: await client.user({ owner: '~bob' }),
				me: await client.user({}),
				trackers: byName(await listAll(client.trackers({ owner: '~ana' }))),
				tracker: await client.tracker(editor),
				labels: byName(await listAll(client.labels(editor))).map((label) => ({ ...label, id: 0 })),
				tickets: byNumber,
				ticket: await client.ticket({ ...editor, ticket: 1 }),
				events: Object.fromEntries(events),
			};
		};
		const [expected, found] = [await readAll(rest), await readAll(graphql)];
		assert.ok(expected.tickets.length > 25, 'The demo world has too few tickets for two pages.');
		for (const [what, answer] of Object.entries(expected))
			assert.deepEqual(comparable(Reflect.get(found, what)), comparable(answer), what);
	});

	it('about mailing lists', async () => {
		const { lists: rest } = inRest('ana').connection;
		const { lists: graphql = assert.fail() } = inGraphql('ana').connection;
		const devel = { owner: '~ana', list: 'editor-devel' };
		const byNumber = <T extends { readonly id: number | null }>(rows: readonly T[]) =>
			rows.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0));
		const readAll = async (client: typeof rest) => {
			const query = { search: postSearches.others };
			const mails = (await listAll(client.posts(devel, { query }))).filter((mail) => !isPull(mail.subject));
			const starters = await listAll(client.posts(devel));
			const threads = new Map<string, unknown>();
			for (const { id, subject } of starters) {
				const mailsOfThread = byNumber(await listAll(client.thread({ email: id })));
				threads.set(`${id} ${subject}`, mailsOfThread.map(withoutCounts));
			}
			const sets = byNumber(await listAll(client.patchsets(devel)));
			const patches = new Map<string, unknown>();
			for (const { id } of sets) {
				const ofSet = await listAll(client.patches({ ...devel, patchset: id }));
				patches.set(`patchset ${id}`, ofSet.map(withoutText));
			}
			return {
				user: await client.user({ owner: '~bob' }),
				lists: byNumber(await listAll(client.lists({ owner: '~ana' }))),
				list: await client.list(devel),
				// GraphQL has only some of the replies of a user who has sent many mails.
				emails: byNumber(await listAll(client.emails({})))
					.filter(({ thread_id, patchset }) => thread_id === null || patchset !== null)
					.map(withoutText),
				mails: byNumber(mails).map(withoutText),
				starters: byNumber(starters).map(withoutText),
				email: await client.email({ email: starters[0]?.id ?? 0 }),
				threads: Object.fromEntries(threads),
				sets,
				patchset: await client.patchset({ ...devel, patchset: sets[0]?.id ?? 0 }),
				patches: Object.fromEntries(patches),
				subscriptions: byNumber(await listAll(client.subscriptions({}))),
			};
		};
		const [expected, found] = [await readAll(rest), await readAll(graphql)];
		assert.ok(expected.mails.length > 25, 'The demo world has too few mails for two pages.');
		for (const [what, answer] of Object.entries(expected))
			assert.deepEqual(comparableMails(Reflect.get(found, what)), comparableMails(answer), what);
	});

	it('about repositories', async () => {
		const { repositories: rest } = inRest('ana').connection;
		const { repositories: graphql = assert.fail() } = inGraphql('ana').connection;
		const editor = { owner: '~ana', repository: 'editor' };
		const readAll = async (client: typeof rest) => {
			const byNumber = (rows: readonly Repository[]) => rows.toSorted((a, b) => a.id - b.id);
			/** A submodule is missing. */
			const inBase64 = (read: Promise<Uint8Array>) =>
				read.then(
					(bytes) => Buffer.from(bytes).toString('base64'),
					(error: ForgeError) => error.kind,
				);
			/** A page of GraphQL. */
			const newest = (commits: readonly Commit[]) => commits.slice(0, 25);
			const listed = await listAll(client.references(editor));
			// Only GraphQL names the default branch.
			const references = listed.filter(({ name }) => name !== 'HEAD');
			const logs = new Map<string, unknown>();
			const trees = new Map<string, unknown>();
			for (const { name, target } of references) {
				for (const ref of [name, name.replace(/^refs\/\w+\//, ''), target]) {
					logs.set(ref, newest(await listAll(client.logFrom({ ...editor, ref }))));
					trees.set(ref, await client.treeOf({ ...editor, ref }));
				}
			}
			const files = new Map<string, unknown>();
			const ref = 'feature/undo-file';
			const readFolder = async (id: string, folder: string) => {
				const tree = await client.treeOf({ ...editor, ref: id });
				trees.set(id, tree);
				for (const { type, name, id: entryId } of tree.entries) {
					const path = folder === '' ? name : `${folder}/${name}`;
					if (type === 'tree') {
						trees.set(path, await client.treeAt({ ...editor, ref, path }));
						await readFolder(entryId, path);
					} else {
						const reads = [client.blobAt({ ...editor, ref, path }), client.blob({ ...editor, id: entryId })];
						files.set(path, await Promise.all(reads.map(inBase64)));
					}
				}
			};
			await readFolder((await client.treeOf({ ...editor, ref })).id, '');
			return {
				user: await client.user({ owner: '~bob' }),
				me: await client.user({}),
				own: byNumber(await listAll(client.repositories({}))),
				repositories: byNumber(await listAll(client.repositories({ owner: '~bob' }))),
				repository: await client.repository(editor),
				references,
				log: newest(await listAll(client.log(editor))),
				logs: Object.fromEntries(logs),
				tree: await client.tree(editor),
				trees: Object.fromEntries(trees),
				files: Object.fromEntries(files),
			};
		};
		const [expected, found] = [await readAll(rest), await readAll(graphql)];
		assert.ok(Object.keys(expected.files).length > 5, 'The demo world has too few files.');
		for (const [what, answer] of Object.entries(expected))
			assert.deepEqual(
				comparableRepositories(Reflect.get(found, what)),
				comparableRepositories(answer),
				what,
			);
	});
});
