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
		['it is no HTTP', coded('HPE_INVALID_CONSTANT'), 'surprise', true, true],
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
		assert.match(trouble.error.message, /called forge\.example, /);
	});

	it('that waited too long is "timeout", whatever was thrown', () => {
		const trouble = networkTrouble(coded('ABORT_ERR'), { host: 'h', method: 'PUT', late: true });
		assert.deepEqual([trouble.error.kind, trouble.sent, trouble.again], ['timeout', true, false]);
		assert.match(trouble.error.message, /Whether the change was made is not known/);
	});
});
