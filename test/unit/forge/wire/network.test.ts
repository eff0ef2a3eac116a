import assert from 'node:assert/strict';
import { toNetworkFailure } from '../../../../src/forge/wire/network.ts';

const errorWithCode = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const during = (syscall: string, code: string) => Object.assign(errorWithCode(code), { syscall });
const connecting = (code: string) => during('connect', code);
const errorWithCodes = (...codes: readonly string[]) =>
	new AggregateError(codes.map((code) => errorWithCode(code)));

describe('a network error', () => {
	const refused = errorWithCode('ECONNREFUSED');
	const otherHost = errorWithCode('ERR_TLS_CERT_ALTNAME_INVALID');
	const cases: readonly [what: string, cause: unknown, sent: boolean, again?: boolean, kind?: string][] = [
		['on a closed port', refused, false],
		['on a closed port, wrapped by fetch,', new TypeError('fetch failed', { cause: refused }), false],
		['on closed ports at all addresses', errorWithCodes('ECONNREFUSED', 'ENETUNREACH'), false],
		['on a closed port at its only address', errorWithCodes('ECONNREFUSED'), false],
		['with a lost connection to one of two addresses', errorWithCodes('ECONNREFUSED', 'ECONNRESET'), true],
		[
			'for slow and unreachable addresses',
			new AggregateError([connecting('ETIMEDOUT'), connecting('ENETUNREACH')]),
			false,
		],
		['for a connection that a firewall forbids', connecting('EACCES'), false],
		['for a name server that fails', during('getaddrinfo', 'EAI_FAIL'), false],
		['for a connection that went silent', during('read', 'ETIMEDOUT'), true],
		['for an unknown host', errorWithCode('ENOTFOUND'), false],
		['for a connection timeout', errorWithCode('UND_ERR_CONNECT_TIMEOUT'), false],
		['for a lost connection', errorWithCode('UND_ERR_SOCKET'), true],
		['for a self-signed certificate', errorWithCode('DEPTH_ZERO_SELF_SIGNED_CERT'), false, false],
		['for a certificate of another host', otherHost, false, false],
		['for a host that became unreachable', during('read', 'EHOSTUNREACH'), true],
		['for a response that is not HTTP', errorWithCode('HPE_INVALID_CONSTANT'), true, false, 'surprise'],
		['for an unknown thrown value', 'what?', true],
		['without a cause', undefined, true],
	];
	for (const [what, cause, sent, again = true, kind = 'offline'] of cases) {
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

	for (const code of [
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_PACKET_LENGTH_TOO_LONG',
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		'EPROTO',
	])
		it(`blames no certificate if the server does not speak TLS as expected: ${code}`, () => {
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

	it('does not know whether a write was done if an encrypted connection broke', () => {
		const code = 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC';
		const { error, mayHaveArrived } = toNetworkFailure(errorWithCode(code), 'forge.example', true, false);
		assert.deepEqual(
			[error.kind, error.unreachable, error.mayBeDone, mayHaveArrived],
			['offline', undefined, true, true],
		);
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
	const severalProxies = 'Failed to establish a socket connection to proxies: ["PROXY 127.0.0.1:3128"]';
	const twoAddresses = (port: number, otherPort = port) =>
		new AggregateError([refusedAt('::1', port), refusedAt('127.0.0.1', otherPort)]);
	const proxyCases: readonly [what: string, cause: Error, message: RegExp, host?: string, again?: boolean][] =
		[
			['a proxy that requires a login', tunnelRefused(407), needsLogin, 'forge.example', false],
			['a proxy that forbids the connection', tunnelRefused(403), cannotConnect],
			['a proxy that cannot connect', tunnelRefused(502), cannotConnect],
			['several unreachable proxies', new Error(severalProxies), unreachable],
			['a port of another server', wrapped(refusedAt('10.0.0.1', 3128)), unreachable],
			['a port of another server', wrapped(refusedAt('10.0.0.1', 443)), unreachable, 'forge.example:8443'],
			['its own port', wrapped(refusedAt('10.0.0.1', 3128)), withoutProxy, 'forge.example:3128'],
			['its own port', wrapped(refusedAt('10.0.0.1', 443)), withoutProxy],
			['its own unencrypted port', wrapped(refusedAt('10.0.0.1', 80)), withoutProxy, 'forge.lan'],
			['two addresses of a proxy', twoAddresses(3128), unreachable],
			['two addresses of its own', twoAddresses(3128), withoutProxy, '[::1]:3128'],
			['its own port and another one', twoAddresses(3128, 8080), withoutProxy, 'forge.example:3128'],
			['another host name', wrapped(unknownHost('proxy.example')), unreachable],
			['its own host name', wrapped(unknownHost('forge.example')), withoutProxy],
			[
				'its own host name despite a port in the address',
				wrapped(unknownHost('forge.example')),
				withoutProxy,
				'forge.example:8443',
			],
			['a slow proxy', wrapped(connectTimeout('address: proxy.example:3128')), unreachable],
			[
				'a slow proxy with two addresses',
				wrapped(connectTimeout('addresses: 10.0.0.1:3128, ::1:3128')),
				unreachable,
			],
			['a slow forge', wrapped(connectTimeout('addresses: 10.0.0.1:443, ::1:443')), withoutProxy],
		];
	for (const [what, cause, message, host = 'forge.example', again = true] of proxyCases) {
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
