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

	it('never give a ticket the number of a deleted one, and need a tracker and a title', async () => {
		editor();
		await forge.data('owner', 'mutation { deleteTicket(trackerId: 1, ticketId: 1) { id } }');
		const submit = (tracker: number, subject: string) =>
			`mutation { submitTicket(trackerId: ${tracker}, input: { subject: "${subject}" }) { id } }`;
		assert.deepEqual(await forge.data('third', submit(1, 'Another')), { submitTicket: { id: 2 } });
		assert.deepEqual(await refused('third', submit(9, 'Another')), [
			{ message: nullAnswer, path: ['submitTicket'] },
		]);
		assert.deepEqual(await refused('third', submit(1, 'x')), [
			failed('Title must be between 3 and 2048 characters.', 'ERR_INVALID_INPUT', 'submitTicket', 'subject'),
		]);
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
});
