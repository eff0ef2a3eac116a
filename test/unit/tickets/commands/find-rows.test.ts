import assert from 'node:assert/strict';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { foundRows } from '../../../../src/tickets/commands/find-rows.ts';
import { session } from '../../platform/view/sessions.ts';
import { ticket } from '../model/query-tickets.ts';

const key = { account: 'one', owner: '~ana', tracker: 'editor' };
const known = (id: number, fields: Partial<Ticket> = {}, tracker = 'editor') => ({
	key: { ...key, tracker, ticket: id },
	ticket: ticket({ id, ...fields }),
});
const account = (id: string, instance: string, pins: readonly string[] = ['editor']) => ({
	session: { ...session, id, instance },
	instance: { name: instance, trackers: `https://todo.${instance}` },
	trackers: { pins: { all: pins.map((name) => ({ owner: '~ana', name })) }, own: { value: undefined } },
});

type FindInput = Parameters<typeof foundRows>[1];
function find(text: string, part: Partial<FindInput> = {}) {
	const all = part.known ?? [known(42, { title: 'It $(x) is slow', labels: ['bug', 'ui'] })];
	return foundRows(text, {
		known: all,
		isKnown: (one) =>
			all.some(({ key: { tracker, ticket } }) => tracker === one.tracker && ticket === one.ticket),
		accounts: [account('one', 'forge.test')],
		inProject: [],
		isBusy: false,
		now: Date.parse('2026-01-03T00:00:00Z'),
		...part,
	});
}
const labels = (rows: ReturnType<typeof foundRows>) => rows.map(({ label }) => label);

describe('The rows of the tickets that a search finds', () => {
	it('show the status as an icon, and the facts, without running icons of the forge', () => {
		assert.deepEqual(find('slow'), [
			{
				key: { ...key, ticket: 42 },
				label: '$(issues) #42',
				description: 'It \\$(x) is slow',
				detail: 'Reported · bug, ui · 2d',
				alwaysShow: true,
			},
		]);
	});

	it('show how a closed ticket was resolved', () => {
		const [row] = find('', { known: [known(1, { status: 'resolved', resolution: 'fixed' })] });
		assert.match(row?.detail ?? '', /^Fixed · /);
	});

	it('name the tracker only if there are several', () => {
		const rows = find('', { known: [known(1), known(2, {}, 'tools')] });
		assert.deepEqual(
			rows.map(({ detail }) => detail?.split(' · ')[0]),
			['~ana/tools', '~ana/editor'],
		);
	});

	it('are filtered as in the Tickets view, for the user of each account', () => {
		const all = [known(1), known(2, { status: 'resolved', resolution: 'fixed' })];
		const first = (text: string) => find(text, { known: all })[0];
		assert.equal(first('slow status:closed')?.key?.ticket, 2);
		assert.equal(first('#1 status:closed')?.label, 'No matching tickets');
		assert.equal(find('submitter:me', { known: all })[0]?.key, undefined);
	});

	it('are at most a hundred', () => {
		assert.equal(find('', { known: Array.from({ length: 120 }, (_, nth) => known(nth + 1)) }).length, 100);
	});

	it('say that nothing matches, but not while tickets are still being read', () => {
		assert.deepEqual(find('nothing like it'), [{ label: 'No matching tickets', alwaysShow: true }]);
		assert.deepEqual(find('nothing like it', { isBusy: true }), []);
	});
});

describe('The row of a ticket that is named and not known', () => {
	const open = '$(go-to-file) Open';

	it('opens the ticket, below those that were found', () => {
		const rows = find('#4');
		assert.deepEqual(labels(rows), ['$(issues) #42', open]);
		assert.deepEqual(rows[1], {
			key: { ...key, ticket: 4 },
			label: open,
			description: '~ana/editor#4',
			alwaysShow: true,
		});
	});

	it('can be in a tracker of the workspace that is neither own nor pinned', () => {
		const other = { account: 'two', owner: '~bob', tracker: 'tools' };
		const inProject = [{ ...other, account: 'one' }, other];
		assert.deepEqual(
			find('tools#4', { inProject, isBusy: true }).map((row) => row.key),
			[{ ...other, account: 'one', ticket: 4 }],
		);
	});

	it('comes first if the text is the address of the ticket', () => {
		const rows = find('https://todo.forge.test/~ana/editor/4', {
			known: [known(42, { title: 'https://todo.forge.test/~ana/editor/4' })],
		});
		assert.deepEqual(labels(rows), [open, '$(issues) #42']);
	});

	it('is left out if the text names a known ticket too', () => {
		const accounts = [account('one', 'forge.test', ['editor', 'tools'])];
		assert.deepEqual(labels(find('#42', { accounts })), ['$(issues) #42']);
	});

	it('exists for at most five trackers', () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const rows = find('#7', { accounts: [account('one', 'forge.test', names)] });
		assert.deepEqual(
			rows.map(({ key: one }) => one?.tracker),
			['a', 'b', 'c', 'd', 'e', undefined],
		);
	});

	it('names the forge if there are several accounts', () => {
		const accounts = [account('one', 'a.test'), account('two', 'b.test')];
		const rows = find('~ana/editor#7', { accounts }).filter(({ label }) => label === open);
		assert.deepEqual(
			rows.map(({ key: one, description }) => [one?.account, description]),
			[
				['one', '~ana/editor#7 · a.test'],
				['two', '~ana/editor#7 · b.test'],
			],
		);
	});
});
