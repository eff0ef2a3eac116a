import assert from 'node:assert/strict';
import { covers } from '../../../../src/forge/contract/covers.ts';
import {
	readSealedPart,
	readSessionEntry,
	type SessionEntry,
	writeSealedPart,
} from '../../../../src/signin/sessions/session-format.ts';

const sealed = { keyId: 'a1', box: 'AAAA' };
const entry: SessionEntry = { version: 1, instance: 'example.org', account: '~ana', sealed };
const part = {
	...{ method: 'browser', token: 'token-of-ana', scopes: ['tickets:read'] },
	...{ expires: 1_700_000_000_000, refresh: 'again', client: 'tildeforge' },
};
const unknown = { scopes: null, expires: null, refresh: null, client: null };

describe('The file of a session', () => {
	for (const [what, given] of [
		['a session', entry],
		['a session that the forge has ended', { ...entry, sealed: undefined, ended: 'refused' }],
		['a session of a forge that was upgraded', { ...entry, sealed: undefined, ended: 'outdated' }],
		['a session that has ended', { ...entry, sealed: undefined }],
	] as const) {
		it(`is readable if it contains ${what}`, () => {
			assert.deepEqual(readSessionEntry(JSON.stringify(given)), {
				sealed: undefined,
				ended: undefined,
				...given,
			});
		});
	}

	it('is read without fields that are unknown to this version', () => {
		assert.deepEqual(Object.keys(readSessionEntry(JSON.stringify({ ...entry, color: 'blue' }))).sort(), [
			...['account', 'ended', 'instance', 'sealed', 'version'],
		]);
	});

	for (const version of [2, 2.5, 100]) {
		it(`is left to a newer Tildeforge if its version is ${version}`, () => {
			assert.equal(readSessionEntry(JSON.stringify({ version, box: 'of another kind' })), 'later');
		});
	}

	for (const [field, value] of [
		...[
			['version', 0],
			['version', '1'],
			['version', undefined],
			['version', '2'],
		],
		...[
			['instance', 4],
			['instance', undefined],
			['account', null],
			['ended', 'today'],
			['ended', null],
		],
		...[
			['sealed', null],
			['sealed', 'AAAA'],
			['sealed', { keyId: 'a1' }],
			['sealed', { ...sealed, box: 3 }],
			['sealed', { ...sealed, keyId: 3 }],
		],
	] as const) {
		it(`is damaged if its ${field} is ${JSON.stringify(value)}`, () => {
			assert.equal(readSessionEntry(JSON.stringify({ ...entry, [`${field}`]: value })), 'damaged');
		});
	}

	for (const text of ['', 'null', '[]', '"text"', '7', '{', '\u0000'])
		it(`is damaged if it contains ${JSON.stringify(text)}`, () => {
			assert.equal(readSessionEntry(text), 'damaged');
			assert.equal(readSealedPart(text), undefined);
		});
});

describe('The encrypted part of a session', () => {
	for (const given of [
		part,
		{ ...part, ...unknown },
		{ ...part, method: 'token' },
		{ ...part, method: 'exchange' },
		{ ...part, graphql: ['lists', 'trackers'] },
		{ ...part, issued: 1_600_000_000_000, signedIn: 1_500_000_000_000 },
	])
		it(`is read, and written as before: ${JSON.stringify(given)}`, () => {
			const read = readSealedPart(JSON.stringify(given)) ?? assert.fail('not read');
			assert.deepEqual(read, given);
			assert.deepEqual(JSON.parse(writeSealedPart(read)), given);
		});

	it('is read as an earlier version wrote it, with scopes that may be those of any service', () => {
		const scopes = ['profile:read', 'subs:write', 'tickets:write'];
		const read = readSealedPart(JSON.stringify({ ...part, scopes })) ?? assert.fail('not read');
		assert.deepEqual(read.scopes, scopes);
		for (const wanted of ['todo.sr.ht/PROFILE:RO', 'lists.sr.ht/PROFILE:RO', 'todo.sr.ht/SUBSCRIPTIONS:RW'])
			assert.ok(covers(scopes, wanted), wanted);
	});

	it('is read without areas that this version does not know', () => {
		const read = readSealedPart(JSON.stringify({ ...part, graphql: ['wikis', 'lists', 7] }));
		assert.deepEqual(read?.graphql, ['lists']);
	});

	for (const [field, value] of [
		...[
			['method', 'window'],
			['method', undefined],
			['token', ''],
			['token', null],
			['token', undefined],
		],
		...[
			['scopes', 'tickets:read'],
			['scopes', [3]],
			['scopes', undefined],
			['expires', 'soon'],
		],
		...[
			['expires', undefined],
			['refresh', ''],
			['refresh', 4],
			['client', ''],
			['client', undefined],
		],
	] as const)
		it(`is rejected if its ${field} is ${JSON.stringify(value)}`, () => {
			assert.equal(readSealedPart(JSON.stringify({ ...part, [`${field}`]: value })), undefined);
		});
});
