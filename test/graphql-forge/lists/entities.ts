import { addressesOf, parseMail } from '../../../src/sandbox/lists/mail.ts';
import type { Mail } from '../../../src/sandbox/lists/state.ts';
import type { Account, Accounts } from '../../../src/sandbox/server/accounts.ts';
import { properties, type Resolvers } from '../server/resolvers.ts';

/** The fields of the entities that are not users. */
export const entityFields: Resolvers = { Mailbox: properties('canonicalName', 'name', 'address') };

const userOf = (account: Account) => ({ __typename: 'User', ...account });

export function ownerOf(name: string, accounts: Accounts): object {
	const account = accounts.find(name);
	if (!account) throw new Error(`${name} has no account`);
	return userOf(account);
}

/** The sender of a mail: a user or, without an account, what the From header says. Servers fail if that has several addresses. */
export function senderOf({ from, envelope }: Mail, accounts: Accounts): object {
	const account = accounts.findByEmail(from);
	if (account) return userOf(account);
	const header = parseMail(envelope).header('From');
	if (addressesOf(header).length !== 1) throw new Error('A mail has several senders.');
	const name = header
		.replace(/<[^<>]*>/, '')
		.replaceAll('"', '')
		.trim();
	return { __typename: 'Mailbox', canonicalName: `${name} <${from}>`, name, address: from };
}
