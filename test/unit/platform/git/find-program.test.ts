import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram } from '../../../../src/platform/git/find-program.ts';
import { newFolder } from '../../../kit/items/clones.ts';

const name = process.platform === 'win32' ? 'git.exe' : 'git';

function newProgram(): string {
	const file = join(newFolder('program'), name);
	writeFileSync(file, '', { mode: 0o755 });
	return file;
}

describe('The git of the user', () => {
	const [one, other, onPath] = [newProgram(), newProgram(), newProgram()];
	const none = newFolder('none');
	const path = [none, join(onPath, '..')].join(delimiter);

	const cases: Readonly<Record<string, readonly [setting: unknown, program: string]>> = {
		'on the PATH if the setting is empty': [null, onPath],
		'in the setting': [one, one],
		'the first in the setting that exists': [[join(none, name), other, one], other],
		'on the PATH if the setting names none that exists': [join(none, name), onPath],
		'never at a relative path': [['git', `.${name}`, ''], onPath],
		'never a folder': [none, onPath],
		'on the PATH if the setting is not text': [[7, {}], onPath],
	};
	for (const [what, [setting, program]] of Object.entries(cases)) {
		it(`is ${what}`, async () => assert.equal(await findProgram(setting, { path }), program));
	}

	it('is missing if there is none', async () => {
		assert.equal(await findProgram(undefined, { path: none }), undefined);
		mkdirSync(join(none, name));
		assert.equal(await findProgram(undefined, { path: ['', '.', none].join(delimiter) }), undefined);
	});
});
