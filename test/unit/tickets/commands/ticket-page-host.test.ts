import assert from 'node:assert/strict';
import { takeCalls } from '../../../kit/window/editor.ts';

const { createTicketPageHost } = await import('../../../../src/tickets/commands/ticket-page-host.ts');

const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 7 };
const args = [{ kind: 'ticket', key }];

describe('The page of a ticket', () => {
	it('calls the commands on its ticket, and those that open what links lead to', async () => {
		const calls: unknown[] = [];
		const record =
			(name: string) =>
			async (...given: unknown[]) =>
				calls.push([name, ...given]);
		const changes = {
			...{ setTo: record('setTo'), resolve: record('resolve') },
			...{ setStatus: record('setStatus'), labels: record('labels') },
		};
		const options = {
			services: { tickets: {}, seen: {}, visiblePages: {} },
			waiting: { outbox: {}, waiting: {}, undo: {} },
			commands: () => ({ changes }),
		} as never;
		const host = createTicketPageHost(options, {} as never, async () => {});
		for (const move of ['confirm', 'start', 'resolve', 'reopen'] as const) await host.triage(move, key);
		for (const what of ['status', 'labels'] as const) await host.pick(what, key);
		assert.deepEqual(calls, [
			['setTo', args, 'confirmed'],
			['setTo', args, 'in_progress'],
			['resolve', args],
			['setTo', args, 'reported'],
			['setStatus', args],
			['labels', args],
		]);
		await host.openAddress('https://one', 'ana');
		assert.deepEqual(takeCalls(), ['command: tildeforge.open: https://one: ana']);
	});
});
