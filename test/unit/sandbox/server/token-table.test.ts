import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import { newToken } from '../../../kit/forge/new-token.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('A token that a service sees for the first time', () => {
	let forge: Forge;
	const start = async (drift: readonly Quirk[], data?: string) => {
		forge = await startForge({ port: 0, drift, ...(data !== undefined && { data }) });
	};
	afterEach(() => forge.stop());

	const ask = async (token: string, area: 'lists' | 'trackers' = 'trackers') => {
		const response = await fetch(`${forge.addresses[area]}/api/user`, {
			headers: { Authorization: `Bearer ${token}` },
		});
		const type = response.headers.get('content-type') ?? '';
		return `${response.status} ${type.replace(/;.*/, '')}`;
	};
	const good = '200 application/json';
	const serverError = '500 text/html';

	it('fails permanently after two overlapping first requests, at that service only', async () => {
		const data = temporaryFolder('seen-tokens');
		await start(['new-token-inserted-twice'], data);
		const token = await newToken(forge);
		assert.deepEqual(await Promise.all([ask(token), ask(token)]), [good, good]);
		assert.equal(await ask(token), serverError);
		assert.equal(await ask(token, 'lists'), good);
		await forge.stop();
		await start(['new-token-inserted-twice'], data);
		assert.equal(await ask(token), serverError);
		assert.equal(await ask(token, 'lists'), good);
	});

	it('allows any number of concurrent requests after the first one', async () => {
		await start(['new-token-inserted-twice']);
		const token = await newToken(forge);
		assert.equal(await ask(token), good);
		assert.deepEqual(await Promise.all([ask(token), ask(token), ask(token)]), [good, good, good]);
	});

	it('survives overlapping requests without the quirk, and so do the tokens of the demo world with it', async () => {
		await start([]);
		const token = await newToken(forge);
		await Promise.all([ask(token), ask(token)]);
		assert.equal(await ask(token), good);
		await forge.stop();
		await start(['new-token-inserted-twice']);
		const demo = forge.users[0]?.token ?? assert.fail();
		await Promise.all([ask(demo), ask(demo)]);
		assert.equal(await ask(demo), good);
	});
});
