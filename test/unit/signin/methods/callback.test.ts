import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { readCallback, readPastedCallback } from '../../../../src/signin/methods/callback.ts';
import { isSameSecret, newProof, newState } from '../../../../src/signin/methods/pkce.ts';

const state = 'the-state-of-this-sign-in';
const browser = { state, code: 'code' } as const;
const exchange = { state, code: 'exchange' } as const;

/** Describes the result: a code as itself, a refusal as its message, and a redirect of another sign-in as `nothing`. */
function describeResult(found: ReturnType<typeof readCallback>): string {
	if (found === undefined) return 'nothing';
	if (found.kind === 'code') return `code ${found.code}`;
	assert.equal(found.error.kind, 'refused');
	return `${found.hasUnknownScope ? 'scopes: ' : ''}${found.error.message}`;
}

const declined = "You declined on the forge's website, so you were not signed in.";

describe('A redirect from the browser', () => {
	type Case = [query: string, door: typeof browser | typeof exchange, expected: string];
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
			'scopes: The forge refused the sign-in: it does not know one of the requested permissions.',
		],
		['error=x&details=Call+the+help+desk', exchange, 'The forge refused the sign-in.'],
		[
			`error=x&details=No+more+users.&state=${state}`,
			exchange,
			'The forge refused the sign-in: No more users.',
		],
		[`error=server_error&state=${state}`, browser, 'The forge refused the sign-in: server_error.'],
		[`error=x&error_description=&state=${state}`, browser, 'The forge refused the sign-in: x.'],
		[
			`error=invalid_scope&state=${state}`,
			browser,
			'scopes: The forge refused the sign-in: it does not know one of the requested permissions.',
		],
		[
			`error=x&error_description=a%0Ab%1b[31m%E2%80%AEc&state=${state}`,
			browser,
			'The forge refused the sign-in: a b [31m c.',
		],
		[`error=%3Cb%3E&state=${state}`, browser, 'The forge refused the sign-in: <b>.'],
	];
	for (const [query, expectation, expected] of cases) {
		it(`with ?${query} is read as "${expected}" (parameter ${expectation.code})`, () =>
			assert.equal(describeResult(readCallback(new URLSearchParams(query), expectation)), expected));
	}

	it('produces a short message, however long the text of the forge is', () => {
		const query = new URLSearchParams({ error: 'x', error_description: 'long '.repeat(1000), state });
		assert.ok(describeResult(readCallback(query, browser)).length < 350);
	});
});

describe('Text that the user pastes instead of a redirect', () => {
	const address = `http://127.0.0.1:4711/callback?code=a-code&state=${state}`;
	const cases: readonly [text: string, expected: string][] = [
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
		it(`is read as "${expected}": ${JSON.stringify(text.slice(0, 80))}`, () =>
			assert.equal(describeResult(readPastedCallback(text, browser)), expected));
	}

	it('is read as a non-empty code or rejected, whatever it contains', () => {
		const addresses = fc.string().map((text) => `http://127.0.0.1/callback?${text}&state=${state}`);
		fc.assert(
			fc.property(fc.oneof(fc.string(), addresses), (text) => {
				const found = readPastedCallback(text, browser);
				if (found?.kind === 'code') assert.notEqual(found.code, '');
			}),
		);
	});

	it('includes the granted scopes if the older sign-in reports them', () => {
		const found = readPastedCallback(`http://a/?exchange=x&scopes=a:read,b:read&state=${state}`, exchange);
		assert.deepEqual(found, { kind: 'code', code: 'x', scopes: ['a:read', 'b:read'] });
	});
});

describe('The secrets of a sign-in attempt', () => {
	it('differ each time, and the challenge is the SHA-256 of the verifier', () => {
		const proofs = Array.from({ length: 50 }, newProof);
		assert.equal(new Set(proofs.map(({ verifier }) => verifier)).size, 50);
		assert.equal(new Set(Array.from({ length: 50 }, newState)).size, 50);
		for (const { verifier, challenge } of proofs) {
			assert.match(verifier, /^[A-Za-z0-9_-]{43}$/);
			assert.equal(challenge, createHash('sha256').update(verifier).digest('base64url'));
		}
	});

	it('are compared in full', () => {
		fc.assert(
			fc.property(fc.string(), fc.string(), (one, other) =>
				assert.equal(isSameSecret(one, other), one === other),
			),
		);
		assert.ok(isSameSecret(state, state));
	});
});
