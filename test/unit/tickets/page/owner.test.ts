import assert from 'node:assert/strict';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { trackTicketOwner } from '../../../../src/tickets/page/owner.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';

describe('The account of a page', () => {
	const { forge: start, folder, ending } = stage();

	it('that is signed out is named by its drafts, but not by those of others or without a name', async () => {
		const at = await folder();
		const { log } = readable();
		const { forges } = accountsOf(await start(), at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const write = (account: string, name: string) =>
			tickets.texts.write({
				...{ id: `${account} ${name}`, revision: 1, base: null, writer: 'page' },
				account: { id: account, name, instance: 'forge.test' },
				key: { ...key, account, ticket: 1 },
				body: { ...emptyBody, text: 'Mine.' },
			});
		const owner = trackTicketOwner('ana', tickets);
		await write('bob', '~bob');
		await write('ana', '');
		assert.equal(owner(), undefined);
		await write('ana', '~ana');
		assert.deepEqual(owner(), { account: '~ana', instance: 'forge.test' });
	});
});
