import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	baseAddress,
	callAddress,
	hubDomains,
	isInDomainOf,
	proposeAddresses,
	proposeHubAddresses,
	withScheme,
} from '../../../../src/forge/contract/address.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { pathBuilder } from '../../../../src/forge/contract/row.ts';
import { listRows } from '../../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../../src/forge/rows/repositories.ts';
import { trackerRows } from '../../../../src/forge/rows/trackers.ts';

describe('an address that is typed without a scheme', () => {
	for (const [typed, address] of [
		['lists.forge.example', 'https://lists.forge.example'],
		['lists.forge.example:8080/x', 'https://lists.forge.example:8080/x'],
		['localhost:5001', 'http://localhost:5001'],
		['127.0.0.1', 'http://127.0.0.1'],
		['[::1]:80', 'http://[::1]:80'],
		['HTTP://forge.example', 'HTTP://forge.example'],
		['ftp://forge.example', 'ftp://forge.example'],
		['', ''],
	] as const) {
		it(`is read as ${address || 'none'}`, () => assert.equal(withScheme(typed), address));
	}
});

describe('the proposed addresses of a forge', () => {
	for (const text of [
		'forge.example',
		'https://forge.example/',
		' lists.forge.example ',
		'https://meta.forge.example/x',
	]) {
		it(`are derived from ${JSON.stringify(text)}`, () => {
			assert.deepEqual(proposeAddresses(text), {
				identity: 'https://meta.forge.example',
				lists: 'https://lists.forge.example',
				repositories: 'https://git.forge.example',
				trackers: 'https://todo.forge.example',
			});
		});
	}

	it('keep the port and protocol, and a domain that only looks like a service', () => {
		assert.equal(proposeAddresses('http://forge.lan:5000')?.lists, 'http://lists.forge.lan:5000');
		assert.equal(proposeAddresses('git.example')?.trackers, 'https://todo.git.example');
	});

	for (const text of [
		'',
		'localhost',
		'127.0.0.1',
		'http://[::1]:80',
		'a b.c',
		'https://me:pw@forge.example',
		'.',
	]) {
		it(`are undefined for ${JSON.stringify(text)}`, () => assert.equal(proposeAddresses(text), undefined));
	}
});

describe('the proposed addresses of a hub', () => {
	it('are in the domain of the services', () => {
		const hub = ['https://hub.forge.example', 'https://forge.example'];
		const lists = 'https://lists.forge.example/';
		assert.deepEqual(proposeHubAddresses({ lists, identity: 'https://meta.forge.example' }), hub);
		assert.deepEqual(proposeHubAddresses(proposeAddresses('forge.example') ?? {}), hub);
	});

	for (const [why, addresses] of [
		['no service is known', {}],
		['only one service is known', { lists: 'https://lists.co.uk' }],
		[
			'a service is in another domain',
			{ lists: 'https://lists.forge.example', trackers: 'https://todo.b.example' },
		],
		[
			'a service has another name',
			{ lists: 'https://lists.forge.example', trackers: 'https://bugs.forge.example' },
		],
		[
			'a name is that of another service',
			{ lists: 'https://todo.forge.example', trackers: 'https://todo.forge.example' },
		],
		[
			'a service is below a path',
			{ lists: 'https://lists.forge.example/x', trackers: 'https://todo.forge.example' },
		],
		['they have no domain', { lists: 'http://127.0.0.1:5001', trackers: 'http://127.0.0.1:5002' }],
	] as const)
		it(`are none if ${why}`, () => assert.deepEqual(proposeHubAddresses(addresses), []));
});

describe('a hub', () => {
	const services = ['https://lists.forge.example', 'https://git.forge.example:8443/x'];
	for (const hub of [
		'https://hub.forge.example',
		'https://forge.example/hub',
		'https://a.hub.forge.example:1',
	])
		it(`is in the domain of the services at ${hub}`, () => assert.ok(isInDomainOf(services, hub)));
	it('is in their domain on the same host', () =>
		assert.ok(isInDomainOf(['http://127.0.0.1:1'], 'http://127.0.0.1:2')));
	it('is not in the domain above services whose names are not the usual ones, which may belong to others, too', () => {
		const unusual = ['https://tickets.forge.example', 'https://mail.forge.example'];
		assert.ok(!isInDomainOf(unusual, 'https://hub.forge.example'));
		assert.ok(isInDomainOf(unusual, 'https://hub.mail.forge.example'));
		assert.deepEqual(hubDomains([...unusual, ...services]), [
			'tickets.forge.example',
			'mail.forge.example',
			'forge.example',
		]);
	});
	it('is not in the domain above a single service, which may belong to others, too', () => {
		for (const one of [['https://lists.co.uk'], ['https://lists.co.uk', 'https://lists.co.uk:8443/x']]) {
			assert.ok(!isInDomainOf(one, 'https://hub.co.uk'));
			assert.ok(isInDomainOf(one, 'https://hub.lists.co.uk'));
		}
	});
	for (const hub of ['https://hub.old.example', 'https://hubforge.example', 'https://example', 'no address'])
		it(`is in another domain at ${hub}`, () => assert.ok(!isInDomainOf(services, hub)));
});

