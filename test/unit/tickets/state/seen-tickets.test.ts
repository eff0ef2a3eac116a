import assert from 'node:assert/strict';
import { SeenTickets } from '../../../../src/tickets/commands/seen-tickets.ts';

/** Stands for what VS Code remembers between two sessions. */
function memory() {
	const kept = new Map<string, unknown>();
	function get<T>(name: string): T | undefined;
	function get<T>(name: string, otherwise: T): T;
	function get(name: string, otherwise?: unknown) {
		return kept.get(name) ?? otherwise;
	}
	const written: unknown[] = [];
	const update = async (name: string, value: unknown) => {
		written.push(value);
		kept.set(name, value);
	};
	return { get, update, written };
}

const ticket = { account: 'ana at forge.test', owner: '~ana', tracker: 'editor', ticket: 3 };

describe('The time of the user’s last visit to a ticket', () => {
	it('is remembered in the next window', () => {
		const kept = memory();
		new SeenTickets(kept).put(ticket, '2026-01-01');
		assert.equal(new SeenTickets(kept).get(ticket), '2026-01-01');
	});

	it('is kept apart from that of a ticket with the same reference on another forge', () => {
		const seen = new SeenTickets(memory());
		const other = { ...ticket, account: 'ana at other.test' };
		seen.put(ticket, '2026-01-01');
		assert.equal(seen.get(other), undefined);
		seen.put(other, '2026-02-02');
		assert.deepEqual([seen.get(ticket), seen.get(other)], ['2026-01-01', '2026-02-02']);
	});

	it('is forgotten when the account signs out, and no other time is', () => {
		const seen = new SeenTickets(memory());
		const other = { ...ticket, account: 'bob at forge.test' };
		for (const key of [ticket, other]) seen.put(key, '2026-01-01');
		seen.forget([ticket.account]);
		assert.deepEqual([seen.get(ticket), seen.get(other)], [undefined, '2026-01-01']);
	});

	it('is written only when it changes', () => {
		const kept = memory();
		const seen = new SeenTickets(kept);
		seen.put(ticket, '2026-01-01');
		seen.put(ticket, '2026-01-01');
		seen.forget(['eve at forge.test']);
		assert.equal(kept.written.length, 1);
		seen.put(ticket, '2026-01-02');
		seen.forget([ticket.account]);
		assert.deepEqual(kept.written.slice(1), [{ 'ana at forge.test ~ana/editor#3': '2026-01-02' }, {}]);
	});

	it('is remembered for the tickets that were visited last', () => {
		const seen = new SeenTickets(memory());
		const at = (number: number) => ({ ...ticket, ticket: number });
		for (let number = 1; number <= 400; number++) seen.put(at(number), 'once');
		seen.put(at(1), 'again');
		seen.put(at(401), 'once');
		const times = [1, 2, 3, 401].map((number) => seen.get(at(number)));
		assert.deepEqual(times, ['again', undefined, 'once', 'once']);
	});
});
