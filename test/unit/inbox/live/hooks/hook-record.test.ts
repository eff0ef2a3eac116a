import assert from 'node:assert/strict';
import * as v from 'valibot';
import {
	HookRecord,
	hasSameSync,
	hookUrl,
	spellTarget,
	tokenId,
} from '../../../../../src/inbox/live/hooks/hook-record.ts';
import { recordOf, targetOf } from './records.ts';

describe('The record of hooks', () => {
	it('is the same after it was stored', () => {
		const states: readonly HookRecord['state'][] = [
			{ kind: 'creating' },
			{ kind: 'registered', hooks: [1, 2], missing: ['event:create'], since: 7, hasDelivered: true },
			{ kind: 'refused', reason: 'It is private.', at: 7, mayExist: true },
		];
		for (const state of states) {
			const record = recordOf('a', state);
			assert.deepEqual(v.parse(HookRecord, JSON.parse(JSON.stringify(record))), record);
		}
	});

	it('is invalid with a path that cannot be one, or a family that does not exist', () => {
		assert.ok(!v.is(HookRecord, { ...recordOf(), secret: '../../user' }));
		assert.ok(!v.is(HookRecord, { ...recordOf(), target: { family: 'no such', params: {} } }));
	});

	it('has the address of the listener, with or without a path', () => {
		const secret = 'a'.repeat(32);
		for (const [address, url] of [
			['http://127.0.0.1:80', `http://127.0.0.1:80/hook/${secret}`],
			['https://hooks.example/', `https://hooks.example/hook/${secret}`],
			['https://hooks.example/here//', `https://hooks.example/here/hook/${secret}`],
		] as const) {
			assert.equal(hookUrl({ address, secret }), url);
		}
	});

	it('survives storing if its target answers, and differs from one whose target does not', () => {
		const plain = recordOf();
		const record = { ...plain, target: { ...plain.target, sync: true } };
		assert.deepEqual(v.parse(HookRecord, JSON.parse(JSON.stringify(record))), record);
		assert.equal(spellTarget(record.target), spellTarget(plain.target));
		assert.ok(!hasSameSync(record.target, plain.target));
		assert.ok(hasSameSync(plain.target, { ...plain.target, sync: false }));
	});

	it('identifies its target, whatever the order of the parameters', () => {
		const { params } = targetOf('editor');
		const reversed = Object.fromEntries(Object.entries(params).reverse());
		assert.equal(spellTarget({ family: 'tracker', params: reversed }), spellTarget(targetOf('editor')));
		const others = [
			{ family: 'ticket', params },
			{ family: 'tracker', params: { ...params, tracker: 'shell' } },
			{ family: 'trackersUser', params: {} },
		] as const;
		assert.equal(new Set([targetOf('editor'), ...others].map(spellTarget)).size, 4);
	});

	it('identifies its token without containing it', () => {
		const id = tokenId('0123456789abcdef0123456789abcdef');
		assert.equal(id, tokenId('0123456789abcdef0123456789abcdef'));
		assert.notEqual(id, tokenId('0123456789abcdef0123456789abcdee'));
		assert.match(id, /^[0-9a-f]{16}$/);
		assert.ok(!'0123456789abcdef0123456789abcdef'.includes(id));
	});
});
