import assert from 'node:assert/strict';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { readTokenOwner } from '../../../src/signin/connections/connection-check.ts';
import { Renewal } from '../../../src/signin/connections/renewal.ts';
import { defaultMetadata, readMetadata } from '../../../src/signin/instances/metadata.ts';
import { refresh, revoke } from '../../../src/signin/methods/oauth.ts';
import { grantInBrowser, instanceOf, network } from '../../kit/forge/person.ts';
import { openWindow } from '../../kit/window/sign-in-window.ts';

const never = new AbortController().signal;

describe('A connection test', () => {
	const { context } = network();
	let forge: Forge;
	before(async () => {
		forge = await startForge({ port: 0 });
	});
	after(() => forge.stop());

	/** A session whose token the forge no longer accepts. `expires` is the expiry that the window knows. */
	async function testWithRejectedToken(
		expires: number | null,
		{ isRenewable = true, hasEnded = false }: { isRenewable?: boolean; hasEnded?: boolean } = {},
	) {
		const { identity } = forge.addresses;
		const instance = instanceOf(forge);
		const discovered = (await readMetadata(context, identity)) ?? defaultMetadata(identity);
		const call = { context, instance, client: { id: 'tildeforge', secret: undefined }, metadata: discovered };
		const granted = await grantInBrowser(context, forge);
		await revoke(call, granted.token, null);
		const { registry, log, place } = openWindow();
		const session = await registry.put({
			...{ instance: instance.name, account: '~ana', method: 'browser', client: 'tildeforge' },
			...{ token: granted.token, scopes: granted.scopes, expires },
			refresh: isRenewable ? granted.refresh : null,
		});
		if (hasEnded) await registry.remove(session.id);
		const renewal = new Renewal({
			...{ registry, log, storage: fileStorage(place, log) },
			fetchNext: (_, used) => refresh(call, used),
			isTokenInvalid: async () => true,
			discard: async () => {},
		});
		return readTokenOwner(context, instance, session, renewal, never);
	}

	for (const [what, expires] of [
		['has expired', 1],
		['is rejected although its expiry is unknown', null],
	] as const) {
		it(`renews a token that ${what}, and then reports its owner`, async () => {
			assert.equal(await testWithRejectedToken(expires), '~ana');
		});
	}

	it('reports a rejected token only if it cannot be renewed', async () => {
		await assert.rejects(testWithRejectedToken(null, { isRenewable: false }), /does not accept this token/);
	});

	it('asks to sign in again if the session has ended', async () => {
		await assert.rejects(testWithRejectedToken(null, { hasEnded: true }), {
			kind: 'signed-out',
			message: /^You're not signed in to .+\. Sign in again\.$/,
		});
	});
});
