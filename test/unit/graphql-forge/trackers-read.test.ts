import assert from 'node:assert/strict';
import { people, type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';

const who = `fragment who on Entity {
	__typename canonicalName
	... on User { username }
	... on EmailAddress { mailbox name }
	... on ExternalUser { externalId externalUrl }
}`;

const user = (name: string) => ({ __typename: 'User', canonicalName: `~${name}`, username: name });

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

	it('have all their fields', async () => {
		editor();
		const query = `query {
			user(username: "owner") {
				tracker(name: "editor") {
					id created updated name description visibility
					owner { ...who }
					acl { browse submit comment edit triage }
					defaultACL { browse submit comment edit triage }
					label(name: "bug") { id name created backgroundColor foregroundColor tickets { results { id } } }
					missing: label(name: "no") { id }
					labels { results { name } cursor }
				}
				trackers { results { name } cursor }
				missing: tracker(name: "missing") { id }
			}
		} ${who}`;
		const rights = { browse: true, submit: true, comment: true, edit: false, triage: false };
		const tracker = {
			...{ id: 1, created: at, updated: at, name: 'editor', description: 'Of the editor' },
			...{ visibility: 'PUBLIC', owner: user('owner'), acl: rights, defaultACL: rights },
			label: {
				...{ id: 1, name: 'bug', created: at, backgroundColor: '#ff0000', foregroundColor: '#ffffff' },
				tickets: { results: [] },
			},
			missing: null,
			labels: { results: [{ name: 'bug' }], cursor: null },
		};
		const trackers = { results: [{ name: 'editor' }], cursor: null };
		assert.deepEqual(await forge.data('other', query), { user: { tracker, trackers, missing: null } });
		const own = await forge.data('owner', query);
		assert.deepEqual(own.user.tracker.acl, { ...rights, edit: true, triage: true });
	});

	it('have tickets with all their fields', async () => {
		const { ticket } = editor();
		forge.trackers.tickets.assign(ticket, people.owner, 'third');
		const change = { labels: ['bug'], status: 'resolved', resolution: 'wont_fix' } as const;
		forge.trackers.tickets.update(ticket, people.owner, change);
		const query = `query {
			user(username: "owner") { tracker(name: "editor") { ticket(id: 1) {
				id ref subject body created updated status resolution
				submitter { ...who } assignees { canonicalName }
				labels { name tickets { results { id } } } tracker { name }
			} missing: ticket(id: 2) { id } } }
		} ${who}`;
		assert.deepEqual((await forge.data('third', query)).user.tracker, {
			ticket: {
				...{ id: 1, ref: '~owner/editor#1', subject: 'It is slow', body: 'Very.' },
				...{ created: at, updated: at, status: 'RESOLVED', resolution: 'WONT_FIX' },
				submitter: user('other'),
				assignees: [{ canonicalName: '~third' }],
				labels: [{ name: 'bug', tickets: { results: [{ id: 1 }] } }],
				tracker: { name: 'editor' },
			},
			missing: null,
		});
	});

	it('name the senders of mails, and the users of other services', async () => {
		const { tracker } = editor();
		const mail = { type: 'email', address: 'ann@example.org', name: 'Ann' } as const;
		const unnamed = { type: 'email', address: 'bea@example.org', name: null } as const;
		const external = { type: 'external', external_id: 'github:cy', external_url: null } as const;
		for (const submitter of [mail, unnamed, external]) {
			forge.trackers.tickets.open(tracker, submitter, { title: 'Another ticket' });
		}
		const query = `query { user(username: "owner") { tracker(name: "editor") {
			tickets { results { submitter { ...who } } }
		} } } ${who}`;
		const { results } = (await forge.data('other', query)).user.tracker.tickets;
		assert.deepEqual(
			results.map(({ submitter }: { submitter: unknown }) => submitter),
			[
				{
					__typename: 'ExternalUser',
					canonicalName: 'github:cy',
					externalId: 'github:cy',
					externalUrl: null,
				},
				{
					...{ __typename: 'EmailAddress', canonicalName: 'bea@example.org' },
					...{ mailbox: 'bea@example.org', name: null },
				},
				{
					...{ __typename: 'EmailAddress', canonicalName: 'Ann <ann@example.org>' },
					...{ mailbox: 'ann@example.org', name: 'Ann' },
				},
				user('other'),
			],
		);
	});

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

	it('have pages of 25 rows, newest first, with a cursor until the last one', async () => {
		const tracker = forge.trackers.create('owner', { name: 'long' });
		for (let nth = 1; nth <= 60; nth++)
			forge.trackers.tickets.open(tracker, people.other, { title: `Ticket ${nth}` });
		const query = `query ($cursor: Cursor) {
			user(username: "owner") { tracker(name: "long") { tickets(cursor: $cursor) { results { id } cursor } } }
		}`;
		const pages: number[][] = [];
		let cursor: string | null = null;
		do {
			const data = await forge.data('other', query, { cursor });
			const { results, cursor: next } = data.user.tracker.tickets;
			pages.push(results.map(({ id }: { id: number }) => id));
			cursor = next;
		} while (cursor !== null && pages.length < 9);
		const numbers = (from: number, to: number) =>
			Array.from({ length: from - to + 1 }, (_, nth) => from - nth);
		assert.deepEqual(pages, [numbers(60, 36), numbers(35, 11), numbers(10, 1)]);
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
