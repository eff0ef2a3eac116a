import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { takeCalls } from '../../../kit/window/editor.ts';

const { syncFilterContext } = await import('../../../../src/tickets/settings/filter-context.ts');
const { TicketSettings } = await import('../../../../src/tickets/settings/settings.ts');

const key = { account: 'ana', owner: '~ana', tracker: 'editor' };

it('Menus know whether a tracker of a signed-in account has a filter', async () => {
	const stored = new Map<string, unknown>([['tickets.grouping', 'label']]);
	const settings = new TicketSettings({
		get: (name: string) => stored.get(name),
		update: async (name: string, value: unknown) =>
			void (value === undefined ? stored.delete(name) : stored.set(name, value)),
		keys: () => [...stored.keys()],
	} as never);
	const calls = () => takeCalls().filter((call) => call.includes('tildeforge.hasFilter'));
	const accountChanges = new Emitter<void>();
	const tickets = { accounts: [{ session: { id: 'ana' } }], onDidChange: accountChanges.event };
	const listener = syncFilterContext(settings, tickets);
	assert.deepEqual(calls(), [], 'no filter at first');
	await settings.setFilter(key, 'label:bug');
	await settings.setFilter({ ...key, tracker: 'tools' }, 'label:easy');
	const [call, ...more] = calls();
	assert.match(call ?? '', /tildeforge\.hasFilter.*true/);
	assert.deepEqual(more, []);
	await settings.setFilter(key, undefined);
	assert.deepEqual(calls(), []);
	await settings.setFilter({ ...key, tracker: 'tools' }, undefined);
	assert.match(calls().join(), /tildeforge\.hasFilter.*false/);
	listener.dispose();
	await settings.setFilter(key, 'label:bug');
	assert.deepEqual(calls(), []);
	const again = syncFilterContext(settings, tickets);
	assert.match(calls().join(), /tildeforge\.hasFilter.*true/);
	tickets.accounts = [{ session: { id: 'an' } }];
	accountChanges.fire();
	assert.match(calls().join(), /tildeforge\.hasFilter.*false/, 'the account has signed out');
	again.dispose();
});
