import type { Account, Accounts } from '../../../src/sandbox/server/accounts.ts';
import { type Call, properties, type Resolvers } from './resolvers.ts';

/** The resolvers of `common.graphqls`. `isKnown` is whether the service finds an account. */
export function commonResolvers(accounts: Accounts, isKnown: (account: Account) => boolean): Resolvers {
	return {
		Query: {
			version: () => ({}),
			me: (_: unknown, __: unknown, { caller }: Call) => caller.account,
			user: (_: unknown, { username }: { username: string }) =>
				accounts.all.find((account) => account.name === username && isKnown(account)) ?? null,
		},
		User: {
			...properties('id', 'email', 'url', 'location', 'bio'),
			canonicalName: ({ name }: Account) => `~${name}`,
			username: ({ name }: Account) => name,
		},
		Version: {
			major: () => 0,
			minor: () => 0,
			patch: () => 0,
			deprecationDate: () => null,
			buildVersion: () => 'sandbox',
			buildDate: () => '2026-01-01',
		},
	};
}

/** Puts the resolvers of types that both tables have together. */
export function mergeResolvers(one: Resolvers, other: Resolvers): Resolvers {
	const types = [...new Set([...Object.keys(one), ...Object.keys(other)])];
	return Object.fromEntries(types.map((type) => [type, { ...one[type], ...other[type] }]));
}
