import assert from 'node:assert/strict';
import { nullAnswer } from '../../graphql-forge/server/errors.ts';
import { people, type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';

/** The error of a field, with the code that says what is wrong. */
const failed = (message: string, code: string, path: string, field?: string) => ({
	...{ message, path: [path] },
	extensions: { code, ...(field !== undefined && { field }) },
});

describe('Changes in GraphQL', () => {
	let forge: StartedArea;

	beforeEach(async () => {
		forge = await startGraphqlArea('trackers');
	});

	afterEach(() => forge.stop());

	/** A tracker of the owner with two labels and a ticket of another user. */
	function editor() {
		const { trackers } = forge;
		const tracker = trackers.create('owner', { name: 'editor', description: 'Of the editor' });
		for (const name of ['bug', 'easy']) {
			trackers.createLabel(tracker, { name, colors: { background: '#ff0000', text: '#ffffff' } });
		}
		return { tracker, ticket: trackers.tickets.open(tracker, people.other, { title: 'It is slow' }) };
	}

	/** Asks for a change that is refused. Returns the errors; the data must be null. */
	const refused = async (...asked: Parameters<StartedArea['ask']>) => {
		const { status, data, errors } = await forge.ask(...asked);
		assert.deepEqual([status, data], [200, null]);
		return errors;
	};

	it('create, rename, hide and delete trackers', async () => {
		const create = `mutation ($name: String!, $visibility: Visibility!) {
			createTracker(name: $name, visibility: $visibility) { id name description visibility }
		}`;
		const created = await forge.data('owner', create, { name: 'one', visibility: 'UNLISTED' });
		assert.deepEqual(created.createTracker, {
			id: 1,
			name: 'one',
			description: null,
			visibility: 'UNLISTED',
		});
		assert.deepEqual(await refused('owner', create, { name: 'ONE', visibility: 'PUBLIC' }), [
			failed('A tracker by this name already exists.', 'ERR_INVALID_INPUT', 'createTracker', 'name'),
		]);
		assert.deepEqual(await refused('owner', create, { name: 'no name', visibility: 'PUBLIC' }), [
			failed('Name must match ^[A-Za-z0-9._-]+$', 'ERR_INVALID_INPUT', 'createTracker', 'name'),
		]);
		const list =
			'query { user(username: "owner") { trackers { results { name } } tracker(name: "one") { id } } }';
		const listed = async (as: 'owner' | 'other') => (await forge.data(as, list)).user;
		assert.deepEqual(await listed('owner'), { trackers: { results: [{ name: 'one' }] }, tracker: { id: 1 } });
		assert.deepEqual(await listed('other'), { trackers: { results: [] }, tracker: { id: 1 } });

		const update = `mutation ($id: Int!, $input: TrackerInput!) {
			updateTracker(id: $id, input: $input) { name description visibility }
		}`;
		const change = (input: object) => forge.data('owner', update, { id: 1, input });
		assert.deepEqual((await change({ description: 'New', visibility: 'PUBLIC' })).updateTracker, {
			...{ name: 'one', description: 'New', visibility: 'PUBLIC' },
		});
		assert.deepEqual((await listed('other')).trackers.results, [{ name: 'one' }]);
		assert.deepEqual((await change({ visibility: 'PRIVATE' })).updateTracker.visibility, 'PRIVATE');
		assert.deepEqual(await listed('other'), { trackers: { results: [] }, tracker: null });
		assert.deepEqual((await change({ name: 'two', description: null })).updateTracker, {
			...{ name: 'two', description: null, visibility: 'PRIVATE' },
		});
		assert.equal((await listed('owner')).tracker, null);
		assert.deepEqual(await refused('other', update, { id: 1, input: {} }), [
			failed('No tracker by ID 1 found for this user', 'ERR_NOT_FOUND', 'updateTracker'),
		]);

		const remove = 'mutation { deleteTracker(id: 1) { id } }';
		assert.deepEqual(await forge.data('owner', remove), { deleteTracker: { id: 1 } });
		assert.deepEqual(await refused('owner', remove), [
			failed('No tracker by ID 1 found for this user', 'ERR_NOT_FOUND', 'deleteTracker'),
		]);
	});

	it('set what users may do by default', async () => {
		editor();
		const set = `mutation ($input: ACLInput!) { updateTrackerACL(trackerId: 1, input: $input) { browse submit edit } }`;
		const input = { browse: true, submit: false, comment: true, edit: false, triage: true };
		assert.deepEqual((await forge.data('owner', set, { input })).updateTrackerACL, {
			...{ browse: true, submit: false, edit: false },
		});
		const acl =
			'query { user(username: "owner") { tracker(name: "editor") { acl { browse submit comment edit triage } } } }';
		assert.deepEqual((await forge.data('other', acl)).user.tracker.acl, input);
		const submit = 'mutation { submitTicket(trackerId: 1, input: { subject: "Another" }) { id } }';
		assert.deepEqual(await refused('other', submit), [
			failed('Access denied', 'ERR_ACCESS_DENIED', 'submitTicket'),
		]);
	});

	it('create, change and delete labels', async () => {
		const { ticket } = editor();
		forge.trackers.tickets.update(ticket, people.owner, { labels: ['bug'] });
		const create = `mutation ($name: String!) {
			createLabel(trackerId: 1, name: $name, foregroundColor: "#000000", backgroundColor: "#00ff00") {
				id name foregroundColor backgroundColor
			}
		}`;
		assert.deepEqual((await forge.data('owner', create, { name: 'new' })).createLabel, {
			...{ id: 3, name: 'new', foregroundColor: '#000000', backgroundColor: '#00ff00' },
		});
		assert.deepEqual(await refused('owner', create, { name: 'new' }), [
			failed('This name is already in use.', 'ERR_INVALID_INPUT', 'createLabel', 'name'),
		]);
		assert.equal((await refused('other', create, { name: 'more' }))?.[0]?.extensions?.code, 'ERR_NOT_FOUND');

		const update = `mutation ($input: UpdateLabelInput!) {
			updateLabel(id: 1, input: $input) { id name foregroundColor backgroundColor }
		}`;
		const input = { name: 'defect', backgroundColor: '#0000ff' };
		assert.deepEqual((await forge.data('owner', update, { input })).updateLabel, {
			...{ id: 1, name: 'defect', foregroundColor: '#ffffff', backgroundColor: '#0000ff' },
		});
		const shown = `query { user(username: "owner") { tracker(name: "editor") {
			label(name: "defect") { tickets { results { id } } }
			ticket(id: 1) { labels { name } events { results { changes { ... on LabelUpdate { label { name } } } } } }
		} } }`;
		const { label, ticket: seen } = (await forge.data('other', shown)).user.tracker;
		assert.deepEqual(label.tickets.results, [{ id: 1 }]);
		assert.deepEqual(seen.labels, [{ name: 'defect' }]);
		assert.deepEqual(seen.events.results[0].changes, [{ label: { name: 'defect' } }]);

		const remove = 'mutation { deleteLabel(id: 1) { id } }';
		assert.deepEqual(await refused('other', remove), [
			failed('No such label', 'ERR_NOT_FOUND', 'deleteLabel'),
		]);
		assert.deepEqual(await forge.data('owner', remove), { deleteLabel: { id: 1 } });
		const after = (await forge.data('other', shown)).user.tracker;
		assert.deepEqual([after.label, after.ticket.labels, after.ticket.events.results.length], [null, [], 1]);
	});

	it('open, edit and delete tickets, and never use a number again', async () => {
		editor();
		const submit = `mutation ($trackerId: Int!, $input: SubmitTicketInput!) {
			submitTicket(trackerId: $trackerId, input: $input) { id ref subject body status }
		}`;
		const input = { subject: 'It crashes', body: 'Often.' };
		assert.deepEqual((await forge.data('third', submit, { trackerId: 1, input })).submitTicket, {
			...{ id: 2, ref: '~owner/editor#2', subject: 'It crashes', body: 'Often.', status: 'REPORTED' },
		});
		assert.deepEqual(await refused('third', submit, { trackerId: 9, input }), [
			{ message: nullAnswer, path: ['submitTicket'] },
		]);
		assert.deepEqual(await refused('third', submit, { trackerId: 1, input: { subject: 'x' } }), [
			failed('Title must be between 3 and 2048 characters.', 'ERR_INVALID_INPUT', 'submitTicket', 'subject'),
		]);

		const edit = `mutation ($input: UpdateTicketInput!) {
			updateTicket(trackerId: 1, ticketId: 2, input: $input) { subject body }
		}`;
		assert.deepEqual((await forge.data('owner', edit, { input: { subject: 'It stops' } })).updateTicket, {
			...{ subject: 'It stops', body: 'Often.' },
		});
		assert.deepEqual((await forge.data('owner', edit, { input: { body: null } })).updateTicket, {
			...{ subject: 'It stops', body: null },
		});
		assert.deepEqual(await refused('other', edit, { input: {} }), [
			failed('Access denied', 'ERR_ACCESS_DENIED', 'updateTicket'),
		]);

		const remove = 'mutation ($id: Int!) { deleteTicket(trackerId: 1, ticketId: $id) { id ref } }';
		assert.deepEqual((await refused('other', remove, { id: 2 }))?.[0]?.message, 'Access denied');
		assert.deepEqual(await forge.data('owner', remove, { id: 2 }), {
			deleteTicket: { id: 2, ref: '~owner/editor#2' },
		});
		assert.deepEqual(await refused('owner', remove, { id: 2 }), [
			failed('No such ticket', 'ERR_NOT_FOUND', 'deleteTicket'),
		]);
		await forge.data('owner', remove, { id: 1 });
		assert.equal((await forge.data('third', submit, { trackerId: 1, input })).submitTicket.id, 3);
		const list =
			'query { user(username: "owner") { tracker(name: "editor") { tickets { results { id } } ticket(id: 3) { subject } } } }';
		assert.deepEqual((await forge.data('other', list)).user.tracker, {
			...{ tickets: { results: [{ id: 3 }] }, ticket: { subject: 'It crashes' } },
		});
	});

	it('set each status and resolution', async () => {
		editor();
		const update = `mutation ($input: UpdateStatusInput!) {
			updateTicketStatus(trackerId: 1, ticketId: 1, input: $input) {
				changes { ... on StatusChange { oldStatus newStatus newResolution } } ticket { status resolution }
			}
		}`;
		let oldStatus = 'REPORTED';
		for (const [status, resolution] of [
			['CONFIRMED'],
			['IN_PROGRESS'],
			['PENDING'],
			['RESOLVED', 'CLOSED'],
			['RESOLVED', 'FIXED'],
			['REPORTED'],
		]) {
			const input = { status, ...(resolution !== undefined && { resolution }) };
			const newResolution = resolution ?? 'UNRESOLVED';
			assert.deepEqual((await forge.data('owner', update, { input })).updateTicketStatus, {
				changes: [{ oldStatus, newStatus: status, newResolution }],
				ticket: { status, resolution: newResolution },
			});
			oldStatus = status ?? '';
		}
		const invalid = (message: string) =>
			failed(message, 'ERR_INVALID_INPUT', 'updateTicketStatus', 'resolution');
		assert.deepEqual(await refused('owner', update, { input: { status: 'RESOLVED' } }), [
			invalid('resolution is required'),
		]);
		assert.deepEqual(await refused('owner', update, { input: { status: 'PENDING', resolution: 'FIXED' } }), [
			invalid('Only a resolved ticket has a resolution.'),
		]);
		assert.deepEqual(await refused('other', update, { input: { status: 'PENDING' } }), [
			failed('Access denied', 'ERR_ACCESS_DENIED', 'updateTicketStatus'),
		]);
	});

	it('comment with or without a status, in one event', async () => {
		editor();
		const comment = `mutation ($input: SubmitCommentInput!) {
			submitComment(trackerId: 1, ticketId: 1, input: $input) { changes { eventType ... on Comment { text } } }
		}`;
		const send = async (as: 'owner' | 'third', input: object) =>
			(await forge.data(as, comment, { input })).submitComment.changes;
		assert.deepEqual(await send('third', { text: 'I see it, too.' }), [
			{ eventType: 'COMMENT', text: 'I see it, too.' },
		]);
		const resolved = { text: 'Done, see ~third.', status: 'RESOLVED', resolution: 'FIXED' };
		assert.deepEqual(await send('owner', resolved), [
			{ eventType: 'COMMENT', text: 'Done, see ~third.' },
			{ eventType: 'STATUS_CHANGE' },
		]);
		for (const text of ['', 'x']) {
			const [error] = (await refused('third', comment, { input: { text } })) ?? [];
			assert.deepEqual(error?.extensions, { code: 'ERR_INVALID_INPUT', field: 'text' }, text);
		}
		assert.deepEqual(await refused('third', comment, { input: resolved }), [
			failed('Access denied', 'ERR_ACCESS_DENIED', 'submitComment'),
		]);
	});

	it('give tickets to users and labels to tickets, once each, and take them away', async () => {
		editor();
		const pairs = [
			['assignUser', 'unassignUser', 'userId: 3', 'ASSIGNED_USER', 'UNASSIGNED_USER', 'user'],
			['labelTicket', 'unlabelTicket', 'labelId: 2', 'LABEL_ADDED', 'LABEL_REMOVED', 'label'],
		] as const;
		for (const [add, remove, argument, added, removed, what] of pairs) {
			const run = (field: string, given: string = argument) =>
				`mutation { ${field}(trackerId: 1, ticketId: 1, ${given}) {
					changes { eventType } ticket { assignees { canonicalName } labels { name } }
				} }`;
			const given = what === 'user' ? [{ canonicalName: '~third' }] : [{ name: 'easy' }];
			const list = what === 'user' ? 'assignees' : 'labels';
			const field = `${what}Id`;

			const first = (await forge.data('owner', run(add)))[add];
			assert.deepEqual([first.changes, first.ticket[list]], [[{ eventType: added }], given]);
			assert.deepEqual(await refused('owner', run(add)), [
				failed(`This ${what} is already assigned to this ticket`, 'ERR_INVALID_INPUT', add, field),
			]);
			const second = (await forge.data('owner', run(remove)))[remove];
			assert.deepEqual([second.changes, second.ticket[list]], [[{ eventType: removed }], []]);
			// Servers record that a label was removed even if it was not there.
			if (what === 'label') assert.deepEqual((await forge.data('owner', run(remove)))[remove], second);
			else
				assert.deepEqual(await refused('owner', run(remove)), [
					failed('This user is not assigned to this ticket', 'ERR_INVALID_INPUT', remove, field),
				]);
			assert.deepEqual(await refused('owner', run(add, `${field}: 99`)), [
				failed(`No such ${what}`, 'ERR_NOT_FOUND', add, field),
			]);
			assert.equal((await refused('other', run(add)))?.[0]?.message, 'Access denied');
		}
	});

	it('subscribe to trackers and tickets, and end that', async () => {
		editor();
		const list = `query { subscriptions { results {
			id
			... on TrackerSubscription { tracker { name } }
			... on TicketSubscription { ticket { ref } }
		} cursor } me { id } user(username: "owner") {
			tracker(name: "editor") { subscription { id } ticket(id: 1) { subscription { id } } }
		} }`;
		const shown = async () => {
			const { subscriptions, user } = await forge.data('other', list);
			const { subscription, ticket } = user.tracker;
			return [subscriptions.results, subscription, ticket.subscription];
		};
		assert.deepEqual(await shown(), [[], null, null]);
		const tracker = 'mutation { trackerSubscribe(trackerId: 1) { id created tracker { name } } }';
		const ticket = 'mutation { ticketSubscribe(trackerId: 1, ticketId: 1) { id created } }';
		const created = '2026-03-04T05:06:07.890000Z';
		for (let twice = 0; twice < 2; twice++) {
			assert.deepEqual(await forge.data('other', tracker), {
				trackerSubscribe: { id: 1, created, tracker: { name: 'editor' } },
			});
		}
		assert.deepEqual(await forge.data('other', ticket), { ticketSubscribe: { id: 2, created } });
		const both = [
			{ id: 2, ticket: { ref: '~owner/editor#1' } },
			{ id: 1, tracker: { name: 'editor' } },
		];
		assert.deepEqual(await shown(), [both, { id: 1 }, { id: 2 }]);
		assert.deepEqual((await forge.data('third', list)).subscriptions.results, []);

		const leave = (tickets: boolean) =>
			`mutation { trackerUnsubscribe(trackerId: 1, tickets: ${tickets}) { id } }`;
		await forge.data('other', leave(false));
		assert.deepEqual(await shown(), [both.slice(0, 1), null, { id: 2 }]);
		await forge.data('other', tracker);
		await forge.data('other', leave(true));
		assert.deepEqual(await shown(), [[], null, null]);
		assert.equal((await refused('other', leave(true)))?.[0]?.message, 'You are not subscribed.');

		await forge.data('other', ticket);
		const leaveTicket = 'mutation { ticketUnsubscribe(trackerId: 1, ticketId: 1) { id } }';
		assert.deepEqual(await forge.data('other', leaveTicket), { ticketUnsubscribe: { id: 4 } });
		assert.equal((await refused('other', leaveTicket))?.[0]?.message, 'You are not subscribed.');
		const missing = 'mutation { trackerSubscribe(trackerId: 9) { id } }';
		assert.equal((await refused('other', missing))?.[0]?.message, 'No such tracker');
	});

	it('of one document are made in their order, the later ones also after a failure', async () => {
		const { ticket } = editor();
		const query = `mutation ($missing: Int!) {
			first: labelTicket(trackerId: 1, ticketId: 1, labelId: 1) { id }
			second: labelTicket(trackerId: 1, ticketId: 1, labelId: $missing) { id }
			third: submitComment(trackerId: 1, ticketId: 1, input: { text: "Labelled." }) { id }
		}`;
		assert.deepEqual(await refused('owner', query, { missing: 99 }), [
			failed('No such label', 'ERR_NOT_FOUND', 'second', 'labelId'),
		]);
		const types = () => ticket.events.map((event) => event.types);
		assert.deepEqual(types(), [['created'], ['label_added'], ['comment']]);
		const data = await forge.data('owner', query.replace('labelTicket', 'unlabelTicket'), { missing: 2 });
		assert.deepEqual(Object.keys(data), ['first', 'second', 'third']);
	});

	it('need the right to write', async () => {
		editor();
		const submit = 'mutation { submitTicket(trackerId: 1, input: { subject: "Another" }) { id } }';
		const ask = (access: string) =>
			forge.askWith(forge.token('other', `todo.sr.ht/TICKETS:${access}`), submit);
		assert.deepEqual(await ask('RO'), {
			status: 200,
			data: null,
			errors: [{ message: 'Access denied for invalid auth method', path: ['submitTicket'] }],
		});
		assert.deepEqual((await ask('RW')).data, { submitTicket: { id: 2 } });
	});
});
