import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { source } from './sources.ts';

describe('Every unit test and every file of test/kit', () => {
	it('takes its helpers from its own area, test/kit or test/tools', () => {
		const areaOf = (path: string) => /^test\/(unit\/[^/]+|kit)\//.exec(path)?.[1];
		const found = globSync('test/{unit/*,kit}/**/*.ts', { cwd: root })
			.map((path) => path.replaceAll('\\', '/'))
			.filter((path) => areaOf(path) !== undefined)
			.flatMap((path) =>
				source(path, readFileSync(join(root, path), 'utf8'))
					.imports.filter(({ target }) => target.startsWith('test/unit/') && areaOf(target) !== areaOf(path))
					.map(({ target }) => `${path} imports ${target}`),
			);
		assert.deepEqual(found, [], 'Move what several areas import to test/kit.');
	});
});
