import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHutFile, readHutFile } from '../../../../src/platform/git/hut-file.ts';
import { newFolder } from '../../../kit/items/clones.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

const empty = { tracker: undefined, list: undefined };

describe('The file .hut.scfg', () => {
	it('names the tracker and the list', () => {
		const text = [
			'tracker https://todo.forge.test/~ana/editor',
			'development-mailing-list ~ana/editor-dev@lists.forge.test',
			'patch-prefix false',
		].join('\n');
		assert.deepEqual(parseHutFile(text), {
			tracker: 'https://todo.forge.test/~ana/editor',
			list: '~ana/editor-dev@lists.forge.test',
		});
	});

	const cases: Readonly<Record<string, readonly [string, ReturnType<typeof parseHutFile>]>> = {
		'is empty': ['', empty],
		'has directives without values': ['tracker\ndevelopment-mailing-list\n', empty],
		'has the tracker in a block': ['x {\ntracker y\n}\n', empty],
		'has two trackers, of which the first counts': ['tracker a\ntracker b', { ...empty, tracker: 'a' }],
	};
	for (const [what, [text, expected]] of Object.entries(cases)) {
		it(`can be read if it ${what}`, () => assert.deepEqual(parseHutFile(text), expected));
	}

	it('is that of the nearest folder that has it', async () => {
		const root = newFolder('hut');
		const inner = join(root, 'inner');
		mkdirSync(inner);
		assert.equal(await readHutFile([inner, root]), undefined);
		writeFileSync(join(root, '.hut.scfg'), 'tracker outer\n');
		assert.equal((await readHutFile([inner, root]))?.tracker, 'outer');
		writeFileSync(join(inner, '.hut.scfg'), 'tracker inner\n');
		assert.equal((await readHutFile([inner, root]))?.tracker, 'inner');
		assert.equal(await readHutFile([join(root, '.hut.scfg'), join(root, 'missing')]), undefined);
	});

	it('is ignored if it is a folder or too large', async () => {
		const [folder, large] = [newFolder('hut'), newFolder('hut')];
		mkdirSync(join(folder, '.hut.scfg'));
		writeFileSync(join(large, '.hut.scfg'), `tracker x\n${'#'.repeat(70_000)}`);
		assert.equal(await readHutFile([folder, large]), undefined);
	});

	onlyWhere(
		process.platform !== 'win32',
		'Windows has no such files',
		'is ignored if it leads elsewhere or would never end',
		(title) =>
			it(title, async () => {
				const [link, pipe] = [newFolder('hut'), newFolder('hut')];
				symlinkSync('/dev/zero', join(link, '.hut.scfg'));
				execFileSync('mkfifo', [join(pipe, '.hut.scfg')]);
				assert.equal(await readHutFile([link, pipe]), undefined);
			}),
	);
});
