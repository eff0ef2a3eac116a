import assert from 'node:assert/strict';
import { proxyFault } from '../../../../src/forge/wire/proxy.ts';

const failed = (message: string, fields: object = {}) =>
	new TypeError('fetch failed', { cause: Object.assign(new Error(message), fields) });
const connecting = (port: number) => ({ syscall: 'connect', port });

describe('The fault of a proxy', () => {
	const cases: readonly [what: string, error: unknown, host: string, fault: string | undefined][] = [
		['that asks for a login', failed('Proxy response (407) to CONNECT'), 'a.test', 'login'],
		['that refuses', failed('Proxy response (403) to CONNECT'), 'a.test', 'refused'],
		[
			'that cannot be reached',
			failed('Failed to establish a socket connection to proxies: ["PROXY a"]'),
			'a.test',
			'unreached',
		],
		['whose name is unknown', failed('no', { hostname: 'proxy.test' }), 'a.test', 'unreached'],
		['with another port', failed('no', connecting(3128)), 'a.test', 'unreached'],
		['with a port that the forge lacks', failed('no', connecting(443)), 'a.test:8443', 'unreached'],
		[
			'that does not answer',
			failed('timeout (attempted addresses: 10.0.0.1:3128, 10.0.0.2:3128, timeout: 1)'),
			'a.test',
			'unreached',
		],
		['is not the forge whose name is unknown', failed('no', { hostname: 'A.test' }), 'a.test', undefined],
		['is not the forge that refuses', failed('no', connecting(443)), 'a.test', undefined],
		['is not the unencrypted forge that refuses', failed('no', connecting(80)), 'a.test', undefined],
		['is not the forge at its own port', failed('no', connecting(8443)), 'a.test:8443', undefined],
		[
			'is not the forge that does not answer',
			failed('timeout (attempted address: 10.0.0.1:443, timeout: 1)'),
			'a.test',
			undefined,
		],
		['is not another system call', failed('no', { syscall: 'read', port: 3128 }), 'a.test', undefined],
		['is unknown if the error says nothing', failed('no'), 'a.test', undefined],
		['is unknown without an error', undefined, 'a.test', undefined],
	];
	for (const [what, error, host, fault] of cases)
		it(what, () => assert.equal(proxyFault(error, host), fault));
});
