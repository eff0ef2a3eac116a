import assert from 'node:assert/strict';
import { connect } from '../../../src/forge/client/connect.ts';
import { listAll } from '../../../src/forge/client/pages.ts';
import { connectGraphql } from '../../../src/forge/graphql/connect-graphql.ts';
import { trackerOperations } from '../../../src/forge/graphql/trackers/operations.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
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

	const wireOf = (token: string | undefined) =>
		wire({
			base: forge.addresses.trackers,
			token: () => token,
			fetch: network.fetch,
			queues: new Queues(),
			agent: 'Tildeforge/test',
		});

	it('about trackers', async () => {
		const ana = forge.users.find(({ name }) => name === '~ana');
		const rest = connect(trackerRows, wireOf(ana?.token));
		const graphql = connectGraphql(
			trackerRows,
			'todo.sr.ht',
			async () => trackerOperations,
			wireOf(ana?.graphqlToken),
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
});
