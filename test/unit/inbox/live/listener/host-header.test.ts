import assert from 'node:assert/strict';
import { isOwnHost } from '../../../../../src/inbox/live/listener/delivery-requests.ts';

const addresses = [
	'https://Hooks.Example.org/some/path',
	'http://192.168.1.7:8080',
	'https://[2001:db8::1]/',
	'not an address',
	'mailto:a@b.example',
];

describe('The Host header of a delivery', () => {
	const cases: readonly [hosts: readonly string[] | undefined, isOwn: boolean][] = [
		[['127.0.0.1'], true],
		[['127.0.0.1:4711'], true],
		[['localhost'], true],
		[['LocalHost:4711'], true],
		[['[::1]'], true],
		[['[::1]:4711'], true],
		[['hooks.example.org'], true],
		[['HOOKS.example.org:443'], true],
		[['192.168.1.7'], true],
		[['192.168.1.7:8080'], true],
		[['[2001:db8::1]'], true],
		[undefined, false],
		[[], false],
		[[''], false],
		[['localhost:4712'], false],
		[['localhost:'], false],
		[['127.0.0.2'], false],
		[['evil.example'], false],
		[['evil.example:4711'], false],
		[['localhost.evil.example'], false],
		[['127.0.0.1.evil.example:4711'], false],
		[['hooks.example.org.evil.example'], false],
		[['hooks.example.org:80'], false],
		[['192.168.1.7:80'], false],
		[['localhost@evil.example'], false],
		[['localhost, evil.example'], false],
		[['localhost', 'localhost'], false],
		[['localhost', 'evil.example'], false],
	];
	for (const [hosts, isOwn] of cases) {
		it(`${JSON.stringify(hosts)} is ${isOwn ? 'accepted' : 'refused'}`, () => {
			assert.equal(isOwnHost(hosts, 4711, addresses), isOwn);
		});
	}

	it('accepts no public address unless the user has set it', () => {
		assert.equal(isOwnHost(['hooks.example.org'], 4711, []), false);
	});
});
