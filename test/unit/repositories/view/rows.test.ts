import assert from 'node:assert/strict';
import type { Objects, TreeEntry } from '../../../../src/platform/git/objects.ts';
import { commitRows } from '../../../../src/repositories/view/commit-rows.ts';
import { entryRows, missingRow } from '../../../../src/repositories/view/entry-rows.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const id = '0123456789abcdef0123456789abcdef01234567';
const now = () => Date.parse('2026-02-01T00:00:00Z');
const author = { name: 'Bob Ellis', email: 'bob@example.org' };
const commit = {
	...{ id, short_id: '', author, committer: author, timestamp: '2026-01-31T22:00:00Z', tree: '' },
	...{ message: 'undo: store the *tree*\n\nLonger.\n\nFixes: #3', parents: ['a'], signature: null },
};
const noObjects: Objects = {
	tree: async () => undefined,
	rootTree: async () => undefined,
	blob: async () => undefined,
	commit: async () => undefined,
};

describe('The row of a commit', () => {
	const [row = assert.fail()] = commitRows(key, [commit], false, now);

	it('has the subject, the id, the author and the age', () => {
		assert.equal(row.label, 'undo: store the *tree*');
		assert.equal(row.description, '0123456 · Bob Ellis · 2h');
		assert.equal(row.spokenLabel, 'undo: store the *tree*, commit 0123456, by Bob Ellis, 2 hours ago');
	});

	it('shows the whole message, which cannot be Markdown, and another committer when the user hovers over it', () => {
		const hover = (one: typeof commit) => {
			const [{ tooltip } = assert.fail()] = commitRows(key, [one], false, now);
			return typeof tooltip === 'object' ? tooltip.markdown() : '';
		};
		assert.match(hover(commit), /store the \\\*tree\\\*.*Longer.*Fixes/s);
		assert.doesNotMatch(hover(commit), /committed by/);
		assert.match(
			hover({ ...commit, committer: { name: 'Ana', email: 'ana@example.org' } }),
			/committed by Ana &lt;ana.@example.+&gt;/,
		);
	});

	it('shortens what is too long for a row or a hover', () => {
		const author = { name: 'N'.repeat(100_000), email: '' };
		const message = `${'s'.repeat(100_000)}\n\n${'b'.repeat(100_000)}\n`;
		const [{ label, description, spokenLabel, tooltip } = assert.fail()] = commitRows(
			key,
			[{ ...commit, author, message }],
			false,
			now,
		);
		assert.match(label, /^s{300}…$/);
		assert.match(description ?? '', /^0123456 · N{100}… · 2h$/);
		assert.ok((spokenLabel?.length ?? 0) < 1000);
		assert.ok(typeof tooltip === 'object' && tooltip.markdown().length < 5000);
	});

	it('says on hover that it is signed, and what it merges', () => {
		const merge = { ...commit, signature: { signature: '', data: '' }, parents: [id, 'b'.repeat(40)] };
		const [{ tooltip, icon } = assert.fail()] = commitRows(key, [merge], false, now);
		assert.deepEqual([row.icon, icon], ['git-commit', 'git-merge']);
		const hover = typeof tooltip === 'object' ? tooltip.markdown() : '';
		assert.match(hover, /4567 · signed · merges 0123456 and bbbbbbb$/);
	});

	it('is followed by one that loads more, if there is more', () => {
		const rows = commitRows(key, [commit], true, now);
		assert.deepEqual(rows.at(-1)?.command, {
			...{ id: 'tildeforge.loadMoreCommits', title: 'Load More' },
			arguments: [{ kind: 'log', key }],
		});
		assert.equal(rows.length, 2);
	});
});