describe('the base address of an area', () => {
	const allowed = new Set(['forge.lan', 'forge.lan:8080']);
	const cases: readonly [address: string, isAllowed: boolean][] = [
		['https://forge.example', true],
		['https://forge.example/lists/', true],
		['http://127.0.0.1:5000', true],
		['http://127.9.8.7', true],
		['http://2130706433', true],
		['http://[::1]:5000', true],
		['http://localhost:5000', true],
		['http://forge.lan', true],
		['http://forge.lan:8080', true],
		['http://forge.lan:8081', false],
		['http://forge.example', false],
		['http://127.0.0.1.evil.example', false],
		['http://localhost.evil.example', false],
		['http://128.0.0.1', false],
		['ftp://forge.example', false],
		['javascript:alert(1)', false],
		['forge.example', false],
		['', false],
		['https://me:pw@forge.example', false],
		['https://forge.example/?a=b', false],
		['https://forge.example/#a', false],
	];
	for (const [address, isAllowed] of cases) {
		it(`${isAllowed ? 'may' : 'may not'} be ${JSON.stringify(address)}`, () => {
			if (isAllowed) assert.equal(`${baseAddress(address, allowed).prefix}/`, new URL(address).href);
			else assert.throws(() => baseAddress(address, allowed), ForgeError);
		});
	}
});

describe('the address of a request', () => {
	const base = baseAddress('https://forge.example/lists//');

	it('consists of the base address, the path and the query', () => {
		assert.equal(
			callAddress(base, '/api/emails/%3Ca%3E', { start: '1 &2' }),
			'https://forge.example/lists/api/emails/%3Ca%3E?start=1+%262',
		);
	});

	for (const path of [
		'api',
		'/api/../../x',
		'/api/%2e%2e/x',
		'@evil.example/',
		'/a?b',
		'/a#b',
		'/a\\b',
		'',
	]) {
		it(`cannot be made from ${JSON.stringify(path)}`, () => {
			assert.throws(() => callAddress(base, path), RangeError);
		});
	}

	const rows = Object.values({ ...listRows, ...repositoryRows, ...trackerRows });
	const specialNames = [
		'.',
		'..',
		'',
		'%2e%2e',
		'..%2f',
		'/',
		'\\',
		'?',
		'#',
		'a/b',
		'~ada',
		'a@b',
		'\u0000',
		' ',
		'\ud800',
		'[x]',
	];
	const value = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...specialNames));

	it('keeps its origin when the path looks like another origin', () => {
		assert.equal(new URL(callAddress(base, '//evil.example/api')).host, 'forge.example');
	});

	it('never leaves its route, whatever the parameters contain', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...rows),
				fc.infiniteStream(value),
				fc.boolean(),
				(row, values, implied) => {
					const names = [...row.path.matchAll(/[:*~](\w+)/g)].map(([, name]) => name ?? '');
					const params = Object.fromEntries(
						names
							.filter((name) => !(implied && name === 'owner'))
							.map((name) => [name, values.next().value ?? '']),
					);
					let address: string;
					try {
						address = callAddress(base, pathBuilder(row.path)(params));
					} catch (error) {
						assert(error instanceof RangeError);
						const parts = Object.entries(params).flatMap(([name, text]) =>
							row.path.includes(`*${name}`) ? text.split('/') : [text],
						);
						assert(parts.some((part) => ['', '.', '..'].includes(part)));
						return;
					}
					// What a server sees: the segments of the route, each decoded to its original value.
					const route = row.path.replace(/\[([^\]]*)\]/, params.owner === undefined ? '' : '$1');
					const expected = route
						.split('/')
						.slice(1)
						.flatMap((segment) => {
							const text = (params[segment.slice(1)] ?? '').toWellFormed();
							if (segment.startsWith('*')) return text.split('/');
							return /^[:~]/.test(segment) ? [text] : [segment];
						});
					const url = new URL(address);
					assert.equal(url.origin, 'https://forge.example');
					assert.equal(url.search + url.hash, '');
					assert.deepEqual(url.pathname.split('/').slice(1).map(decodeURIComponent), ['lists', ...expected]);
				},
			),
			{ numRuns: 1000 },
		);
	});
});
