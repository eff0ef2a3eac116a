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
