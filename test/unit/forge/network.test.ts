import assert from 'node:assert/strict';
import { networkTrouble } from '../../../src/forge/network.ts';

const coded = (code: string, cause?: unknown) =>
	Object.assign(new Error(`connect ${code}`, cause === undefined ? {} : { cause }), { code });
const several = (...codes: readonly string[]) => new AggregateError(codes.map((code) => coded(code)));

describe('the failure of a request', () => {
	const cases: readonly [what: string, cause: unknown, kind: string, sent: boolean, again: boolean][] = [
		['nobody listens', coded('ECONNREFUSED'), 'offline', false, true],
		[
			'nobody listens, wrapped',
			new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }),
			'offline',
			false,
			true,
		],
		['nobody listens on any address', several('ECONNREFUSED', 'ENETUNREACH'), 'offline', false, true],
		['one address of two broke off', several('ECONNREFUSED', 'ECONNRESET'), 'offline', true, true],
		['there is no such host', coded('ENOTFOUND'), 'offline', false, true],
		['it took too long to connect', coded('UND_ERR_CONNECT_TIMEOUT'), 'offline', false, true],
		['it broke off', coded('UND_ERR_SOCKET'), 'offline', true, true],
		['the certificate is our own', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'offline', false, false],
		['the certificate is for another', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'offline', false, false],
		[
			'a connection lost its way',
			Object.assign(coded('EHOSTUNREACH'), { syscall: 'read' }),
			'offline',
			true,
			true,
		],
		['it is no HTTP', coded('HPE_INVALID_CONSTANT'), 'surprise', true, false],
		['something else was thrown', 'what?', 'offline', true, true],
		['nothing was thrown', undefined, 'offline', true, true],
	];
	for (const [what, cause, kind, sent, again] of cases) {
		it(`when ${what} is "${kind}", ${sent ? 'may have arrived' : 'has not arrived'}, ${again ? '' : 'not '}to be tried again`, () => {
			const trouble = networkTrouble(cause, { host: 'forge.example', method: 'GET', late: false });
			assert.deepEqual([trouble.error.kind, trouble.sent, trouble.again], [kind, sent, again]);
			assert.match(trouble.error.message, /forge\.example.*\.$/);
		});
	}

	it('of looking up a name speaks of the name, not of the port', () => {
		const trouble = networkTrouble(coded('ENOTFOUND'), {
			host: 'forge.example:8443',
			method: 'GET',
			late: false,
		});
		assert.match(trouble.error.message, /host forge\.example was not found/);
	});

	it('that waited too long is "timeout", whatever was thrown', () => {
		const trouble = networkTrouble(coded('ABORT_ERR'), { host: 'h', method: 'PUT', late: true });
		assert.deepEqual([trouble.error.kind, trouble.sent, trouble.again], ['timeout', true, false]);
		assert.match(trouble.error.message, /The change may have been made/);
		assert.equal(trouble.error.mayBeDone, true);
	});

	const wrapped = (cause: Error) => new TypeError('fetch failed', { cause });
	const refusedAt = (address: string, port: number) =>
		Object.assign(coded('ECONNREFUSED'), { syscall: 'connect', address, port });
	const unknown = (hostname: string) =>
		Object.assign(coded('ENOTFOUND'), { syscall: 'getaddrinfo', hostname });
	const slow = (attempted: string) =>
		Object.assign(new Error(`Connect Timeout Error (attempted ${attempted}, timeout: 10000ms)`), {
			code: 'UND_ERR_CONNECT_TIMEOUT',
		});
	const tunnel = (status: number) =>
		wrapped(
			new Error('Request was cancelled.', {
				cause: Object.assign(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`), {
					code: 'UND_ERR_ABORTED',
				}),
			}),
		);
	const login = /proxy requires a login to connect to .*\(http\.proxy\)/;
	const closed = /proxy could not connect to .*\(http\.proxy\)/;
	const away = /proxy for .* cannot be reached\. .*\(http\.proxy\)/;
	const own = /^(?!.*proxy)/;
	const ways: readonly [what: string, host: string, cause: Error, message: RegExp, again: boolean][] = [
		['a proxy that wants a login', 'forge.example', tunnel(407), login, false],
		['a proxy that forbids it', 'forge.example', tunnel(403), closed, true],
		['a proxy that finds no way', 'forge.example', tunnel(502), closed, true],
		[
			'no proxy of several',
			'forge.example',
			new Error('Failed to establish a socket connection to proxies: ["PROXY 127.0.0.1:3128"]'),
			away,
			true,
		],
		['a port that is not its own', 'forge.example', wrapped(refusedAt('10.0.0.1', 3128)), away, true],
		['a port that is not its own', 'forge.example:8443', wrapped(refusedAt('10.0.0.1', 443)), away, true],
		['its own port', 'forge.example:3128', wrapped(refusedAt('10.0.0.1', 3128)), own, true],
		['its own port', 'forge.example', wrapped(refusedAt('10.0.0.1', 443)), own, true],
		['its own port, without encryption', 'forge.lan', wrapped(refusedAt('10.0.0.1', 80)), own, true],
		[
			'two addresses of a proxy',
			'forge.example',
			new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 3128)]),
			away,
			true,
		],
		[
			'its own two addresses',
			'[::1]:3128',
			new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 3128)]),
			own,
			true,
		],
		[
			'its own port and another',
			'forge.example:3128',
			new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 8080)]),
			own,
			true,
		],
		['another name', 'forge.example', wrapped(unknown('proxy.example')), away, true],
		['its own name', 'forge.example', wrapped(unknown('forge.example')), own, true],
		['its own name, with a port', 'forge.example:8443', wrapped(unknown('forge.example')), own, true],
		['a slow proxy', 'forge.example', wrapped(slow('address: proxy.example:3128')), away, true],
		[
			'a slow proxy with two addresses',
			'forge.example',
			wrapped(slow('addresses: 10.0.0.1:3128, ::1:3128')),
			away,
			true,
		],
		['a slow forge', 'forge.example', wrapped(slow('addresses: 10.0.0.1:443, ::1:443')), own, true],
	];
	for (const [what, host, cause, message, again] of ways) {
		it(`of ${host} over ${what} is ${message === own ? "the forge's" : "the proxy's"}, and has not arrived`, () => {
			const trouble = networkTrouble(cause, { host, method: 'PUT', late: false });
			assert.deepEqual([trouble.error.kind, trouble.sent, trouble.again], ['offline', false, again]);
			assert.match(trouble.error.message, message);
		});
	}

	it("that was connected is not the proxy's, whatever the port", () => {
		const lost = Object.assign(coded('ECONNRESET'), { syscall: 'read', address: '10.0.0.1', port: 3128 });
		const trouble = networkTrouble(wrapped(lost), { host: 'forge.example', method: 'PUT', late: false });
		assert.equal(trouble.sent, true);
		assert.doesNotMatch(trouble.error.message, /proxy/);
	});
});
