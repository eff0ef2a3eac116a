import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createBearer } from '../../../../src/sandbox/identity/bearer.ts';
import { readToken } from '../../../../src/signin/methods/token.ts';

const key = Buffer.alloc(32, 7);
const expires = Date.parse('2027-01-02T03:04:05Z');
const newer = (grants: string, username = 'ana', until = expires) =>
	createBearer({ expires: until, grants, client: 'tildeforge', username }, key, 1);

describe('A token', () => {
	const good: readonly [what: string, text: string, facts: unknown][] = [
		['nothing in the older form', 'a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0', {}],
		['nothing in the older form in upper case', 'A0'.repeat(16), {}],
		[
			'its owner, expiry and scopes in the newer form',
			newer('lists:read tickets:write'),
			{ account: '~ana', expires, scopes: ['lists:read', 'tickets:write'] },
		],
		['all scopes if it names no grants', newer(''), { account: '~ana', expires, scopes: ['*'] }],
		['its owner with padding', `${newer('*', 'bo')}==`, { account: '~bo', expires, scopes: ['*'] }],
		[
			'its owner in URL-safe base64',
			newer('lists:read').replaceAll('+', '-').replaceAll('/', '_'),
			{ account: '~ana', expires, scopes: ['lists:read'] },
		],
		[
			'scopes with newer names, as the contract writes them, with their services',
			newer('todo.sr.ht/TICKETS:RW git.sr.ht/OBJECTS:RO lists.sr.ht/SUBSCRIPTIONS:RW meta.sr.ht/PROFILE:RO'),
			{
				account: '~ana',
				expires,
				scopes: [
					'todo.sr.ht/tickets:write',
					'git.sr.ht/data:read',
					'lists.sr.ht/subs:write',
					'meta.sr.ht/profile:read',
				],
			},
		],
		['an unknown scope', newer('x/NEW:RO'), { account: '~ana', expires, scopes: ['x/new:read'] }],
	];
	for (const [what, text, facts] of good) {
		it(`reveals ${what}`, () => assert.deepEqual(readToken(text), facts));
	}

	const junk: Readonly<Record<string, string>> = {
		'an empty text': '',
		'31 characters': 'a'.repeat(31),
		'33 hex characters': 'a'.repeat(33),
		'a commit id': 'a'.repeat(40),
		'a SHA-256': 'ab'.repeat(32),
		'a UUID': '123e4567-e89b-12d3-a456-426614174000',
		'an address': 'https://meta.example.org/oauth2/personal-token',
		'a token of another kind of forge': `ghp_${'x'.repeat(36)}`,
		'a JSON web token': `eyJhbGciOiJIUzI1NiJ9.${'e'.repeat(40)}.${'s'.repeat(43)}`,
		'a token with a line before it': `x\n${newer('*')}`,
		'a truncated token': newer('lists:read tickets:write').slice(0, -20),
		'a token with text after it': `${newer('*')}AAAA`,
		'a token with an invalid user name': newer('*', '../etc'),
		'a token without a user name': newer('*', ''),
		'a token with an impossible expiry date': newer('*', 'ana', 9e18),
		'a token with an expiry before 1970': newer('*', 'ana', -5000),
	};
	for (const [what, text] of Object.entries(junk)) {
		it(`is not recognized in ${what}`, () => assert.equal(readToken(text), undefined));
	}

	it('can be read or rejected without an error, whatever the user pastes', () => {
		const bytes = fc.uint8Array({ minLength: 40, maxLength: 200 });
		const asToken = bytes.map((all) => Buffer.from([0, ...all.subarray(1)]).toString('base64'));
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.base64String(), asToken), (text) => {
				const facts = readToken(text);
				if (facts?.expires !== undefined) new Date(facts.expires).toISOString();
			}),
			{ numRuns: 500 },
		);
	});
});
