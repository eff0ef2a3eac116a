import type { Account } from '../../../src/sandbox/server/accounts.ts';

/** An account of the sandbox without a profile. */
export const account = (id: number, name: string): Account => ({
	id,
	name,
	email: `${name}@forge.test`,
	url: null,
	location: null,
	bio: null,
	password: `${name}-password`,
});

/** One whose mails come from elsewhere. */
export const mailingAccount = (id: number, name: string): Account => ({
	...account(id, name),
	email: `${name}@example.org`,
});
