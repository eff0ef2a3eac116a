import assert from 'node:assert/strict';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { signedOutMessage, trackTicketOwner } from '../../../../src/tickets/page/owner.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';

const ana = { account: '~ana', instance: 'forge.test' };

describe('The account of a page', () => {
	const { forge: start, folder, ending } = stage();

	async function open() {
		const at = await folder();
		const { log } = readable();
		const { forges, signIn, signOut } = accountsOf(await start(), at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const write = (account: string, name: string) =>
			tickets.texts.write({
				...{ id: `${account} ${name}`, revision: 1, base: null, writer: 'page' },
				account: { id: account, name, instance: 'forge.test' },
				key: { ...key, account, ticket: 1 },
				body: { ...emptyBody, text: 'Mine.' },
			});
		return { tickets, signIn, signOut, write };
	}

	it('is unknown until it signs in', async () => {
		const { tickets, signIn } = await open();
		signIn('bob');
		const owner = trackTicketOwner('ana', tickets);
		assert.equal(owner(), undefined);
		signIn('ana');
		assert.deepEqual(owner(), ana);
	});

	it('that is signed out is named by its drafts, but not by those of others or without a name', async () => {
		const { tickets, write } = await open();
		const owner = trackTicketOwner('ana', tickets);
		await write('bob', '~bob');
		await write('ana', '');
		assert.equal(owner(), undefined);
		await write('ana', '~ana');
		assert.deepEqual(owner(), ana);
	});
});

describe('The note that an account is signed out', () => {
	it('names the account and the forge, if they are known', () => {
		assert.equal(signedOutMessage(ana), '~ana is signed out of forge.test.');
		assert.equal(signedOutMessage(undefined), 'The account for this ticket is signed out.');
	});
});
