import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import {
	type FileAddress,
	formatComparisonAddress,
	formatFileAddress,
	readAddress,
} from '../../../../src/repositories/model/file-address.ts';
import {
	findReference,
	formatRevision,
	type Revision,
	readRevision,
	revisionName,
	shortName,
} from '../../../../src/repositories/model/revision.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const id = '0123456789abcdef0123456789abcdef01234567';
const git = (folder: string, ...args: readonly string[]): string => feed(folder, '', ...args);
const ref = (name: string): Revision => ({ kind: 'ref', name });

describe('A revision in the address of a file', () => {
	for (const [revision, expected] of [
		[ref('refs/heads/main'), 'main'],
		[ref('refs/heads/feature/undo-file'), 'feature~undo-file'],
		[ref('refs/tags/2.4.0'), 'refs~tags~2.4.0'],
		[ref('HEAD'), 'HEAD'],
		[{ kind: 'commit', id }, id],
		// Branches that would read as something else.
		[ref('refs/heads/HEAD'), 'refs~heads~HEAD'],
		[ref(`refs/heads/${id}`), `refs~heads~${id}`],
		[ref('refs/heads/refs/tags/x'), 'refs~heads~refs~tags~x'],
	] as const) {
		it(`is ${expected} for ${JSON.stringify(revision)}`, () => {
			assert.equal(formatRevision(revision), expected);
			assert.deepEqual(readRevision(expected), revision);
		});
	}

	it('is shown by its short name', () => {
		const revisions = [ref('refs/tags/v1'), ref('refs/heads/a/b'), { kind: 'commit', id } as const];
		assert.deepEqual(
			revisions.map((one) => revisionName(one)),
			['v1', 'a/b', '0123456'],
		);
		assert.equal(revisionName(ref('refs/heads/a\u202eb')), 'a‹U+202E›b');
	});
});

describe('The short name of a reference', () => {
	const folder = temporaryFolder('short-names');
	after(() => rm(folder, { recursive: true, force: true }));

	it('is the one by which git finds it, and no other', () => {
		git(folder, 'init', '--quiet', '--bare', '--initial-branch=main');
		const person = 'Pia <pia@example.org> 1579000000 +0000';
		const text = `tree ${git(folder, 'mktree')}\nauthor ${person}\ncommitter ${person}\n\nx\n`;
		const commit = feed(folder, text, 'hash-object', '-t', 'commit', '-w', '--stdin');
		const named = ['main', 'a/b', 'a/tags/v1', 'tags/v1', 'heads/main', 'HEAD', 'refs/tags/v1', 'x'];
		const names = [
			...named.map((name) => `refs/heads/${name}`),
			...['v1', 'a/b', 'heads/x', 'main-2'].map((name) => `refs/tags/${name}`),
			...['refs/notes/commits', 'refs/main-2'],
		];
		for (const name of names) git(folder, 'update-ref', name, commit);
		const expected = git(
			folder,
			'for-each-ref',
			'--format=%(refname) %(refname:short)',
			'refs/heads',
			'refs/tags',
		)
			.split('\n')
			.map((line) => line.split(' '));
		const all = new Set(names);
		assert.deepEqual(
			expected.map(([name = '']) => [name, shortName(name, all)]),
			expected,
		);
		for (const [name = '', short = ''] of expected) assert.equal(findReference(short, all), name);
	});

	it('is no ID, and does not depend on references that are not known', () => {
		const known = new Set<string>();
		assert.equal(shortName(`refs/heads/${id}`, known), `heads/${id}`);
		assert.equal(shortName('refs/heads/HEAD', known), 'heads/HEAD');
		assert.equal(shortName('refs/heads/@', known), 'heads/@');
		assert.equal(shortName('refs/heads/main', known), 'main');
		assert.equal(findReference(id, new Set([`refs/heads/${id}`])), undefined);
	});
});

