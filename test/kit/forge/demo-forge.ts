import { Lifetime } from '../../../src/base/lifetime.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { countedAccount, type OnRequest } from './counted-account.ts';

/** A forge with the demo world and these quirks that speaks REST and GraphQL, while the tests of a `describe` run. Its accounts end with `lifetime`. */
export function demoForge(...drift: readonly Quirk[]) {
	const lifetime = new Lifetime();
	let forge: Forge;
	before(async function () {
		this.timeout(30_000);
		forge = await startForge({ port: 0, drift, ...dialectOptions('both') });
	});
	after(async () => {
		lifetime.dispose();
		await forge.stop();
	});
	const signIn = (name: string, isGraphql: boolean, onRequest: OnRequest = () => {}) => {
		const { token = '', graphqlToken = '' } = forge.users.find((user) => user.name === `~${name}`) ?? {};
		return countedAccount(
			{
				...{ instance: { name: 'forge.test', ...forge.addresses }, me: `~${name}`, isGraphql, onRequest },
				token: isGraphql ? graphqlToken : token,
			},
			lifetime,
		);
	};
	return {
		lifetime,
		forge: () => forge,
		inRest: (name: string) => signIn(name, false),
		/** An account that asks all areas in GraphQL. `onRequest` is called before each request is sent, and may answer it. */
		inGraphql: (name: string, onRequest?: OnRequest) => signIn(name, true, onRequest).account,
	};
}
