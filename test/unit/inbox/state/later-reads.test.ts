import assert from 'node:assert/strict';
import { LaterReads } from '../../../../src/inbox/state/later-reads.ts';
import type { Watched } from '../../../../src/platform/state/watched.ts';
import { listEvent, repositoryEvent, ticketEvent } from '../events.ts';

const place = { account: 'ana', owner: '~ana' };
type Resource = Pick<Watched, 'spelled' | 'partOf' | 'account' | 'hookTarget'>;

const resource = (family: 'tracker' | 'list' | 'repository', account = 'ana'): Resource => ({
	...{ spelled: `${family} of ${account}`, account },
	hookTarget: { family, params: { owner: '~ana', [family]: 'editor' } },
});
const all: Resource = { spelled: 'all', account: 'ana', hookTarget: { family: 'trackersUser', params: {} } };
const ticketOf = (ticket: number): Resource => ({
	...{ spelled: `ticket ${ticket}`, account: 'ana', partOf: 'tracker of ana' },
	hookTarget: { family: 'ticket', params: { owner: '~ana', tracker: 'editor', ticket: String(ticket) } },
});
const events = [
	ticketEvent({ place: { ...place, tracker: 'editor' }, item: { ...place, tracker: 'editor', ticket: 1 } }),
	listEvent({ place: { ...place, list: 'editor' }, item: null }),
	repositoryEvent({ place: { ...place, repository: 'editor' } }),
] as const;

describe('Reads that wait for the focus', () => {
	function open() {
		let watched: readonly Resource[] = [
			all,
			...(['tracker', 'list', 'repository'] as const).flatMap((kind) => [
				resource(kind),
				resource(kind, 'bob'),
			]),
			...[1, 2].map(ticketOf),
		];
		let closed: string | undefined;
		const reads: string[][] = [];
		const later = new LaterReads<Resource>({
			watched: () => watched.filter(({ account }) => account !== closed),
			isOpen: (account) => account !== closed,
			read: (resources) => reads.push(resources.map(({ spelled }) => spelled)),
		});
		const close = (account: string | undefined) => {
			closed = account;
			later.update();
		};
		const watch = (...next: readonly Resource[]) => {
			watched = next;
			later.update();
		};
		later.update();
		return { later, reads: () => reads.splice(0), close, watch };
	}

	it('are of places and open tickets in which another window has found something', () => {
		const { later, reads } = open();
		later.didAdd(events);
		assert.deepEqual(reads(), []);
		later.setFocus(true);
		assert.deepEqual(reads(), [['tracker of ana', 'list of ana', 'repository of ana', 'ticket 1']]);
		later.setFocus(true);
		assert.deepEqual(reads(), []);
		later.didAdd([events[1]]);
		assert.deepEqual(reads(), [['list of ana']]);
	});

	it('are not of what this window has just read', async () => {
		const { later, reads } = open();
		later.setFocus(true);
		await later.storing(resource('tracker'), async () => later.didAdd(events));
		assert.deepEqual(reads(), [['list of ana', 'repository of ana']]);
		await assert.rejects(later.storing(resource('tracker'), () => Promise.reject(new Error('full'))));
		later.didAdd([events[0]]);
		assert.deepEqual(reads(), [['tracker of ana', 'ticket 1']]);
	});

	it('are of an account that has signed in again, and not of what is shown again', () => {
		const { later, reads, close, watch } = open();
		later.setFocus(true);
		close('bob');
		close(undefined);
		assert.deepEqual(reads(), [['tracker of bob', 'list of bob', 'repository of bob']]);
		watch(all);
		watch(all, resource('list'));
		assert.deepEqual(reads(), []);
	});
});