describe('The address of a file', () => {
	const name = fc.stringMatching(/^[^/~\0]+$/);
	const hidden = fc.constantFrom('.vscode', ':.vscode', '::.vscode', 'a.code-workspace', 'CON', '..\\x');
	const revision = fc.oneof(
		fc.record({ kind: fc.constant('commit' as const), id: fc.stringMatching(/^[0-9a-f]{40}$/) }),
		fc
			.array(fc.stringMatching(/^[^/~\0 ]+$/), { minLength: 1 })
			.map((names) => ref(`refs/heads/${names.join('/')}`)),
		fc
			.array(fc.stringMatching(/^[^/~\0 ]+$/), { minLength: 1 })
			.map((names) => ref(`refs/tags/${names.join('/')}`)),
	);

	it('names exactly one file of one repository at one revision', () => {
		const address: fc.Arbitrary<FileAddress> = fc.record({
			instance: fc.constant('forge.test'),
			owner: name.map((one) => `~${one}`),
			repository: name,
			revision,
			path: fc.array(fc.oneof(name, hidden)).map((names) => names.join('/')),
		});
		fc.assert(
			fc.property(address, (one) => {
				assert.deepEqual(readAddress(formatFileAddress(one)), structuredClone(one));
				assert.deepEqual(readAddress(formatComparisonAddress(one)), structuredClone(one));
			}),
		);
	});

	it('has the same path for each commit of a comparison', () => {
		const address = (id: string, more: Partial<FileAddress> = {}): FileAddress => ({
			...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path: 'src/a?b#c' },
			...{ revision: { kind: 'commit', id }, ...more },
		});
		const other = 'f'.repeat(64);
		const addresses = [address(id), address(other, { form: 'raw' }), address(id, { path: '' })];
		assert.deepEqual(addresses.map(formatComparisonAddress), [
			{ authority: 'forge.test', path: '/~ana/editor/src/a?b#c', query: `commit=${id}` },
			{ authority: 'forge.test', path: '/~ana/editor/src/a?b#c', query: `commit=${other}&raw` },
			{ authority: 'forge.test', path: '/~ana/editor', query: `commit=${id}` },
		]);
		assert.deepEqual(
			addresses.map(formatComparisonAddress).map(readAddress),
			addresses.map((one) => structuredClone(one)),
		);
		assert.equal(
			readAddress({ authority: 'forge.test', path: '/~ana/editor', query: 'commit=1' }),
			undefined,
		);
	});

	it('has the name of the repository and the revision in one folder, whose name VS Code shows', () => {
		const address = (revision: Revision): FileAddress => ({
			...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path: '', revision },
		});
		assert.deepEqual(
			[ref('refs/heads/main'), ref('refs/heads/a)/b')].map((one) => formatFileAddress(address(one)).path),
			['/~ana/editor (main)', '/~ana/editor (a)~b)'],
		);
	});

	it('tells a link from the file that it leads to', () => {
		const raw: FileAddress = {
			...{ instance: 'forge.test', owner: '~ana', repository: 'editor', revision: ref('refs/heads/main') },
			...{ path: 'NEWS', form: 'raw' },
		};
		assert.deepEqual(formatFileAddress(raw), {
			authority: 'forge.test',
			path: '/~ana/editor (main)/NEWS',
			query: 'raw',
		});
		assert.deepEqual(readAddress(formatFileAddress(raw)), raw);
	});

	for (const path of [
		...[
			'.vscode',
			'.vscode/settings.json',
			'.VSCode/mcp.json',
			'src/.vscode/tasks.json',
			'.vscode./settings.json',
		],
		...['a.code-workspace', 'src/A.Code-Workspace', '.git/config', '.GIT', 'git~1/config', '..'],
		...[
			'..\\..\\x.bat',
			'C:',
			'a:b',
			'con',
			'COM1.txt',
			'lpt³.c',
			'nul .h',
			'x.',
			'x ',
			'CONIN$',
			':.vscode/.vscode/x',
		],
	]) {
		it(`of ${path} is none that VS Code or a copy would look for`, () => {
			const root = '/~ana/editor (main)';
			for (const query of ['', 'raw', `commit=${id}`, `commit=${id}&raw`]) {
				const at = query.startsWith('commit') ? '/~ana/editor' : root;
				assert.equal(readAddress({ authority: 'forge.test', path: `${at}/${path}`, query }), undefined);
			}
		});
	}

	for (const path of [
		'vscode',
		'.vscode2/x',
		'a.code-workspaces',
		'.gitignore',
		'.github/x',
		'console.c',
		'com.c',
		'a b',
		'.editorconfig',
	]) {
		it(`of ${path} is as in the tree`, () => {
			const { path: formatted } = formatFileAddress({
				...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
				revision: ref('refs/heads/main'),
			});
			assert.equal(formatted, `/~ana/editor (main)/${path}`);
		});
	}

	for (const path of [
		...['', '/', '/~ana', '/~ana/editor', '/~ana/editor/main', '/~ana/editor ()/a', '/~ana/editor (main)a'],
		...['/ana/editor (main)', '/.vscode/settings.json'],
	]) {
		it(`is not ${path || 'empty'}`, () =>
			assert.equal(readAddress({ authority: 'forge.test', path }), undefined));
	}
});