describe('The rows of a folder', () => {
	const revision = { kind: 'ref', name: 'refs/heads/main' } as const;
	const input = { key, instance: 'forge.test', objects: noObjects, revision, commit: id, parentId: 'files' };
	const entry = (name: string, kind: TreeEntry['kind'] = 'file'): TreeEntry => ({ name, kind, id });

	it('are limited, and say how many are left out and what is wrong with the folder', async () => {
		const entries = Array.from({ length: 1002 }, (_, nth) => entry(`f${nth}`));
		const rows = await entryRows(input, { id, entries, problems: ['One entry is left out.'] }, 'src');
		assert.equal(rows.length, 1002);
		assert.deepEqual(
			rows.slice(-2).map(({ label }) => label),
			['2 more', 'One entry is left out.'],
		);
		assert.deepEqual(rows.at(-2)?.command, {
			...{ id: 'tildeforge.goToRepositoryFile', title: 'Go to File' },
			arguments: [{ kind: 'entry', key, revision, path: 'src', isFolder: true }],
		});
		assert.equal(rows[10]?.id, 'files:src/f10');
	});

	it('say which names Windows would misread', async () => {
		const entries = ['.vscode', 'a:b', ...Array.from({ length: 6 }, (_, nth) => `..\\${nth}`)].map((name) =>
			entry(name),
		);
		const rows = await entryRows(input, { id, entries, problems: [] }, '');
		assert.equal(rows.length, 8 + 6);
		assert.equal(
			rows[8]?.label,
			'a:b is left out of folders and copies: Windows would read its name as another one.',
		);
		assert.equal(rows.at(-1)?.label, '2 more names are left out of folders and copies.');
		assert.deepEqual(
			rows.slice(0, 8).filter(({ file }) => file?.path.split('/').at(-1)?.startsWith(':')).length,
			8,
		);
	});

	for (const [count, last] of [
		[5, 'src/d4 is left out: it is the same folder as one that contains it.'],
		[6, '1 more folder is left out because it contains itself.'],
		[100_000, '99,995 more folders are left out because they contain themselves.'],
	] as const) {
		it(`name the first five of ${count} folders that contain themselves`, async () => {
			const endless = Array.from({ length: count }, (_, nth) => entry(`d${nth}`, 'directory'));
			const entries = [...endless, entry('a.txt', 'file')];
			const above = [endless[0]?.id ?? ''];
			const rows = await entryRows({ ...input, above }, { id: 'f'.repeat(40), entries, problems: [] }, 'src');
			assert.deepEqual(
				[rows.length, rows[0]?.label, rows[1]?.label, rows.at(-1)?.label],
				[
					1 + Math.min(count, 6),
					'a.txt',
					'src/d0 is left out: it is the same folder as one that contains it.',
					last,
				],
			);
		});
	}

	it('say of at most 100 links where they lead', async () => {
		const entries = Array.from({ length: 102 }, (_, nth) => entry(`link${nth}`, 'symlink'));
		const blob = async () => ({ kind: 'bytes', bytes: Buffer.from('../up') }) as const;
		const rows = await entryRows(
			{ ...input, objects: { ...noObjects, blob } },
			{ id, entries, problems: [] },
			'',
		);
		assert.equal(rows.filter(({ description }) => description === '→ ../up').length, 100);
		assert.equal(rows.at(-1)?.description, 'symbolic link');
	});

	it('name characters that change the order of a text, in each text', async () => {
		const blob = async () => ({ kind: 'bytes', bytes: Buffer.from('\u202eup') }) as const;
		const kinds = ['directory', 'file', 'symlink', 'submodule'] as const;
		const entries = kinds.map((kind) => entry(`${kind}\u202egnp.sh`, kind));
		const tree = { id: 'f'.repeat(40), entries, problems: ['"\u202e" is left out.'] };
		const rows = await entryRows({ ...input, objects: { ...noObjects, blob } }, tree, '');
		const texts = rows.map(({ label, description, tooltip }) =>
			JSON.stringify([label, description, tooltip]),
		);
		assert.equal(texts.filter((text) => text.includes('‹U+202E›') && !text.includes('\u202e')).length, 5);
		// Otherwise VS Code shows the address.
		assert.equal(rows[0]?.tooltip, 'directory‹U+202E›gnp.sh');
	});

	it('show a link whose target cannot be read, and a folder that is no longer there', async () => {
		const failing = { ...noObjects, blob: () => Promise.reject(new Error('cut')) };
		const tree = {
			id: 'f'.repeat(40),
			entries: [entry('doc', 'directory'), entry('NEWS', 'symlink')],
			problems: [],
		};
		const [folder, link] = await entryRows({ ...input, objects: failing }, tree, '');
		assert.equal(link?.description, 'symbolic link');
		assert.deepEqual(await folder?.children?.(), [missingRow('files:doc')]);
	});
});
