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
	function open() {
		const state: { token: string | undefined; changes: number } = { token: 'one', changes: 0 };
		const preparation = new CallPreparation(
			{ base: 'https://todo.forge.test/', agent: 'Tildeforge/0', token: () => state.token },
			() => {
				state.changes += 1;
			},
		);
		const prepare = (more?: Partial<Call>) => preparation.prepare(call(more), data, limits);
		return { state, prepare };
	}

	it('sends a text as it is, with the type that its headers name', () => {
		const headers = { 'content-type': 'text/plain', 'git-protocol': 'version=2' };
		const { body, headers: sent } = open().prepare({ method: 'POST', body: '0000', headers });
		assert.equal(body, '0000');
		assert.deepEqual(sent, {
			...{ accept: 'application/json', 'user-agent': 'Tildeforge/0', authorization: 'Bearer one' },
			...headers,
		});
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
});
