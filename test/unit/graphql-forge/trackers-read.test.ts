import assert from 'node:assert/strict';
import { people, type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';

const at = '2026-03-04T05:06:07.890000Z';

describe('The trackers in GraphQL', () => {
	let forge: StartedArea;

	beforeEach(async () => {
		forge = await startGraphqlArea('trackers');
	});

	afterEach(() => forge.stop());

	/** A tracker of the owner with a label and a ticket of another user. */
	function editor() {
		const { trackers } = forge;
		const tracker = trackers.create('owner', { name: 'editor', description: 'Of the editor' });
		trackers.createLabel(tracker, { name: 'bug', colors: { background: '#ff0000', text: '#ffffff' } });
		const ticket = trackers.tickets.open(tracker, people.other, {
			title: 'It is slow',
			description: 'Very.',
		});
		return { tracker, ticket };
	}

	it('have the events of tickets, newest first, with a change for each of their types', async () => {
		const { tracker, ticket } = editor();
		const { tickets } = forge.trackers;
		tickets.update(ticket, people.owner, { labels: ['bug'] });
		tickets.assign(ticket, people.owner, 'third');
		tickets.update(ticket, people.third, { comment: 'As ~other says.', status: 'confirmed' });
		tickets.open(tracker, people.third, { title: 'The same', description: 'See #1.' });
		const query = `query { user(username: "owner") { tracker(name: "editor") { ticket(id: 1) { events { results {
			id created ticket { id }
			changes {
				__typename eventType
				... on Created { author { canonicalName } }
				... on Comment { author { canonicalName } text authenticity supersededBy { text } }
				... on StatusChange { editor { canonicalName } oldStatus newStatus oldResolution newResolution }
				... on LabelUpdate { labeler { canonicalName } label { name } }
				... on Assignment { assigner { canonicalName } assignee { canonicalName } }
				... on UserMention { author { canonicalName } mentioned { canonicalName } }
				... on TicketMention { author { canonicalName } mentioned { id ref subject } }
			}
		} cursor } } } } }`;
		const { results, cursor } = (await forge.data('other', query)).user.tracker.ticket.events;
		const [owner, other, third] = ['~owner', '~other', '~third'].map((canonicalName) => ({ canonicalName }));
		assert.deepEqual(
			results.map(({ changes }: { changes: unknown }) => changes),
			[
				[
					{
						...{ __typename: 'TicketMention', eventType: 'TICKET_MENTIONED', author: third },
						mentioned: { id: 1, ref: '~owner/editor#1', subject: 'It is slow' },
					},
				],
				[{ __typename: 'UserMention', eventType: 'USER_MENTIONED', author: third, mentioned: other }],
				[
					{
						...{ __typename: 'Comment', eventType: 'COMMENT', author: third, text: 'As ~other says.' },
						...{ authenticity: 'AUTHENTIC', supersededBy: null },
					},
					{
						...{ __typename: 'StatusChange', eventType: 'STATUS_CHANGE', editor: third },
						...{ oldStatus: 'REPORTED', newStatus: 'CONFIRMED' },
						...{ oldResolution: 'UNRESOLVED', newResolution: 'UNRESOLVED' },
					},
				],
				[{ __typename: 'Assignment', eventType: 'ASSIGNED_USER', assigner: owner, assignee: third }],
				[{ __typename: 'LabelUpdate', eventType: 'LABEL_ADDED', labeler: owner, label: { name: 'bug' } }],
				[{ __typename: 'Created', eventType: 'CREATED', author: other }],
			],
		);
		assert.ok(results.every((event: { created: string; ticket: { id: number } }) => event.created === at));
		assert.ok(results.every((event: { ticket: { id: number } }) => event.ticket.id === 1));
		assert.equal(cursor, null);
		assert.deepEqual(forge.opened, [1], 'the forge is not told that a user reads the ticket');
	});

	it('take only cursors that they have made', async () => {
		editor();
		const query = 'query { me { trackers(cursor: "25") { cursor } } }';
		assert.deepEqual(await forge.ask('owner', query), {
			status: 200,
			data: null,
			errors: [
				{
					message: 'Invalid cursor',
					path: ['me', 'trackers'],
					extensions: { code: 'ERR_INVALID_INPUT', field: 'cursor' },
				},
			],
		});
	});

	it('hide what the caller has no permission for, and say what the caller only may not read', async () => {
		const { tracker, ticket } = editor();
		const secret = forge.trackers.create('owner', {
			name: 'secret',
			permissions: { anonymous: [], submitter: [], user: [] },
		});
		forge.trackers.tickets.open(secret, people.owner, {
			title: 'A secret',
			description: 'About ~owner/editor#1.',
		});
		const hidden = forge.trackers.tickets.open(tracker, people.owner, { title: 'Hidden' });
		forge.trackers.tickets.permit(hidden, { user: [] });
		forge.trackers.tickets.permit(ticket, { user: ['comment'] });
		const query = `query { user(username: "owner") {
			trackers { results { name } }
			secret: tracker(name: "secret") { id }
			tracker(name: "editor") { tickets { results { id } } ticket(id: 2) { id } }
		} }`;
		assert.deepEqual((await forge.data('third', query)).user, {
			trackers: { results: [{ name: 'editor' }] },
			secret: null,
			tracker: { tickets: { results: [] }, ticket: null },
		});
		const one = 'query { user(username: "owner") { tracker(name: "editor") { name ticket(id: 1) { id } } } }';
		assert.deepEqual(await forge.ask('third', one), {
			status: 200,
			data: { user: { tracker: { name: 'editor', ticket: null } } },
			errors: [
				{
					message: 'Access denied',
					path: ['user', 'tracker', 'ticket'],
					extensions: { code: 'ERR_ACCESS_DENIED' },
				},
			],
		});
		const events =
			'query { user(username: "owner") { tracker(name: "editor") { ticket(id: 1) { events { results { changes { eventType } } } } } } }';
		const own = await forge.data('other', events);
		assert.deepEqual(own.user.tracker.ticket.events.results, [{ changes: [{ eventType: 'CREATED' }] }]);
	});
});
