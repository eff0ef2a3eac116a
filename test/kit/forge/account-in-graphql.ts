import type { Lifetime } from '../../../src/base/lifetime.ts';
import type { Forge } from '../../../src/sandbox/forge.ts';
import { countedAccount } from './counted-account.ts';

/** The account of ~bob, which asks all areas in GraphQL. `onRequest` is called before each request is sent. */
export function accountInGraphql(forge: Forge, lifetime: Lifetime, onRequest: () => void) {
	const { graphqlToken: token = '' } = forge.users.find(({ name }) => name === '~bob') ?? {};
	const instance = { name: 'forge.test', ...forge.addresses };
	return countedAccount({ instance, me: '~bob', token, isGraphql: true, onRequest }, lifetime).account;
}
