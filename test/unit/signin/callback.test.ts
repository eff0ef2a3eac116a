import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { readPasted, readReturn } from '../../../src/signin/callback.ts';
import { isSame, newProof, newState } from '../../../src/signin/pkce.ts';

const state = 'the-state-of-this-sign-in';
const browser = { state, code: 'code' } as const;
const exchange = { state, code: 'exchange' } as const;

/** A code as itself, a refusal as its message, and a return that is not meant for this sign-in as `nothing`. */
function told(found: ReturnType<typeof readReturn>): string {
	if (found === undefined) return 'nothing';
	if (found.kind === 'code') return `code ${found.code}`;
	assert.equal(found.error.kind, 'refused');
	return `${found.scopesUnknown ? 'scopes: ' : ''}${found.error.message}`;
}

const declined = "You declined on the forge's website, so you were not signed in.";

describe('What the browser comes back with', () => {
	type Case = [query: string, door: typeof browser | typeof exchange, told: string];
	const cases: readonly Case[] = [
		[`code=abc&state=${state}`, browser, 'code abc'],
		[`exchange=abc&scopes=x&state=${state}`, exchange, 'code abc'],
		['code=abc', browser, 'nothing'],
		['exchange=abc', exchange, 'nothing'],
		['code=abc&state=', browser, 'nothing'],
		[`code=abc&state=${state}x`, browser, 'nothing'],
		[`code=abc&state=${state.slice(0, -1)}`, browser, 'nothing'],
		[`code=abc&state=${state.toUpperCase()}`, browser, 'nothing'],
		[`state=${state}`, browser, 'nothing'],
		[`code=&state=${state}`, browser, 'nothing'],
		[`exchange=abc&state=${state}`, browser, 'nothing'],
		[`code=abc&state=${state}`, exchange, 'nothing'],
		['', browser, 'nothing'],
		['', exchange, 'nothing'],
		[`error=access_denied&state=${state}`, browser, declined],
		['error=access_denied', browser, 'nothing'],
		['error=access_denied&state=another', browser, 'nothing'],
		['error=user_declined&details=User+declined', exchange, declined],
		['error=user_declined&state=another', exchange, 'nothing'],
		[
			`error=invalid_scope&error_description=Unknown+scope+x&state=${state}`,
			browser,
			'scopes: The forge refused the sign-in: Unknown scope x.',
		],
		[
			'error=invalid_scope&details=Unknown+scope+x.',
			exchange,
			'scopes: The forge refused the sign-in: Unknown scope x.',
		],
		[`error=server_error&state=${state}`, browser, 'The forge refused the sign-in: server_error.'],
		[
			`error=x&error_description=a%0Ab%1b[31m%E2%80%AEc&state=${state}`,
			browser,
			'The forge refused the sign-in: a b [31m c.',
		],
		[`error=%3Cb%3E&state=${state}`, browser, 'The forge refused the sign-in: b.'],
	];
	for (const [query, door, expected] of cases) {
		it(`${door.code}: ?${query}`, () =>
			assert.equal(told(readReturn(new URLSearchParams(query), door)), expected));
	}

	it('is told shortly, however much the forge says', () => {
		const query = new URLSearchParams({ error: 'x', error_description: 'long '.repeat(1000), state });
		assert.ok(told(readReturn(query, browser)).length < 350);
	});
});

describe('What somebody pastes instead', () => {
	const address = `http://127.0.0.1:4711/callback?code=a-code&state=${state}`;
	const cases: readonly [text: string, told: string][] = [
		[address, 'code a-code'],
		[`  ${address}\n`, 'code a-code'],
		[`${address}#`, 'code a-code'],
		[`vscode://tildeforge.tildeforge/signed-in?code=a-code&state=${state}`, 'code a-code'],
		[`?code=a-code&state=${state}`, 'code a-code'],
		[`code=a-code&state=${state}`, 'code a-code'],
		[`http://127.0.0.1:4711/callback?error=access_denied&state=${state}`, declined],
		['http://127.0.0.1:4711/callback?code=a-code&state=another', 'nothing'],
		['http://127.0.0.1:4711/callback?code=a-code', 'nothing'],
		['code=a-code', 'nothing'],
		['a-code', 'code a-code'],
		['  Zm9vYmFy+/x.~_-\n', 'code Zm9vYmFy+/x.~_-'],
		['Zm9vYmFyYQ==', 'code Zm9vYmFyYQ=='],
		['Zm9vYmFyYmE=', 'code Zm9vYmFyYmE='],
		['', 'nothing'],
		['short', 'nothing'],
		['two words', 'nothing'],
		['https://meta.example.org/oauth2/authorize', 'nothing'],
		['x'.repeat(3000), 'nothing'],
	];
	for (const [text, expected] of cases) {
		it(JSON.stringify(text.slice(0, 80)), () => assert.equal(told(readPasted(text, browser)), expected));
	}

	it('is a code or none, whatever it is', () => {
		const addresses = fc.string().map((text) => `http://127.0.0.1/callback?${text}&state=${state}`);
		fc.assert(
			fc.property(fc.oneof(fc.string(), addresses), (text) => {
				const found = readPasted(text, browser);
				if (found?.kind === 'code') assert.notEqual(found.code, '');
			}),
		);
	});

	it('brings along what was left of the scopes, where the older sign-in tells', () => {
		const found = readPasted(`http://a/?exchange=x&scopes=a:read,b:read&state=${state}`, exchange);
		assert.deepEqual(found, { kind: 'code', code: 'x', scopes: ['a:read', 'b:read'] });
	});
});

describe('What only the one who began a sign-in knows', () => {
	it('is another one each time, and proven by its SHA-256', () => {
		const proofs = Array.from({ length: 50 }, newProof);
		assert.equal(new Set(proofs.map(({ verifier }) => verifier)).size, 50);
		assert.equal(new Set(Array.from({ length: 50 }, newState)).size, 50);
		for (const { verifier, challenge } of proofs) {
			assert.match(verifier, /^[A-Za-z0-9_-]{43}$/);
			assert.equal(challenge, createHash('sha256').update(verifier).digest('base64url'));
		}
	});

	it('is compared as a whole', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (one, other) => assert.equal(isSame(one, other), one === other)),
		);
		assert.ok(isSame(state, state));
	});
});
