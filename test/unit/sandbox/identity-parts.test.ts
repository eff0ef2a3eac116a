import assert from 'node:assert/strict';
import { isRedirectOf, isSameSecret, redirectFault } from '../../../src/sandbox/identity/clients.ts';
import { html, Markup } from '../../../src/sandbox/identity/markup.ts';
import {
	allScopes,
	graphqlGrants,
	meaningOf,
	parseScopes,
	recordedScopes,
} from '../../../src/sandbox/identity/scopes.ts';

const strict = new Set<never>();

describe('A redirect address of an application', () => {
	for (const [address, fault] of [
		['https://a.test/b', undefined],
		['http://127.0.0.1:8080/b', undefined],
		['http://[::1]/b', undefined],
		['http://localhost/b', undefined],
		['vscode://a.b/c', undefined],
		['no address', /no/i],
		['https://a.test/b#c', /fragment/],
		['https://user@a.test/', /name or a password/],
		['https://:pass@a.test/', /name or a password/],
		['javascript:alert(1)', /scheme/],
		['data:text/html,a', /scheme/],
		['file:///a', /scheme/],
		['ftp://a.test/', /scheme/],
		['http://a.test/', /not encrypted/],
	] as const) {
		it(`is ${fault ? 'refused' : 'accepted'}: ${address}`, () => {
			const found = redirectFault(address, strict);
			if (fault) assert.match(found ?? '', fault);
			else assert.equal(found, undefined);
		});
	}

	it('with a private scheme needs a dot on some servers', () => {
		const needsDot = new Set(['private-scheme-needs-dot'] as const);
		assert.match(redirectFault('vscode://a/b', needsDot) ?? '', /dot/);
		assert.equal(redirectFault('org.example.app://a/b', needsDot), undefined);
	});

	const client = (redirects: readonly string[], secret: string | null = null) => ({
		...{ id: 'a', name: 'A', operator: 'ana', secret, redirects },
	});
	const own = 'http://127.0.0.1:1234/back';
	const cases: readonly [given: string, redirects: readonly string[], isIts: boolean, secret?: string][] = [
		[own, [own], true],
		['http://127.0.0.1:9/back', [own], true],
		['http://127.0.0.1/back', [own], true],
		['http://127.0.0.1:9/back?a=b', [own], false],
		['http://127.0.0.1:9/other', [own], false],
		['http://[::1]:9/back', [own], false],
		['http://[::1]:9/back', ['http://[::1]:1/back'], true],
		['http://localhost:9/back', ['http://localhost:1/back'], false],
		['http://127.0.0.1:9/back', [own], false, 'secret'],
		['https://a.test/', ['https://a.test/b'], false],
		['javascript:a', ['javascript:a'], false],
	];
	for (const [given, redirects, isIts, secret] of cases) {
		it(`is ${isIts ? '' : 'not '}one of ${redirects}${secret ? ' of an application with a secret' : ''}: ${given}`, () =>
			assert.equal(isRedirectOf(client(redirects, secret), given, strict), isIts));
	}

	it('has a fixed port on some servers', () => {
		const fixed = new Set(['fixed-loopback-port'] as const);
		assert.equal(isRedirectOf(client([own]), 'http://127.0.0.1:9/back', fixed), false);
		assert.equal(isRedirectOf(client([own]), own, fixed), true);
	});
});

describe('Two secrets', () => {
	it('are the same only if all their characters are', () => {
		assert.deepEqual(
			[isSameSecret('abc', 'abc'), isSameSecret('abc', 'abd'), isSameSecret('', 'a'), isSameSecret('', '')],
			[true, false, false, true],
		);
	});
});

describe('The grant string for GraphQL', () => {
	const cases: readonly [what: string, scopes: readonly string[], grants: string][] = [
		['is empty for all scopes', ['*'], ''],
		['allows only the profile without scopes', [], 'meta.sr.ht/PROFILE:RO'],
		[
			'also names people, and events with tickets',
			['tickets:write', 'data:read'],
			'meta.sr.ht/PROFILE:RO todo.sr.ht/TICKETS:RW todo.sr.ht/PROFILE:RO todo.sr.ht/EVENTS:RO git.sr.ht/OBJECTS:RO git.sr.ht/PROFILE:RO',
		],
		['adds nothing to what is a grant already', ['todo.sr.ht/EVENTS:RO'], 'todo.sr.ht/EVENTS:RO'],
	];
	for (const [what, scopes, grants] of cases) it(what, () => assert.equal(graphqlGrants(scopes), grants));
});

describe('The scopes of a forge with GraphQL', () => {
	const graphql = ['todo.sr.ht/PROFILE', 'todo.sr.ht/TRACKERS'];

	it('have the words of GraphQL in the services that have it', () => {
		const all = allScopes(strict, graphql);
		assert.ok(all.includes('todo.sr.ht/PROFILE:RO') && all.includes('todo.sr.ht/TRACKERS:RW'));
		assert.deepEqual([all.includes('lists:write'), all.includes('trackers:write')], [true, false]);
		const words = [
			'todo.sr.ht/TRACKERS:RW',
			'todo.example.org/PROFILE',
			'lists.sr.ht/LISTS:RO',
			'tickets:read',
		];
		const scopes = ['todo.sr.ht/TRACKERS:RW', 'todo.sr.ht/PROFILE:RO', 'lists:read', 'tickets:read'];
		assert.deepEqual(parseScopes(words, strict, graphql), { scopes });
		for (const word of ['todo.sr.ht/JOBS:RO', 'git.sr.ht/TRACKERS:RO']) {
			assert.deepEqual(parseScopes([word], strict, graphql), { refused: `Unknown scope ${word}` });
		}
	});

	it('are recorded in tokens as they are, and everything as an empty string', () => {
		const scopes = ['todo.sr.ht/TRACKERS:RW', 'lists:read'];
		assert.equal(recordedScopes(scopes, strict, graphql), 'todo.sr.ht/TRACKERS:RW lists:read');
		assert.equal(recordedScopes(['*'], strict, graphql), '');
		assert.equal(recordedScopes([], strict, graphql), 'profile:read');
		const named = new Set(['scopes-name-service'] as const);
		assert.equal(recordedScopes(scopes, named, graphql), 'todo.sr.ht/TRACKERS:RW lists.sr.ht/LISTS:RO');
	});

	it('say what they allow', () => {
		assert.equal(meaningOf('todo.sr.ht/TRACKERS:RW'), 'read and change trackers and labels');
		assert.equal(meaningOf('todo.sr.ht/ACLS:RO'), 'read todo.sr.ht/ACLS');
	});
});

describe('The markup of a page', () => {
	it('escapes all values but markup', () => {
		const evil = `<b>&"'`;
		const { text } = html`<p title="${evil}">${7}${[new Markup('<br>'), evil]}</p>`;
		assert.equal(text, '<p title="&lt;b&gt;&amp;&quot;&#39;">7<br>&lt;b&gt;&amp;&quot;&#39;</p>');
	});
});
