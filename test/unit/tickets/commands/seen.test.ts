import assert from 'node:assert/strict';
import { Seen } from '../../../../src/tickets/commands/seen.ts';

/** Stands for what VS Code remembers between two sessions. */
function memory() {
	const kept = new Map<string, unknown>();
	function get<T>(name: string): T | undefined;
	function get<T>(name: string, otherwise: T): T;
	function get(name: string, otherwise?: unknown) {
		return kept.get(name) ?? otherwise;
	}
	const update = async (name: string, value: unknown) => {
		kept.set(name, value);
	};
	return { get, update };
}

const ticket = { account: 'ana at forge.test', owner: '~ana', tracker: 'editor', ticket: 3 };

describe('Up to when a ticket was read', () => {
	it('is remembered in the next window', () => {
		const kept = memory();
		new Seen(kept).put(ticket, '2026-01-01');
		assert.equal(new Seen(kept).get(ticket), '2026-01-01');
	});

	it('is not mixed up with a ticket of the same reference at another forge', () => {
		const seen = new Seen(memory());
		const other = { ...ticket, account: 'ana at other.test' };
		seen.put(ticket, '2026-01-01');
		assert.equal(seen.get(other), undefined);
		seen.put(other, '2026-02-02');
		assert.deepEqual([seen.get(ticket), seen.get(other)], ['2026-01-01', '2026-02-02']);
	});

	it('is forgotten when the account signs out, and only then', () => {
		const seen = new Seen(memory());
		const other = { ...ticket, account: 'bob at forge.test' };
		for (const key of [ticket, other]) seen.put(key, '2026-01-01');
		seen.forget([ticket.account]);
		assert.deepEqual([seen.get(ticket), seen.get(other)], [undefined, '2026-01-01']);
	});

	it('is remembered of the tickets that were looked at last', () => {
		const seen = new Seen(memory());
		const at = (number: number) => ({ ...ticket, ticket: number });
		for (let number = 1; number <= 400; number++) seen.put(at(number), 'once');
		seen.put(at(1), 'again');
		seen.put(at(401), 'once');
		assert.deepEqual([seen.get(at(1)), seen.get(at(2)), seen.get(at(401))], ['again', undefined, 'once']);
	});
});
