import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type FileAddress,
	readAddress,
	spellAddress,
	spellComparedAddress,
} from '../../../../src/repositories/model/file-address.ts';
import {
	type Revision,
	readRevision,
	revisionName,
	spellRevision,
} from '../../../../src/repositories/model/revision.ts';

const id = '0123456789abcdef0123456789abcdef01234567';
const ref = (name: string): Revision => ({ kind: 'ref', name });

describe('A revision in the address of a file', () => {
	for (const [revision, spelled] of [
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
		it(`is ${spelled} for ${JSON.stringify(revision)}`, () => {
			assert.equal(spellRevision(revision), spelled);
			assert.deepEqual(readRevision(spelled), revision);
		});
	}

	it('is shown by its short name', () => {
		const revisions = [ref('refs/tags/v1'), ref('refs/heads/a/b'), { kind: 'commit', id } as const];
		assert.deepEqual(
			revisions.map((one) => revisionName(one)),
			['v1', 'a/b', '0123456'],
		);
		assert.equal(revisionName({ kind: 'commit', id }, { isFull: true }), id);
	});
});

describe('The address of a file', () => {
	const name = fc.stringMatching(/^[^/~\0]+$/);
	const revision = fc.oneof(
		fc.record({ kind: fc.constant('commit' as const), id: fc.stringMatching(/^[0-9a-f]{40}$/) }),
		fc
			.array(fc.stringMatching(/^[^/~\0]+$/), { minLength: 1 })
			.map((names) => ref(`refs/heads/${names.join('/')}`)),
		fc
			.array(fc.stringMatching(/^[^/~\0]+$/), { minLength: 1 })
			.map((names) => ref(`refs/tags/${names.join('/')}`)),
	);

	it('names exactly one file of one repository at one revision', () => {
		const address: fc.Arbitrary<FileAddress> = fc.record({
			instance: fc.constant('forge.test'),
			owner: name.map((one) => `~${one}`),
			repository: name,
			revision,
			path: fc.array(name).map((names) => names.join('/')),
		});
		fc.assert(
			fc.property(address, (one) => {
				assert.deepEqual(readAddress(spellAddress(one)), structuredClone(one));
				assert.deepEqual(readAddress(spellComparedAddress(one)), structuredClone(one));
			}),
		);
	});

	it('has the same path for each commit of a comparison', () => {
		const address = (id: string, more: Partial<FileAddress> = {}): FileAddress => ({
			...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path: 'src/a?b#c' },
			...{ revision: { kind: 'commit', id }, ...more },
		});
		const other = 'f'.repeat(64);
		const spelled = [address(id), address(other, { form: 'raw' }), address(id, { path: '' })];
		assert.deepEqual(spelled.map(spellComparedAddress), [
			{ authority: 'forge.test', path: '/~ana/editor/src/a?b#c', query: `commit=${id}` },
			{ authority: 'forge.test', path: '/~ana/editor/src/a?b#c', query: `commit=${other}&raw` },
			{ authority: 'forge.test', path: '/~ana/editor', query: `commit=${id}` },
		]);
		assert.deepEqual(
			spelled.map(spellComparedAddress).map(readAddress),
			spelled.map((one) => structuredClone(one)),
		);
		assert.equal(
			readAddress({ authority: 'forge.test', path: '/~ana/editor', query: 'commit=1' }),
			undefined,
		);
	});

	it('tells a link from the file that it leads to', () => {
		const raw: FileAddress = {
			...{ instance: 'forge.test', owner: '~ana', repository: 'editor', revision: ref('refs/heads/main') },
			...{ path: 'NEWS', form: 'raw' },
		};
		assert.deepEqual(spellAddress(raw), {
			authority: 'forge.test',
			path: '/~ana/editor/main/NEWS',
			query: 'raw',
		});
		assert.deepEqual(readAddress(spellAddress(raw)), raw);
	});

	for (const path of ['', '/', '/~ana', '/~ana/editor', '/ana/editor/main', '/.vscode/settings.json']) {
		it(`is not ${path || 'empty'}`, () =>
			assert.equal(readAddress({ authority: 'forge.test', path }), undefined));
	}
});
