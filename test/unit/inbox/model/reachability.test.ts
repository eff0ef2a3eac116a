import assert from 'node:assert/strict';
import { whyUnreachable } from '../../../../src/inbox/model/reachability.ts';

const none = { publicAddress: undefined, problems: [], port: 0 };

describe('A server reaches this machine', () => {
	for (const server of [
		'http://127.0.0.1:5004',
		'http://127.8.9.1',
		'http://[::1]:5004',
		'http://localhost:5004',
		'http://todo.localhost',
	]) {
		it(`directly if it is on the same machine: ${server}`, () =>
			assert.equal(whyUnreachable(server, none), undefined));
	}

	for (const [server, host] of [
		['https://todo.example.org/', 'todo.example.org'],
		['http://192.168.1.4:5004', '192.168.1.4:5004'],
		['http://10.0.0.1', '10.0.0.1'],
		['https://localhost.example.org', 'localhost.example.org'],
		['https://127.0.0.1.example.org', '127.0.0.1.example.org'],
		['example.org', 'example.org'],
	] as const) {
		it(`only at a public address if it is on another one: ${server}`, () => {
			const why = `${host} cannot reach this machine. If a tunnel or proxy leads here, set its address in tildeforge.live.publicAddress.`;
			assert.equal(whyUnreachable(server, none), why);
			const address = 'https://hooks.example.org';
			assert.equal(whyUnreachable(server, { publicAddress: address, problems: [], port: 0 }), undefined);
		});
	}

	it('at no address while the settings are wrong, which is the reason', () => {
		const settings = {
			publicAddress: undefined,
			problems: ['The port is wrong.', 'Another problem.'],
			port: 0,
		};
		assert.equal(whyUnreachable('http://127.0.0.1', settings), 'The port is wrong.');
	});
});
