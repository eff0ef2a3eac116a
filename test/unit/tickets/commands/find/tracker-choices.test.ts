import assert from 'node:assert/strict';
import {
	isUnread,
	readTrackers,
	trackersOf,
} from '../../../../../src/tickets/commands/find/tracker-choices.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { untilSettled as until } from '../../../base/clock.ts';
import { accountsOf } from '../../state/accounts.ts';
import { readable, stage } from '../../state/forge.ts';

describe('The known trackers of an account', () => {
	const { forge: start, folder, ending } = stage();

	async function open() {
		const forge = await start();
		forge.fill(0, 'tools');
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		const account = tickets.of('ana') ?? assert.fail();
		return { ...forge, account, names: () => trackersOf(account).map((key) => Object.values(key).join()) };
	}

	it('are its own, then the pinned ones, each once', async () => {
		const { account, names } = await open();
		assert.deepEqual(names(), []);
		await account.trackers.pins.pin({ owner: '~bob', name: 'tools' });
		await account.trackers.pins.pin({ owner: '~ana', name: 'editor' });
		assert.deepEqual(names(), ['ana,~bob,tools', 'ana,~ana,editor']);
		await readTrackers(account);
		assert.deepEqual(names(), ['ana,~ana,tools', 'ana,~ana,editor', 'ana,~bob,tools']);
	});

	it('are read from the forge only while they are unknown', async () => {
		const { account, asked } = await open();
		assert.equal(isUnread(account), true);
		await readTrackers(account);
		assert.equal(isUnread(account), false);
		assert.equal(asked.length, 1);
		await readTrackers(account);
		assert.equal(asked.length, 1);
	});

	it('are read again after the forge has refused to list them', async () => {
		const { account, names, line } = await open();
		line.gateway = 400;
		await readTrackers(account);
		assert.deepEqual([isUnread(account), account.trackers.own.lastError?.kind], [true, 'refused']);
		line.gateway = undefined;
		await readTrackers(account);
		assert.deepEqual(names(), ['ana,~ana,tools', 'ana,~ana,editor']);
	});

	it('stay unknown if the forge cannot be reached, with the reason', async () => {
		const { account, line } = await open();
		line.cut = true;
		await readTrackers(account);
		await until(() => account.trackers.own.lastError !== undefined);
		assert.deepEqual([isUnread(account), account.trackers.own.lastError?.kind], [true, 'offline']);
	});
});
