import assert from 'node:assert/strict';
import { toNetworkFailure } from '../../../../src/forge/wire/network.ts';

const errorWithCode = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const during = (syscall: string, code: string) => Object.assign(errorWithCode(code), { syscall });
const connecting = (code: string) => during('connect', code);
const errorWithCodes = (...codes: readonly string[]) =>
	new AggregateError(codes.map((code) => errorWithCode(code)));

describe('a network error', () => {
	const cases: readonly [what: string, cause: unknown, kind: string, sent: boolean, again: boolean][] = [
		['on a closed port', errorWithCode('ECONNREFUSED'), 'offline', false, true],
		[
			'on a closed port, wrapped by fetch,',
			new TypeError('fetch failed', { cause: errorWithCode('ECONNREFUSED') }),
			'offline',
			false,
			true,
		],
		[
			'on closed ports at all addresses',
			errorWithCodes('ECONNREFUSED', 'ENETUNREACH'),
			'offline',
			false,
			true,
		],
		[
			'with a lost connection to one of two addresses',
			errorWithCodes('ECONNREFUSED', 'ECONNRESET'),
			'offline',
			true,
			true,
		],
		[
			'for slow and unreachable addresses',
			new AggregateError([connecting('ETIMEDOUT'), connecting('ENETUNREACH')]),
			'offline',
			false,
			true,
		],
		['for a connection that a firewall forbids', connecting('EACCES'), 'offline', false, true],
		['for a name server that fails', during('getaddrinfo', 'EAI_FAIL'), 'offline', false, true],
		['for a connection that went silent', during('read', 'ETIMEDOUT'), 'offline', true, true],
		['for an unknown host', errorWithCode('ENOTFOUND'), 'offline', false, true],
		['for a connection timeout', errorWithCode('UND_ERR_CONNECT_TIMEOUT'), 'offline', false, true],
		['for a lost connection', errorWithCode('UND_ERR_SOCKET'), 'offline', true, true],
		['for a self-signed certificate', errorWithCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'offline', false, false],
		[
			'for a certificate of another host',
			errorWithCode('ERR_TLS_CERT_ALTNAME_INVALID'),
			'offline',
			false,
			false,
		],
		['for a host that became unreachable', during('read', 'EHOSTUNREACH'), 'offline', true, true],
		['for a response that is not HTTP', errorWithCode('HPE_INVALID_CONSTANT'), 'surprise', true, false],
		['for an unknown thrown value', 'what?', 'offline', true, true],
		['without a cause', undefined, 'offline', true, true],
	];
	for (const [what, cause, kind, sent, again] of cases) {
		it(`${what} is "${kind}", the request ${sent ? 'may have arrived' : 'has not arrived'} and ${again ? 'may' : 'must not'} be retried`, () => {
			const trouble = toNetworkFailure(cause, 'forge.example', false, false);
			assert.deepEqual(
				[trouble.error.kind, trouble.mayHaveArrived, trouble.isRetryable],
				[kind, sent, again],
			);
			assert.match(trouble.error.message, /forge\.example.*\.$/);
		});
	}

	it('for a failed name lookup mentions the name without the port', () => {
		const trouble = toNetworkFailure(errorWithCode('ENOTFOUND'), 'forge.example:8443', false, false);
		assert.match(trouble.error.message, /host forge\.example was not found/);
	});

	for (const [code, message] of [
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not secure: this machine does not trust its certificate.'],
		['CERT_HAS_EXPIRED', 'is not secure: its certificate has expired.'],
		[
			'CERT_NOT_YET_VALID',
			'is not secure: its certificate is not valid yet. Check the clock of this machine.',
		],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'is not secure: its certificate is not for forge.example.'],
	] as const) {
		it(`says what is wrong with a certificate: ${code}`, () => {
			const { error } = toNetworkFailure(errorWithCode(code), 'forge.example:8443', true, false);
			assert.deepEqual(
				[error.message, error.unreachable, error.mayBeDone],
				[`The connection to forge.example:8443 ${message}`, 'untrusted-certificate', false],
			);
		});
	}

	for (const code of ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'])
		it(`blames no certificate if the server does not speak TLS: ${code}`, () => {
			const { error, ...rest } = toNetworkFailure(errorWithCode(code), 'forge.example:80', true, false);
			assert.deepEqual(
				[error.kind, error.message, error.unreachable, error.mayBeDone],
				[
					'offline',
					'No encrypted connection to forge.example:80 is possible. Check the address and its port.',
					'no-encryption',
					false,
				],
			);
			assert.deepEqual(rest, { mayHaveArrived: false, isRetryable: false });
		});

	it('after a timeout is "timeout", whatever was thrown', () => {
		const trouble = toNetworkFailure(errorWithCode('ABORT_ERR'), 'h', true, true);
		assert.deepEqual(
			[trouble.error.kind, trouble.mayHaveArrived, trouble.isRetryable],
			['timeout', true, false],
		);
		assert.match(trouble.error.message, /The change may have been made/);
		assert.equal(trouble.error.mayBeDone, true);
	});

	const wrapped = (cause: Error) => new TypeError('fetch failed', { cause });
	const refusedAt = (address: string, port: number) =>
		Object.assign(errorWithCode('ECONNREFUSED'), { syscall: 'connect', address, port });
	const unknownHost = (hostname: string) =>
		Object.assign(errorWithCode('ENOTFOUND'), { syscall: 'getaddrinfo', hostname });
	const connectTimeout = (attempted: string) =>
		Object.assign(new Error(`Connect Timeout Error (attempted ${attempted}, timeout: 10000ms)`), {
			code: 'UND_ERR_CONNECT_TIMEOUT',
		});
	const tunnelRefused = (status: number) =>
		wrapped(
			new Error('Request was cancelled.', {
				cause: Object.assign(new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`), {
					code: 'UND_ERR_ABORTED',
				}),
			}),
		);
	const needsLogin = /proxy requires a login to connect to .*\(http\.proxy\)/;
	const cannotConnect = /proxy could not connect to .*\(http\.proxy\)/;
	const unreachable = /proxy for .* cannot be reached\. .*\(http\.proxy\)/;
	const withoutProxy = /^(?!.*proxy)/;
	const proxyCases: readonly [what: string, host: string, cause: Error, message: RegExp, again: boolean][] = [
		['a proxy that requires a login', 'forge.example', tunnelRefused(407), needsLogin, false],
		['a proxy that forbids the connection', 'forge.example', tunnelRefused(403), cannotConnect, true],
		['a proxy that cannot connect', 'forge.example', tunnelRefused(502), cannotConnect, true],
		[
			'several unreachable proxies',
			'forge.example',
			new Error('Failed to establish a socket connection to proxies: ["PROXY 127.0.0.1:3128"]'),
			unreachable,
			true,
		],
		['a port of another server', 'forge.example', wrapped(refusedAt('10.0.0.1', 3128)), unreachable, true],
		[
			'a port of another server',
			'forge.example:8443',
			wrapped(refusedAt('10.0.0.1', 443)),
			unreachable,
			true,
		],
		['its own port', 'forge.example:3128', wrapped(refusedAt('10.0.0.1', 3128)), withoutProxy, true],
		['its own port', 'forge.example', wrapped(refusedAt('10.0.0.1', 443)), withoutProxy, true],
		['its own unencrypted port', 'forge.lan', wrapped(refusedAt('10.0.0.1', 80)), withoutProxy, true],
		[
			'two addresses of a proxy',
			'forge.example',
			new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 3128)]),
			unreachable,
			true,
		],
		[
			'two addresses of its own',
			'[::1]:3128',
			new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 3128)]),
			withoutProxy,
			true,
		],
		[
			'its own port and another one',
			'forge.example:3128',
			new AggregateError([refusedAt('::1', 3128), refusedAt('127.0.0.1', 8080)]),
			withoutProxy,
			true,
		],
		['another host name', 'forge.example', wrapped(unknownHost('proxy.example')), unreachable, true],
		['its own host name', 'forge.example', wrapped(unknownHost('forge.example')), withoutProxy, true],
		[
			'its own host name despite a port in the address',
			'forge.example:8443',
			wrapped(unknownHost('forge.example')),
			withoutProxy,
			true,
		],
		[
			'a slow proxy',
			'forge.example',
			wrapped(connectTimeout('address: proxy.example:3128')),
			unreachable,
			true,
		],
		[
			'a slow proxy with two addresses',
			'forge.example',
			wrapped(connectTimeout('addresses: 10.0.0.1:3128, ::1:3128')),
			unreachable,
			true,
		],
		[
			'a slow forge',
			'forge.example',
			wrapped(connectTimeout('addresses: 10.0.0.1:443, ::1:443')),
			withoutProxy,
			true,
		],
	];
	for (const [what, host, cause, message, again] of proxyCases) {
		it(`of ${host} via ${what} blames ${message === withoutProxy ? 'the forge' : 'the proxy'}, and the request has not arrived`, () => {
			const trouble = toNetworkFailure(cause, host, true, false);
			assert.deepEqual(
				[trouble.error.kind, trouble.mayHaveArrived, trouble.isRetryable],
				['offline', false, again],
			);
			assert.match(trouble.error.message, message);
		});
	}

	it('after a connection was established never blames a proxy, whatever the port', () => {
		const lost = Object.assign(errorWithCode('ECONNRESET'), {
			syscall: 'read',
			address: '10.0.0.1',
			port: 3128,
		});
		const trouble = toNetworkFailure(wrapped(lost), 'forge.example', true, false);
		assert.equal(trouble.mayHaveArrived, true);
		assert.doesNotMatch(trouble.error.message, /proxy/);
	});
});
