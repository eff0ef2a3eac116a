import assert from 'node:assert/strict';
import { connect } from '../../../src/forge/client/connect.ts';
import { listAll } from '../../../src/forge/client/pages.ts';
import { connectGraphql } from '../../../src/forge/graphql/connect-graphql.ts';
import { listOperations } from '../../../src/forge/graphql/lists/operations.ts';
import { trackerOperations } from '../../../src/forge/graphql/trackers/operations.ts';
import { listRows, postSearches } from '../../../src/forge/rows/lists.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import type { Email } from '../../../src/forge/shapes/lists.ts';
import { plainTransport } from '../../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { wire } from '../../../src/forge/wire/wire.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';

/** Fields that only one dialect has. */
const withoutSource = new Set(['default_permissions', 'default_access', 'permissions', 'visibility']);

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
 * Message-ID is enough, and has the account of a submitter in place of the From header.
 */
const comparableMails = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, field) => {
			if (/^(is_request_pull|reply_to|submitter|permissions)$/.test(key)) return undefined;
			if (/^(created|updated)$/.test(key)) return Date.parse(field);
			if (key === 'cover_letter' && field) return { id: field.id, messageId: field.message_id };
			return field?.status === undefined ? field : { ...field, message_id: null };
		}),
	);

describe('Both dialects answer the same', () => {
	let forge: Forge;
	const network = plainTransport();
	before(async function () {
		this.timeout(30_000);
		forge = await startForge({ port: 0, ...dialectOptions('both') });
	});
	after(async () => {
		network.dispose();
		await forge.stop();
	});

	const wireOf = (area: 'lists' | 'trackers', token: string | undefined) =>
		wire({
			base: forge.addresses[area],
			token: () => token,
			fetch: network.fetch,
			queues: new Queues(),
			agent: 'Tildeforge/test',
		});

	it('about trackers', async () => {
		const ana = forge.users.find(({ name }) => name === '~ana');
		const rest = connect(trackerRows, wireOf('trackers', ana?.token));
		const graphql = connectGraphql(
			trackerRows,
			'todo.sr.ht',
			async () => trackerOperations,
			wireOf('trackers', ana?.graphqlToken),
		);
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
				labels: byName(await listAll(client.labels(editor))),
				tickets: byNumber,
				ticket: await client.ticket({ ...editor, ticket: 1 }),
				events: Object.fromEntries(events),
			};
		};
		const [inRest, inGraphql] = [await readAll(rest), await readAll(graphql)];
		assert.ok(inRest.tickets.length > 25, 'The demo world has too few tickets for two pages.');
		for (const [what, answer] of Object.entries(inRest))
			assert.deepEqual(comparable(Reflect.get(inGraphql, what)), comparable(answer), what);
	});

	it('about mailing lists', async () => {
		const ana = forge.users.find(({ name }) => name === '~ana');
		const rest = connect(listRows, wireOf('lists', ana?.token));
		const graphql = connectGraphql(
			listRows,
			'lists.sr.ht',
			async () => listOperations,
			wireOf('lists', ana?.graphqlToken),
		);
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
				emails: byNumber(await listAll(client.emails({}))).map(withoutText),
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
		const [inRest, inGraphql] = [await readAll(rest), await readAll(graphql)];
		assert.ok(inRest.mails.length > 25, 'The demo world has too few mails for two pages.');
		for (const [what, answer] of Object.entries(inRest))
			assert.deepEqual(comparableMails(Reflect.get(inGraphql, what)), comparableMails(answer), what);
	});
});
