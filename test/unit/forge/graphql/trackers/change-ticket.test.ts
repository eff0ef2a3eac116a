import assert from 'node:assert/strict';
import '../../../../../src/forge/graphql/trackers/change-ticket.ts';
import { Refused } from '../scripted-client.ts';
import { scriptedTrackers, ticketData } from './scripted-trackers.ts';
import { refusal } from './tracker-area.ts';

const params = { owner: '~ana', tracker: 'garden', ticket: 3 };
const inTracker = (tracker: object) => ({ data: { owner: { tracker: { id: 42, ...tracker } } } });
const numberOfTracker = inTracker({});
const event = (id: number, type: string) => ({ id, created: 'now', changes: [{ kind: 'Created', type }] });
const readAgain = (...events: readonly object[]) =>
	inTracker({ ticket: { ...ticketData(3), events: { results: events, next: null } } });
const failure = (message: string, path: string) => ({ data: null, errors: [{ message, path: [path] }] });

describe('A change to a ticket in GraphQL', () => {
	const { open } = scriptedTrackers();

	it('sends a comment with its status in one part, and returns the events that came of it', async () => {
		const { client, sent } = await open(
			numberOfTracker,
			{ data: { comment: { id: 12 } } },
			readAgain(event(13, 'LABEL_ADDED'), event(12, 'COMMENT'), event(11, 'CREATED')),
		);
		const changed = await client.updateTicket(params, {
			comment: 'Done.',
			status: 'resolved',
			resolution: 'by_design',
		});
		assert.deepEqual(
			changed.events.map(({ id }) => id),
			[12],
		);
		assert.equal(changed.ticket.title, 'Ticket 3');
		assert.deepEqual(sent()[1]?.variables, {
			...{ tracker: 42, ticket: 3 },
			input: { text: 'Done.', status: 'RESOLVED', resolution: 'BY_DESIGN' },
		});
	});

	it('sets the resolution "fixed" if a ticket is resolved without one, and none with any other status', async () => {
		for (const [change, input] of [
			[{ status: 'resolved' }, { status: 'RESOLVED', resolution: 'FIXED' }],
			[{ resolution: 'invalid' }, { status: 'RESOLVED', resolution: 'INVALID' }],
			[{ status: 'in_progress', resolution: 'unresolved' }, { status: 'IN_PROGRESS' }],
		] as const) {
			const { client, sent } = await open(numberOfTracker, { data: { status: { id: 12 } } }, readAgain());
			await client.updateTicket(params, change);
			assert.deepEqual(sent()[1]?.variables.input, input);
		}
	});

	it('removes and adds the labels that differ from the wanted ones', async () => {
		const { client, sent } = await open(
			inTracker({
				ticket: {
					labels: [
						{ id: 1, name: 'old' },
						{ id: 2, name: 'kept' },
					],
				},
				label0: { id: 2 },
				label1: { id: 5 },
			}),
			{ data: { removed0: { id: 20 }, added0: { id: 21 } } },
			readAgain(),
		);
		await client.updateTicket(params, { labels: ['kept', 'new'] });
		assert.deepEqual(sent()[1]?.variables, { tracker: 42, ticket: 3, removed0: 1, added0: 5 });
	});

	it('sends no change if the ticket is already as wanted', async () => {
		const { client, sent } = await open(
			inTracker({ ticket: { labels: [{ id: 2, name: 'kept' }] }, label0: { id: 2 } }),
			readAgain(),
		);
		await client.updateTicket(params, { labels: ['kept'] });
		assert(sent().every(({ document }) => document.startsWith('query')));
	});

	it('may have been made if the forge names no event for a part', async () => {
		for (const data of [{}, { comment: null }]) {
			const { client } = await open(numberOfTracker, { data });
			const error = await refusal(client.updateTicket(params, { comment: 'Hi.' }));
			assert.deepEqual([error.kind, error.mayBeDone], ['surprise', true]);
		}
	});

	it('is not sent a second time if one of its parts is missing', async () => {
		const { client, sent } = await open(
			inTracker({ ticket: { labels: [] }, label0: { id: 5 } }),
			failure('No such label', 'added0'),
		);
		const error = await refusal(client.updateTicket(params, { labels: ['new'], comment: 'Hi.' }));
		assert.deepEqual([error.kind, error.mayBeDone, sent().length], ['missing', true, 2]);
	});

	it('looks labels up in groups, because each costs something, and each label once', async () => {
		const names = Array.from({ length: 60 }, (_, index) => `label ${index}`);
		const found = inTracker({ ticket: { labels: names.map((name, id) => ({ id, name })) } });
		const { client, sent } = await open(found, found, readAgain());
		await client.updateTicket(params, { labels: [...names, ...names] });
		assert.deepEqual(
			sent().map(({ variables }) => Object.keys(variables).filter((key) => key.startsWith('name')).length),
			[50, 10, 0],
		);
	});

	it('refuses a label that the tracker does not have, before anything is changed', async () => {
		const { client, sent } = await open(inTracker({ ticket: { labels: [] }, label0: null }));
		const error = await refusal(client.updateTicket(params, { labels: ['none'], comment: 'Hi.' }));
		assert.deepEqual([error.kind, error.mayBeDone], ['refused', false]);
		assert.match(error.message, /no label “none”\. It may have been renamed/);
		assert.equal(sent().length, 1);
	});

	it('of one part that is refused has changed nothing', async () => {
		const { client } = await open(numberOfTracker, failure('Access denied', 'comment'));
		const error = await refusal(client.updateTicket(params, { comment: 'Hi.' }));
		assert.deepEqual([error.kind, error.mayBeDone], ['forbidden', false]);
	});

	it('of several parts of which one is refused may have been made in part', async () => {
		const { client } = await open(
			inTracker({ ticket: { labels: [] }, label0: { id: 5 } }),
			failure('Access denied', 'comment'),
		);
		const error = await refusal(client.updateTicket(params, { labels: ['new'], comment: 'Hi.' }));
		assert.deepEqual([error.kind, error.mayBeDone], ['forbidden', true]);
	});

	it('of several parts has changed nothing if the forge does not know it', async () => {
		const { client } = await open(
			inTracker({ ticket: { labels: [] }, label0: { id: 5 } }),
			new Refused(422, 'Cannot query field "labelTicket"'),
		);
		const error = await refusal(client.updateTicket(params, { labels: ['new'], comment: 'Hi.' }));
		assert.equal(error.mayBeDone, false);
		assert.doesNotMatch(error.message, /Other parts/);
	});

	it('was made even if the ticket cannot be read again', async () => {
		const { client } = await open(
			numberOfTracker,
			{ data: { comment: { id: 12 } } },
			failure('Access denied', 'owner'),
		);
		const error = await refusal(client.updateTicket(params, { comment: 'Hi.' }));
		assert.equal(error.mayBeDone, true);
		assert.match(error.message, /^The change was made, but the ticket could not be read again\./);
	});
});
