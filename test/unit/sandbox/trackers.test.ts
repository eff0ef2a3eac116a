import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import { ticketStatuses } from '../../../src/forge/shapes/trackers.ts';
import { Refusal } from '../../../src/sandbox/server/refusal.ts';
import type { Permissions } from '../../../src/sandbox/trackers/tracker-records.ts';
import { mine } from '../../kit/forge/mine.ts';
import { people, startTrackers, type TrackersForge, type Who } from '../../kit/forge/trackers-forge.ts';

const notYours = /^<!doctype html>[\s\S]*401/;

const closed: Permissions = { anonymous: [], submitter: [], user: [] };

const reasons = (body: unknown) => body as { errors: { field?: string; reason: string }[] };

describe('the trackers of the sandbox', () => {
	let forge: TrackersForge;

	beforeEach(async () => {
		forge = await startTrackers();
	});

	afterEach(() => forge.stop());

	/** A tracker of the owner with a ticket by another user, and two labels. */
	function editor() {
		const tracker = forge.trackers.create('owner', { name: 'editor', description: 'Of *the* editor.' });
		for (const name of ['bug', 'feature']) {
			forge.trackers.createLabel(tracker, { name, colors: { background: '#ff0000', text: '#ffffff' } });
		}
		const ticket = forge.trackers.tickets.open(tracker, people.other, { title: 'It is slow' });
		return { tracker, ticket };
	}

	it('return every resource with all fields of the contract', async () => {
		const { tracker, ticket } = editor();
		forge.trackers.tickets.assign(ticket, people.owner, 'third');
		forge.trackers.tickets.update(ticket, people.owner, { labels: ['bug'] });
		const owner = { canonical_name: '~owner', name: 'owner' };
		const moment = '2026-03-04T05:06:07+00:00';
		const short = { id: tracker.id, owner, created: moment, updated: moment, name: 'editor' };
		const permissions = ['browse', 'submit', 'comment'];
		const whole = {
			...short,
			description: 'Of *the* editor.',
			default_permissions: {
				anonymous: permissions,
				submitter: ['browse', 'comment', 'edit'],
				user: permissions,
			},
		};
		assert.deepEqual((await forge.ask('owner', 'GET', '/trackers/editor')).body, whole);
		assert.deepEqual((await forge.ask('owner', 'GET', '/trackers')).body, {
			next: null,
			results: [whole],
			total: 1,
			results_per_page: 50,
		});
		assert.deepEqual((await forge.ask('other', 'GET', '/user/~owner/trackers/editor/tickets/1')).body, {
			id: 1,
			ref: '~owner/editor#1',
			tracker: short,
			title: 'It is slow',
			created: moment,
			updated: moment,
			submitter: { type: 'user', canonical_name: '~other', name: 'other' },
			description: '',
			status: 'reported',
			resolution: 'unresolved',
			permissions: { anonymous: null, submitter: null, user: null },
			labels: ['bug'],
			assignees: [{ canonical_name: '~third', name: 'third' }],
		});
		const labels = await listAll(forge.client('other').labels({ owner: '~owner', tracker: 'editor' }));
		assert.deepEqual(
			labels.map(({ name }) => name),
			['feature', 'bug'],
		);
		assert.deepEqual(labels[0]?.tracker, short);
		assert.deepEqual(labels[0]?.colors, { background: '#ff0000', text: '#ffffff' });
		assert.equal((await forge.client('other').user({ owner: '~owner' })).email, 'owner@forge.test');
	});

	it('can be created, changed and deleted by their owner', async () => {
		const client = forge.client('owner');
		const made = await client.createTracker({}, { name: 'Board.1', description: 'One' });
		assert.equal(made.description, 'One');
		const changed = await client.updateTracker({ tracker: mine('Board.1') }, { description: 'Two' });
		assert.equal(changed.description, 'Two');
		assert.equal((await client.tracker({ owner: '~owner', tracker: 'board.1' })).name, 'Board.1');
		assert.equal((await forge.ask('owner', 'DELETE', '/trackers/Board.1')).status, 204);
		assert.equal((await forge.ask('owner', 'GET', '/trackers/Board.1')).status, 404);
		assert.equal(forge.saved.count, 3);
	});

	it('number their tickets separately, and list the newest first', async () => {
		const client = forge.client('owner');
		for (const name of ['one', 'two']) await client.createTracker({}, { name });
		const tickets = [];
		for (const tracker of ['one', 'two', 'one']) {
			tickets.push((await client.createTicket({ tracker: mine(tracker) }, { title: `In ${tracker}` })).ref);
		}
		assert.deepEqual(tickets, ['~owner/one#1', '~owner/two#1', '~owner/one#2']);
		assert.deepEqual(
			(await listAll(client.tickets({ tracker: mine('one') }))).map(({ id }) => id),
			[2, 1],
		);
		assert.deepEqual(
			(await listAll(client.trackers({}))).map(({ name }) => name),
			['two', 'one'],
		);
	});

	it('return 120 tickets in consecutive pages of 50', async () => {
		const { tracker } = editor();
		for (let i = 0; i < 119; i++)
			forge.trackers.tickets.open(tracker, people.owner, { title: 'One of many' });
		const sizes: number[] = [];
		let next: string | null = '';
		while (next !== null) {
			const { body } = await forge.ask('owner', 'GET', `/trackers/editor/tickets?start=${next}`);
			const page = body as { next: string | null; results: unknown[]; total: number };
			sizes.push(page.results.length);
			assert.equal(page.total, 120);
			next = page.next;
		}
		assert.deepEqual(sizes, [50, 50, 20]);
		const all = await listAll(forge.client('owner').tickets({ tracker: mine('editor') }));
		assert.deepEqual(
			all.map(({ id }) => id),
			Array.from({ length: 120 }, (_, index) => 120 - index),
		);
	});

	describe('refuse', () => {
		const long = (length: number) => '😀'.repeat(length);
		const cases: readonly [string, string, string, unknown, string, string][] = [
			[
				'a name with a space',
				'POST',
				'/trackers',
				{ name: 'a b' },
				'name',
				'Name must match ^[A-Za-z0-9._-]+$',
			],
			['an empty name', 'POST', '/trackers', { name: '' }, 'name', 'Name must match ^[A-Za-z0-9._-]+$'],
			['a name of one dot', 'POST', '/trackers', { name: '.' }, 'name', 'Name cannot be . or ..'],
			['a name of two dots', 'POST', '/trackers', { name: '..' }, 'name', 'Name cannot be . or ..'],
			[
				'a name that is taken',
				'POST',
				'/trackers',
				{ name: 'Editor' },
				'name',
				'This name is already in use.',
			],
			[
				'a long description',
				'PUT',
				'/trackers/editor',
				{ description: long(4096) },
				'description',
				'Must be less than 4096 characters',
			],
			['no title', 'POST', '/trackers/editor/tickets', {}, 'title', 'title is required'],
			[
				'a title of 2 characters',
				'POST',
				'/trackers/editor/tickets',
				{ title: long(2) },
				'title',
				'Title must be between 3 and 2048 characters.',
			],
			[
				'a title of 2049 characters',
				'POST',
				'/trackers/editor/tickets',
				{ title: long(2049) },
				'title',
				'Title must be between 3 and 2048 characters.',
			],
			[
				'a description of 16384 characters',
				'POST',
				'/trackers/editor/tickets',
				{ title: 'Long', description: long(16_384) },
				'description',
				'Description must be less than 16384 characters.',
			],
			[
				'a comment of 2 characters',
				'PUT',
				'/trackers/editor/tickets/1',
				{ comment: 'xy' },
				'comment',
				'Comment must be between 3 and 16384 characters.',
			],
			[
				'a comment of 16385 characters',
				'PUT',
				'/trackers/editor/tickets/1',
				{ comment: long(16_385) },
				'comment',
				'Comment must be between 3 and 16384 characters.',
			],
			[
				'an unknown label',
				'PUT',
				'/trackers/editor/tickets/1',
				{ labels: ['bug', 'nope'], comment: 'With labels' },
				'labels',
				'Unknown label nope',
			],
			[
				'the status resolved without a resolution',
				'PUT',
				'/trackers/editor/tickets/1',
				{ status: 'resolved' },
				'resolution',
				'resolution is required',
			],
			[
				'the status resolved with the resolution unresolved',
				'PUT',
				'/trackers/editor/tickets/1',
				{ status: 'resolved', resolution: 'unresolved' },
				'resolution',
				'resolution is required',
			],
		];
		for (const [what, method, path, body, field, reason] of cases) {
			it(`${what}, and change nothing`, async () => {
				editor();
				const before = JSON.stringify(forge.state);
				const answer = await forge.ask('owner', method, path, body);
				assert.equal(answer.status, 400);
				assert.deepEqual(reasons(answer.body), { errors: [{ field, reason }] });
				assert.equal(JSON.stringify(forge.state), before);
			});
		}

		it('nothing that is just within the limits', async () => {
			editor();
			const client = forge.client('owner');
			const at = { tracker: mine('editor') };
			for (const title of [long(3), long(2048)]) {
				assert.equal((await client.createTicket(at, { title, description: long(16_383) })).title, title);
			}
			for (const comment of [long(3), long(16_384)]) {
				const { events } = await client.updateTicket({ ...at, ticket: 1 }, { comment });
				assert.equal(events[0]?.comment?.text, comment);
			}
		});
	});

	it('answer 404 in JSON for missing resources', async () => {
		editor();
		for (const path of [
			'/user/~stranger',
			'/user/owner@forge.test',
			'/user/owner/trackers',
			'/user/~stranger/trackers',
			'/user/~other/trackers/editor',
			'/trackers/none',
			'/trackers/none/labels',
			'/trackers/none/tickets',
			'/trackers/editor/tickets/2',
			'/trackers/editor/tickets/0',
			'/trackers/editor/tickets/01',
			'/trackers/editor/tickets/abc',
			'/trackers/editor/tickets/2/events',
			'/trackers/editor/tickets/2/webhooks',
			'/user/~owner/trackers/editor/tickets/2/webhooks',
			'/user/~owner/trackers/EDITOR/webhooks',
			'/user/~owner/trackers/none/webhooks',
		]) {
			const { status, body } = await forge.ask('owner', 'GET', path);
			assert.deepEqual([path, status, body], [path, 404, { errors: [{ reason: '404 not found' }] }]);
		}
	});

	it('name the scope that a token is missing', async () => {
		editor();
		const cases: readonly [Who, string, string, unknown, string][] = [
			['nobody', 'GET', '/trackers', undefined, 'trackers:read'],
			['nobody', 'GET', '/user/~owner/trackers/editor/tickets', undefined, 'tickets:read'],
			['reader', 'POST', '/trackers', { name: 'mine' }, 'trackers:write'],
			['reader', 'POST', '/user/~owner/trackers/editor/tickets', { title: 'Mine' }, 'tickets:write'],
			['reader', 'PUT', '/user/~owner/trackers/editor/tickets/1', { comment: 'Mine' }, 'tickets:write'],
		];
		for (const [who, method, path, body, scope] of cases) {
			const answer = await forge.ask(who, method, path, body);
			assert.equal(answer.status, 403, path);
			assert.match(reasons(answer.body).errors[0]?.reason ?? '', new RegExp(`needs ${scope}`));
		}
		assert.equal((await forge.ask('reader', 'GET', '/user/~owner/trackers/editor/tickets/1')).status, 200);
		assert.equal((await forge.ask('nobody', 'GET', '/user')).status, 200);
	});

	it('are hidden completely from users without permissions', async () => {
		const { tracker } = editor();
		forge.trackers.update(tracker, { permissions: closed });
		const at = '/user/~owner/trackers/editor';
		for (const [method, path, body] of [
			['GET', at],
			['PUT', at, { description: 'Mine' }],
			['GET', `${at}/labels`],
			['GET', `${at}/tickets`],
			['POST', `${at}/tickets`, { title: 'Mine' }],
			['GET', `${at}/tickets/1`],
			['GET', `${at}/tickets/99`],
			['PUT', `${at}/tickets/1`, { comment: 'Mine' }],
			['GET', `${at}/tickets/1/events`],
			['GET', `${at}/webhooks`],
			['POST', `${at}/webhooks`, { url: 'http://127.0.0.1/', events: ['ticket:create'] }],
			['GET', `${at}/tickets/1/webhooks`],
		] as const) {
			assert.deepEqual([path, (await forge.ask('other', method, path, body)).status], [path, 404]);
		}
		assert.deepEqual(await listAll(forge.client('other').trackers({ owner: '~owner' })), []);
		assert.equal((await forge.ask('owner', 'GET', at)).status, 200);
	});

	it('with only the permission to submit accept tickets and show nothing', async () => {
		const { tracker } = editor();
		forge.trackers.update(tracker, { permissions: { ...closed, user: ['submit'] } });
		const at = '/user/~owner/trackers/editor';
		assert.equal((await forge.ask('third', 'POST', `${at}/tickets`, { title: 'A secret' })).status, 201);
		for (const path of [at, `${at}/tickets`, `${at}/labels`, `${at}/tickets/1`]) {
			const { status, type } = await forge.ask('third', 'GET', path);
			assert.deepEqual([path, status, type], [path, 403, 'application/json']);
		}
	});

	it('answer 401 with a page to a write without permission, and change nothing', async () => {
		const { tracker } = editor();
		forge.trackers.update(tracker, {
			permissions: { ...closed, user: ['browse'], submitter: ['browse', 'edit'] },
		});
		const before = JSON.stringify(forge.state);
		const at = '/user/~owner/trackers/editor';
		const cases: readonly [Who, string, string, unknown][] = [
			['other', 'PUT', at, { description: 'Mine' }],
			['other', 'POST', `${at}/tickets`, { title: 'Mine' }],
			['other', 'PUT', `${at}/tickets/1`, { comment: 'By the submitter' }],
			['third', 'PUT', `${at}/tickets/1`, { comment: 'By a third' }],
			['other', 'PUT', `${at}/tickets/1`, { status: 'resolved', resolution: 'fixed' }],
			['other', 'PUT', `${at}/tickets/1`, { resolution: 'fixed' }],
			['other', 'PUT', `${at}/tickets/1`, { labels: [] }],
		];
		for (const [who, method, path, body] of cases) {
			const answer = await forge.ask(who, method, path, body);
			assert.equal(answer.status, 401, JSON.stringify(body));
			assert.match(answer.type, /^text\/html/);
			assert.match(String(answer.body), notYours);
		}
		assert.equal(JSON.stringify(forge.state), before);
		assert.equal((await forge.ask('other', 'DELETE', '/trackers/editor')).status, 404);
	});

	it('accept a comment with a change only if both are permitted', async () => {
		const { tracker } = editor();
		const at = '/user/~owner/trackers/editor/tickets/1';
		const both = { comment: 'Done it', status: 'resolved', resolution: 'fixed' };
		assert.equal((await forge.ask('third', 'PUT', at, { comment: 'Only words' })).status, 200);
		assert.equal((await forge.ask('third', 'PUT', at, both)).status, 401);
		forge.trackers.update(tracker, { permissions: { ...closed, user: ['browse', 'comment', 'triage'] } });
		assert.equal((await forge.ask('third', 'PUT', at, both)).status, 200);
	});

	it('let each permission of a ticket override that of its tracker', async () => {
		const { tracker, ticket } = editor();
		forge.trackers.tickets.open(tracker, people.other, { title: 'For all' });
		forge.trackers.tickets.permit(ticket, { user: [], submitter: ['browse', 'triage'] });
		const at = '/user/~owner/trackers/editor/tickets';
		const ids = async (who: Who) =>
			(await listAll(forge.client(who).tickets({ owner: '~owner', tracker: 'editor' }))).map(({ id }) => id);
		assert.equal((await forge.ask('third', 'GET', `${at}/1`)).status, 404);
		assert.deepEqual(await ids('third'), [2]);
		assert.deepEqual(await ids('other'), [2, 1]);
		assert.deepEqual(await ids('owner'), [2, 1]);
		assert.equal((await forge.ask('other', 'PUT', `${at}/1`, { labels: ['bug'] })).status, 200);
		assert.equal((await forge.ask('other', 'PUT', `${at}/1`, { comment: 'Not that' })).status, 401);
		const { permissions } = await forge
			.client('other')
			.ticket({ owner: '~owner', tracker: 'editor', ticket: 1 });
		assert.deepEqual(permissions, { anonymous: null, submitter: ['browse', 'triage'], user: [] });
		forge.trackers.tickets.permit(ticket, { user: null });
		assert.deepEqual(await ids('third'), [2, 1]);
	});

	for (const from of ticketStatuses) {
		for (const to of ticketStatuses) {
			it(`move a ticket from ${from} to ${to}, with a resolution only if it is resolved`, async () => {
				const { ticket } = editor();
				const standing = (status: typeof from, resolution: 'fixed' | 'duplicate') => ({
					status,
					resolution: status === 'resolved' ? resolution : ('unresolved' as const),
				});
				const before = standing(from, 'fixed');
				forge.trackers.tickets.update(ticket, people.owner, before);
				const asked = { status: to, resolution: 'duplicate' } as const;
				const { ticket: after, events } = await forge
					.client('owner')
					.updateTicket({ tracker: mine('editor'), ticket: 1 }, asked);
				const wanted = standing(to, 'duplicate');
				assert.deepEqual({ status: after.status, resolution: after.resolution }, wanted);
				const isMoved = JSON.stringify(before) !== JSON.stringify(wanted);
				assert.deepEqual(
					events.map((event) => [
						event.event_type,
						[event.old_status, event.old_resolution],
						[event.new_status, event.new_resolution],
					]),
					isMoved ? [[['status_change'], [from, before.resolution], [to, wanted.resolution]]] : [],
				);
			});
		}
	}

	it('accept a resolution without a status only for a resolved ticket', async () => {
		editor();
		const at = '/trackers/editor/tickets/1';
		const change = async (body: object) => {
			const answer = await forge.ask('owner', 'PUT', at, body);
			const { ticket, events } = answer.body as {
				ticket: { status: string; resolution: string };
				events: unknown[];
			};
			return [ticket.status, ticket.resolution, events.length];
		};
		assert.deepEqual(await change({ resolution: 'fixed' }), ['reported', 'unresolved', 0]);
		assert.deepEqual(await change({ status: 'resolved', resolution: 'fixed' }), ['resolved', 'fixed', 1]);
		assert.deepEqual(await change({ resolution: 'by_design' }), ['resolved', 'by_design', 1]);
	});

	it('keep the author and date of an email or an import', async () => {
		const { tracker } = editor();
		const at = new Date('2019-05-06T07:08:09Z');
		forge.trackers.tickets.open(
			tracker,
			{ type: 'external', external_id: 'github:octo', external_url: 'https://github.com/octo' },
			{ title: 'Imported', at },
		);
		const byMail = forge.trackers.tickets.open(
			tracker,
			{ type: 'email', address: 'ann@example.org', name: 'Ann' },
			{ title: 'By mail', at },
		);
		const later = new Date('2020-01-01T00:00:00Z');
		forge.trackers.tickets.update(byMail, byMail.submitter, { comment: 'And more', at: later });
		const client = forge.client('owner');
		const imported = await client.ticket({ tracker: mine('editor'), ticket: 2 });
		assert.deepEqual(
			[imported.submitter, imported.created, imported.updated],
			[
				{ type: 'external', external_id: 'github:octo', external_url: 'https://github.com/octo' },
				'2019-05-06T07:08:09+00:00',
				'2019-05-06T07:08:09+00:00',
			],
		);
		const mailed = await client.ticket({ tracker: mine('editor'), ticket: 3 });
		assert.deepEqual(
			[mailed.submitter, mailed.updated],
			[{ type: 'email', address: 'ann@example.org', name: 'Ann' }, '2020-01-01T00:00:00+00:00'],
		);
		assert.equal((await client.tracker({ tracker: mine('editor') })).updated, '2026-03-04T05:06:07+00:00');
	});

	it('remove a deleted label from their tickets', async () => {
		const { tracker, ticket } = editor();
		forge.trackers.tickets.update(ticket, people.owner, { labels: ['bug', 'feature'] });
		const [bug] = tracker.labels;
		assert.ok(bug);
		forge.trackers.deleteLabel(tracker, bug);
		assert.deepEqual((await forge.client('owner').ticket({ tracker: mine('editor'), ticket: 1 })).labels, [
			'feature',
		]);
		const answer = await forge.ask('owner', 'PUT', '/trackers/editor/tickets/1', { labels: ['bug'] });
		assert.equal(answer.status, 400);
	});

	it('have labels with unique names and valid colors', () => {
		const { tracker } = editor();
		const colors = { background: '#00ff00', text: '#000000' };
		for (const label of [
			{ name: 'bug', colors },
			{ name: ' ', colors },
			{ name: 'green', colors: { ...colors, text: 'black' } },
			{ name: 'green', colors: { ...colors, background: '#0f0' } },
		]) {
			assert.throws(() => forge.trackers.createLabel(tracker, label), Refusal, JSON.stringify(label));
		}
		assert.equal(tracker.labels.length, 2);
	});

	it('are saved after each change, and only then', () => {
		const { tracker, ticket } = editor();
		const { trackers, saved } = forge;
		const { tickets } = trackers;
		const [bug] = tracker.labels;
		assert.ok(bug);
		const acts: readonly [boolean, () => void][] = [
			[true, () => trackers.update(tracker, { description: 'New' })],
			[true, () => tickets.open(tracker, people.third, { title: 'Another' })],
			[true, () => tickets.update(ticket, people.owner, { comment: 'And so on' })],
			[true, () => tickets.update(ticket, people.owner, { labels: ['bug'] })],
			[false, () => tickets.update(ticket, people.owner, { labels: ['bug'] })],
			[true, () => tickets.edit(ticket, { title: 'It is fast' })],
			[true, () => tickets.permit(ticket, { user: [] })],
			[true, () => tickets.assign(ticket, people.owner, 'third')],
			[false, () => tickets.assign(ticket, people.owner, 'third')],
			[true, () => tickets.unassign(ticket, people.owner, 'third')],
			[true, () => trackers.deleteLabel(tracker, bug)],
			[true, () => trackers.delete(tracker)],
		];
		for (const [isChange, act] of acts) {
			const before = JSON.stringify(forge.state);
			const { count } = saved;
			act();
			assert.deepEqual([saved.count > count, JSON.stringify(forge.state) !== before], [isChange, isChange]);
		}
	});

	it('show the edited fields of a ticket', async () => {
		const { ticket } = editor();
		forge.trackers.tickets.edit(ticket, { title: 'It is fast', at: new Date('2027-01-01T00:00:00Z') });
		const { title, description, updated } = await forge
			.client('owner')
			.ticket({ tracker: mine('editor'), ticket: 1 });
		assert.deepEqual([title, description, updated], ['It is fast', '', '2027-01-01T00:00:00+00:00']);
		assert.throws(() => forge.trackers.tickets.edit(ticket, { title: 'It' }), Refusal);
	});

	it('are unchanged after their state has been saved and read', async () => {
		const { ticket } = editor();
		forge.trackers.tickets.update(ticket, people.other, { comment: 'See ~third and #1' });
		assert.deepEqual(JSON.parse(JSON.stringify(forge.state)), forge.state);
	});
});
