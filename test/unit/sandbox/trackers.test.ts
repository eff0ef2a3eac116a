import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import type { Permissions } from '../../../src/sandbox/trackers/tracker-records.ts';
import { people, startTrackers, type TrackersForge, type Who } from '../../kit/forge/trackers-forge.ts';

const notYours = /^<!doctype html>[\s\S]*401/;

const closed: Permissions = { anonymous: [], submitter: [], user: [] };

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

	it('refuse a change of a ticket as a whole if one of its labels is unknown', async () => {
		editor();
		const before = JSON.stringify(forge.state);
		const change = { labels: ['bug', 'nope'], comment: 'With labels' };
		const { status, body } = await forge.ask('owner', 'PUT', '/trackers/editor/tickets/1', change);
		assert.deepEqual([status, body], [400, { errors: [{ field: 'labels', reason: 'Unknown label nope' }] }]);
		assert.equal(JSON.stringify(forge.state), before);
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
});
