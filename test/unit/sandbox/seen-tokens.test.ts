import assert from 'node:assert/strict';
import type { Quirk } from '../../../src/sandbox/drift.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { newToken } from './new-token.ts';

describe('A token that the services have not seen', () => {
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
	const broken = '500 text/html';

	it('is broken for ever by two overlapping first requests, at that service alone', async () => {
		const data = temporaryFolder('seen-tokens');
		await start(['new-token-inserted-twice'], data);
		const token = await newToken(forge, 'ana');
		assert.deepEqual(await Promise.all([ask(token), ask(token)]), [good, good]);
		assert.equal(await ask(token), broken);
		assert.equal(await ask(token, 'lists'), good);
		await forge.stop();
		await start(['new-token-inserted-twice'], data);
		assert.equal(await ask(token), broken);
		assert.equal(await ask(token, 'lists'), good);
	});

	it('is good for as many requests as one likes after the first', async () => {
		await start(['new-token-inserted-twice']);
		const token = await newToken(forge, 'ana');
		assert.equal(await ask(token), good);
		assert.deepEqual(await Promise.all([ask(token), ask(token), ask(token)]), [good, good, good]);
	});

	it('comes to no harm without that quirk, and the tokens of the demo world do not with it', async () => {
		await start([]);
		const token = await newToken(forge, 'ana');
		await Promise.all([ask(token), ask(token)]);
		assert.equal(await ask(token), good);
		await forge.stop();
		await start(['new-token-inserted-twice']);
		const demo = forge.users[0]?.token ?? assert.fail();
		await Promise.all([ask(demo), ask(demo)]);
		assert.equal(await ask(demo), good);
	});
});
