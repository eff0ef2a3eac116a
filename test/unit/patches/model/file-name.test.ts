import assert from 'node:assert/strict';
import { fileName } from '../../../../src/patches/model/file-name.ts';

describe('The name of a file', () => {
	for (const [title, name] of [
		['Wrap long lines v3', 'Wrap-long-lines-v3'],
		['../../etc/passwd', 'etc-passwd'],
		['a: "b" <c>|d?*\\e', 'a-b-c-d-e'],
		['Größe von 大きさ', 'Größe-von-大きさ'],
		['.. - ..', 'patches'],
		['x'.repeat(200), 'x'.repeat(60)],
		[`${'.'.repeat(500_000)}x`, 'patches'],
		['a\u202eb\0c', 'a-b-c'],
	] as const)
		it(`is ${JSON.stringify(name)} for ${JSON.stringify(title)}`, () =>
			assert.equal(fileName(title, 'patches'), name));
});
