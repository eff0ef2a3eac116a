import assert from 'node:assert/strict';
import type { Call } from '../../../../src/forge/client/connect.ts';
import { CallPreparation } from '../../../../src/forge/wire/prepare-call.ts';

const call = (more: Partial<Call> = {}): Call => ({
	...{ method: 'GET', isWrite: false, route: '/api/tickets', path: '/api/tickets', query: {} },
	...{ body: undefined, scope: null, signal: undefined, ...more },
});
const data = { accept: 'application/json' };
const limits = { answerMs: 1, wholeMs: 2, bytes: 3 };

describe('A prepared call', () => {
	function open({ base = 'https://todo.forge.test/' } = {}) {
		const state: { token: string | undefined; changes: number } = { token: 'one', changes: 0 };
		const preparation = new CallPreparation({ base, agent: 'Tildeforge/0', token: () => state.token }, () => {
			state.changes += 1;
		});
		const prepare = (more?: Partial<Call>, bytes = 3) =>
			preparation.prepare(call(more), data, { ...limits, bytes });
		return { state, prepare };
	}

	it('has the address, the headers and the body of its request', () => {
		const { prepare } = open();
		const write = prepare({ method: 'PUT', query: { start: '5' }, body: { status: 'resolved' } });
		assert.equal(write.url, 'https://todo.forge.test/api/tickets?start=5');
		assert.deepEqual(write.headers, {
			accept: 'application/json',
			'user-agent': 'Tildeforge/0',
			authorization: 'Bearer one',
			'content-type': 'application/json',
		});
		assert.equal(write.body, '{"status":"resolved"}');
		assert.deepEqual([write.host, write.token, write.limits], ['todo.forge.test', 'one', limits]);
		const { body, headers } = prepare();
		assert.deepEqual([body, headers['content-type']], [undefined, undefined]);
	});

	it('sends a text as it is, with the type that its headers name', () => {
		const headers = { 'content-type': 'text/plain', 'git-protocol': 'version=2' };
		const { body, headers: sent } = open().prepare({ method: 'POST', body: '0000', headers });
		assert.equal(body, '0000');
		assert.deepEqual(sent, {
			...{ accept: 'application/json', 'user-agent': 'Tildeforge/0', authorization: 'Bearer one' },
			...headers,
		});
	});

	it('has no token while the user is signed out', () => {
		const { state, prepare } = open();
		state.token = undefined;
		assert.deepEqual([prepare().token, prepare().headers.authorization], [undefined, undefined]);
	});

	it('shares an answer only with a call that gets the same one', () => {
		const { state, prepare } = open();
		const { key } = prepare();
		assert.equal(prepare().key, key);
		const others = [prepare({ query: { start: '5' } }), prepare({ path: '/api/other' }), prepare({}, 4)];
		state.token = 'two';
		assert.equal(new Set([key, ...others.map((one) => one.key), prepare().key]).size, 5);
	});

	it('reports a token that differs from that of the call before', () => {
		const { state, prepare } = open();
		prepare();
		prepare();
		assert.equal(state.changes, 1);
		state.token = undefined;
		prepare();
		assert.equal(state.changes, 2);
	});

	it('is refused for a token that no header can hold, each time', () => {
		const { state, prepare } = open();
		state.token = 'one\ntwo';
		for (const _ of [1, 2])
			assert.throws(() => prepare(), /token contains a space or another invalid character/);
		assert.equal(state.changes, 0);
	});

	it('is refused for an address that is not safe, but only when a call is made', () => {
		const { prepare } = open({ base: 'http://todo.forge.test' });
		assert.throws(() => prepare(), { name: 'ForgeError' });
	});
});
