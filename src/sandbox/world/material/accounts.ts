import { randomBytes } from 'node:crypto';
import { listRows } from '../../../forge/rows/lists.ts';
import { repositoryRows } from '../../../forge/rows/repositories.ts';
import { scopesOf } from '../../../forge/rows/scopes.ts';
import { trackerRows } from '../../../forge/rows/trackers.ts';
import type { Account, Accounts, AccountsState, Token } from '../../server/accounts.ts';
import { parseTime, people } from './people.ts';

interface DemoAccount {
	readonly name: 'ana' | 'bob' | 'carol' | 'dave' | 'eve';
	readonly url?: string;
	readonly location?: string;
	readonly bio?: string;
	readonly token: string;
	readonly scopes: readonly string[];
}

const readScopes = scopesOf(
	[listRows, repositoryRows, trackerRows]
		.flatMap((rows) => Object.values<{ method: 'GET' | string; scope: string | null }>(rows))
		.flatMap(({ method, scope }) => (method === 'GET' ? [{ method, scope }] : [])),
	'contract',
);

const demo: readonly DemoAccount[] = [
	{
		name: 'ana',
		url: 'https://ana.example.org',
		location: 'Porto',
		bio: 'Maintains **editor**. Please send patches to the list.',
		token: 'a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0',
		scopes: ['*'],
	},
	{
		name: 'bob',
		location: 'Halifax, Nova Scotia',
		bio: 'Terminals, old and new.',
		token: 'b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0',
		scopes: ['*'],
	},
	{
		name: 'carol',
		url: 'https://example.org/~carol',
		location: 'Gdańsk',
		token: 'c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0',
		scopes: ['*'],
	},
	{ name: 'dave', bio: 'Reads along.', token: 'd0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0', scopes: readScopes },
	{ name: 'eve', token: 'e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0', scopes: [] },
];

const toAccount = ({ name, url, location, bio }: DemoAccount, index: number): Account => ({
	id: index + 1,
	name,
	email: people[name].email,
	url: url ?? null,
	location: location ?? null,
	bio: bio ?? null,
	password: `${name}-password`,
});

const toToken = ({ name, token: value, scopes }: DemoAccount): Token => ({
	value,
	owner: name,
	scopes,
	expires: null,
	client: null,
	comment: 'demo',
	issued: parseTime('2024-02-01 09:00', people[name]).getTime(),
});

/**
 * The accounts of the demo world with one token each. Every call returns a new copy. Unless `hasRandomSecrets` is set,
 * passwords and tokens are always the same.
 */
export const demoAccounts = (hasRandomSecrets = false): AccountsState => {
	const accounts = demo.map(toAccount);
	const tokens = demo.map(toToken);
	if (!hasRandomSecrets) return { accounts, tokens };
	const secret = () => randomBytes(16).toString('hex');
	return {
		accounts: accounts.map((one) => ({ ...one, password: secret() })),
		tokens: tokens.map((token) => ({ ...token, value: secret() })),
	};
};

/** The account with a name. Throws if it does not exist. */
export function account(accounts: Accounts, name: DemoAccount['name']): Account {
	const found = accounts.find(name);
	if (!found) throw new Error(`~${name} has no account`);
	return found;
}
