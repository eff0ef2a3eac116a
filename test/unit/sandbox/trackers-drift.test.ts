import assert from 'node:assert/strict';
import { listAll } from '../../../src/forge/client/pages.ts';
import { parseTime } from '../../../src/forge/contract/read.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import type { TrackerRecord } from '../../../src/sandbox/trackers/tracker-records.ts';
import { mine } from '../../kit/forge/mine.ts';
import { people, startTrackers, type TrackersForge } from '../../kit/forge/trackers-forge.ts';

interface Changed {
	readonly ticket: { readonly status: string; readonly resolution: string };
	readonly events: readonly Record<string, unknown>[];
}

describe('a tracker with drift', () => {
	let forge: TrackersForge;
	let tracker: TrackerRecord;

	const at = '/user/~owner/trackers/editor';

	async function start(...drift: Quirk[]) {
		forge = await startTrackers(...drift);
		tracker = forge.trackers.create('owner', { name: 'editor' });
		for (const name of ['bug', 'feature', 'easy']) {
			forge.trackers.createLabel(tracker, { name, colors: { background: '#ff0000', text: '#ffffff' } });
		}
		forge.trackers.tickets.open(tracker, people.owner, { title: 'It is slow' });
	}

	afterEach(() => forge.stop());

	const change = async (body: object) => {
		const answer = await forge.ask('owner', 'PUT', `${at}/tickets/1`, body);
		assert.equal(answer.status, 200, JSON.stringify(answer.body));
		return answer.body as Changed;
	};

	const standing = async (body: object) => {
		const { ticket, events } = await change(body);
		return [ticket.status, ticket.resolution, events.length];
	};

	it('makes `next` loop through its tickets, and a client that knows this gets all of them', async () => {
		await start('ticket-next-is-global', 'page-of-51');
		const other = forge.trackers.create('other', { name: 'bulk' });
		for (let i = 0; i < 60; i++) forge.trackers.tickets.open(other, people.other, { title: `Bulk ${i}` });
		const page = async (start: string) =>
			(await forge.ask('other', 'GET', `/trackers/bulk/tickets?start=${start}`)).body as {
				next: string;
				results: { id: number }[];
			};
		const first = await page('');
		assert.deepEqual([first.next, first.results.length, first.results.at(-1)?.id], ['11', 51, 10]);
		const globally = forge.trackers.create('other', { name: 'later' });
		for (let i = 0; i < 60; i++) forge.trackers.tickets.open(globally, people.other, { title: `Later ${i}` });
		const { body } = await forge.ask('other', 'GET', '/trackers/later/tickets');
		const { next } = body as { next: string };
		assert.equal(next, '71');
		const again = await forge.ask('other', 'GET', `/trackers/later/tickets?start=${next}`);
		assert.deepEqual(again.body, body);
		const all = await listAll(forge.client('other').tickets({ tracker: mine('later') }));
		assert.equal(all.length, 60);
	});

	it('answers 500 with a page for a missing ticket, and 404 for its events', async () => {
		await start('ticket-missing-is-500');
		for (const [method, body] of [['GET'], ['PUT', { comment: 'Into the void' }]] as const) {
			const answer = await forge.ask('owner', method, `${at}/tickets/99`, body);
			assert.equal(answer.status, 500);
			assert.match(answer.type, /^text\/html/);
		}
		for (const path of ['/99/events', '/abc', '/99/webhooks']) {
			assert.equal((await forge.ask('owner', 'GET', `${at}/tickets${path}`)).status, 404, path);
		}
		forge.trackers.update(tracker, { permissions: { anonymous: [], submitter: [], user: [] } });
		assert.equal((await forge.ask('other', 'GET', `${at}/tickets/99`)).status, 404);
	});

	it('returns the label of an event as a string', async () => {
		await start('label-scalar');
		const { events } = await change({ labels: ['bug'], comment: 'A bug' });
		assert.deepEqual(
			events.map(({ label }) => label),
			['bug', null],
		);
		const [, added] = await listAll(forge.client('owner').events({ tracker: mine('editor'), ticket: 1 }));
		assert.deepEqual(added?.label, ['bug']);
	});

	it('omits falsy values in a change of status', async () => {
		await start('status-omits-falsy');
		const words = ({ events: [event] }: Changed) => [
			event?.old_status,
			event?.old_resolution,
			event?.new_status,
			event?.new_resolution,
		];
		assert.deepEqual(words(await change({ status: 'resolved', resolution: 'fixed' })), [
			null,
			null,
			'resolved',
			'fixed',
		]);
		assert.deepEqual(words(await change({ status: 'reported' })), ['resolved', 'fixed', null, null]);
	});

	it('sets any requested status to resolved, requires a resolution, and keeps it when reopened', async () => {
		await start('resolve-only', 'resolution-ignored');
		for (const body of [
			{ status: 'confirmed' },
			{ status: 'in_progress', resolution: 'unresolved' },
			{ status: 'resolved' },
		]) {
			const answer = await forge.ask('owner', 'PUT', `${at}/tickets/1`, body);
			assert.equal(answer.status, 400);
			assert.deepEqual(answer.body, { errors: [{ field: 'resolution', reason: 'resolution is required' }] });
		}
		assert.deepEqual(await standing({ status: 'reported' }), ['reported', 'unresolved', 0]);
		assert.deepEqual(await standing({ resolution: 'fixed' }), ['reported', 'unresolved', 0]);
		assert.deepEqual(await standing({ status: 'pending', resolution: 'fixed' }), ['resolved', 'fixed', 1]);
		assert.deepEqual(await standing({ status: 'resolved', resolution: 'wont_fix' }), [
			'resolved',
			'fixed',
			0,
		]);
		assert.deepEqual(await standing({ resolution: 'duplicate' }), ['resolved', 'fixed', 0]);
		assert.deepEqual(await standing({ status: 'reported' }), ['reported', 'fixed', 1]);
		assert.deepEqual(await standing({ status: 'resolved', resolution: 'duplicate' }), [
			'resolved',
			'duplicate',
			1,
		]);
	});

	it('rejects an unknown label after it has changed the labels before it', async () => {
		await start('partial-labels');
		await change({ labels: ['bug'] });
		const { count } = forge.saved;
		const answer = await forge.ask('owner', 'PUT', `${at}/tickets/1`, {
			labels: ['feature', 'nope', 'easy'],
			comment: 'Not made',
		});
		assert.equal(answer.status, 400);
		assert.ok(forge.saved.count > count);
		assert.deepEqual(answer.body, { errors: [{ field: 'labels', reason: 'Unknown label nope' }] });
		assert.deepEqual((await forge.client('owner').ticket({ tracker: mine('editor'), ticket: 1 })).labels, [
			'feature',
		]);
		const [last, before] = await listAll(
			forge.client('owner').events({ tracker: mine('editor'), ticket: 1 }),
		);
		assert.deepEqual([last?.event_type, before?.event_type], [['label_added'], ['label_removed']]);
	});

	it('answers 403 with a page for a private resource', async () => {
		await start('private-is-html');
		forge.trackers.update(tracker, { permissions: { anonymous: [], submitter: [], user: ['submit'] } });
		for (const path of [at, `${at}/tickets`, `${at}/tickets/1`]) {
			const { status, type } = await forge.ask('other', 'GET', path);
			assert.deepEqual([path, status, type], [path, 403, 'text/html; charset=utf-8']);
		}
	});

	it('writes times in several formats', async () => {
		await start('external-timestamps');
		const forms = new Set<string>();
		for (const seconds of ['06', '07']) {
			const iso = `2026-03-04T23:05:${seconds}.890Z`;
			forge.trackers.tickets.open(tracker, people.owner, { title: 'Dated', at: new Date(iso) });
			const [newest] = await listAll(forge.client('owner').tickets({ tracker: mine('editor') }));
			const created = newest?.created ?? '';
			assert.equal(Math.floor((parseTime(created) ?? 0) / 1000), Math.floor(Date.parse(iso) / 1000));
			forms.add(created.slice(19));
		}
		assert.deepEqual([...forms], ['.890000Z', '+02:00']);
	});

	it('returns fields that are not in the contract, and can still be read', async () => {
		await start('extra-fields');
		const { body } = await forge.ask('owner', 'GET', `${at}/tickets/1`);
		assert.ok('authenticity' in (body as object));
		const client = forge.client('owner');
		const [created] = await listAll(client.events({ tracker: mine('editor'), ticket: 1 }));
		assert.deepEqual(created?.event_type, ['created', 'noticed']);
		const { default_permissions } = await client.tracker({ tracker: mine('editor') });
		assert.ok(default_permissions?.user?.includes('watch'));
	});

	it('shows permissions as newer servers do, and can still be read', async () => {
		await start('tracker-visibility', 'no-ticket-permissions', 'extra-fields');
		const { body } = await forge.ask('owner', 'GET', at);
		assert.ok(!('default_permissions' in (body as object)));
		assert.ok(!('permissions' in ((await forge.ask('owner', 'GET', `${at}/tickets/1`)).body as object)));
		const client = forge.client('owner');
		const shown = async () => {
			const { default_permissions, default_access, visibility } = await client.tracker({
				tracker: mine('editor'),
			});
			return { default_permissions, default_access, visibility };
		};
		const usual = ['browse', 'submit', 'comment'];
		assert.deepEqual(await shown(), {
			...{ default_permissions: null, default_access: usual, visibility: 'PUBLIC' },
		});
		forge.trackers.update(tracker, { permissions: { anonymous: [], submitter: [], user: [] } });
		assert.deepEqual(await shown(), {
			...{ default_permissions: null, default_access: [], visibility: 'PRIVATE' },
		});
		assert.equal((await client.ticket({ tracker: mine('editor'), ticket: 1 })).permissions, null);
	});

	it('requires the visibility of a new tracker if its servers do', async () => {
		await start('visibility-required');
		const { status, body } = await forge.ask('owner', 'POST', '/trackers', { name: 'more' });
		assert.equal(status, 400);
		assert.deepEqual(body, { errors: [{ field: 'visibility', reason: 'visibility is required' }] });
		assert.equal((await forge.ask('owner', 'GET', '/trackers/more')).status, 404);
		const client = forge.client('owner');
		await client.createTracker({}, { name: 'more', visibility: 'PUBLIC' });
		await client.createTracker({}, { name: 'own', visibility: 'PRIVATE' });
		assert.equal((await forge.ask('other', 'GET', '/user/~owner/trackers/more')).status, 200);
		assert.equal((await forge.ask('other', 'GET', '/user/~owner/trackers/own')).status, 404);
	});

	it('says `closed` in tickets and events, and can still be read', async () => {
		await start('resolution-closed');
		const { ticket, events } = await change({ status: 'resolved', resolution: 'by_design' });
		assert.deepEqual([ticket.resolution, events[0]?.new_resolution], ['closed', 'closed']);
		const client = forge.client('owner');
		assert.equal((await client.ticket({ tracker: mine('editor'), ticket: 1 })).resolution, 'closed');
		await change({ status: 'reported' });
		const [reopened] = await listAll(client.events({ tracker: mine('editor'), ticket: 1 }));
		assert.deepEqual([reopened?.old_resolution, reopened?.new_resolution], ['closed', 'unresolved']);
	});

	it('omits the type of users, and can still be read', async () => {
		await start('participants-untyped');
		const { events } = await change({ comment: 'For ~third' });
		forge.trackers.tickets.open(
			tracker,
			{ type: 'email', address: 'guest@example.org', name: null },
			{ title: 'By a mail' },
		);
		const { body } = await forge.ask('owner', 'GET', `${at}/tickets`);
		const { results } = body as { results: { submitter: object }[] };
		const user = (name: string) => ({ canonical_name: `~${name}`, name });
		assert.deepEqual(
			results.map(({ submitter }) => submitter),
			[{ type: 'email', address: 'guest@example.org', name: null }, user('owner')],
		);
		assert.deepEqual(
			events.map(({ user, by_user, comment }) => [
				user,
				by_user,
				(comment as { submitter: unknown }).submitter,
			]),
			[
				[user('owner'), null, user('owner')],
				[user('third'), user('owner'), user('owner')],
			],
		);
		const [mention] = await listAll(forge.client('owner').events({ tracker: mine('editor'), ticket: 1 }));
		assert.deepEqual([mention?.user?.type, mention?.by_user?.type], ['user', 'user']);
	});
});
