import assert from 'node:assert/strict';
import { parseModules, resolveModuleUrl, webPageOf } from '../../../../src/repositories/model/git-modules.ts';

describe('The file .gitmodules', () => {
	for (const [what, text, expected] of [
		[
			'several submodules',
			'[submodule "a"]\n\tpath = lib/a\n\turl = ../a\n[submodule "b"]\n\turl = https://x.test/b\n\tpath = b\n',
			[
				['lib/a', '../a'],
				['b', 'https://x.test/b'],
			],
		],
		[
			'other sections and settings',
			'[core]\npath=x\nurl=y\n[submodule "a"]\nbranch = .\npath=a\nurl=u',
			[['a', 'u']],
		],
		[
			'capitals, comments and spaces',
			'  [SubModule "A"] # one\n PATH = a b  ; two\n Url=u#x\n',
			[['a b', 'u']],
		],
		['quotes and escapes', '[submodule "a\\"]b"]\npath = "a # b"\nurl = x\\\\y\\"z\n', [['a # b', 'x\\y"z']]],
		['a long line in two', '[submodule "a"]\r\npath = a\\\r\nb\r\nurl = u\r\n', [['ab', 'u']]],
		['a setting on the line of its section', '[submodule "a"] path = a\nurl = u', [['a', 'u']]],
		[
			'the last of several settings',
			'[submodule "a"]\npath=a\nurl=u\nurl=v\n[submodule "a"]\nurl=w',
			[['a', 'w']],
		],
		['only submodules with both', '[submodule "a"]\npath = a\n[submodule "b"]\nurl = u\n[submodule]\n', []],
		['nothing in other texts', '<html>\n[[submodule\n=\n', []],
	] as const) {
		it(`is read with ${what}`, () => {
			assert.deepEqual([...parseModules(text)], expected);
		});
	}

	it('of a hostile forge is read in no time', () => {
		const long = 200_000;
		for (const part of ['\\', '"', '[submodule "', ' ', '\\\n', 'a = \\"'])
			assert.deepEqual([...parseModules(`[submodule "a"]\n${part.repeat(long)}`)], []);
	}).timeout(20_000);
});

describe('The URL of a submodule', () => {
	const base = 'https://git.test:8080/at/~ana/editor';

	for (const [url, expected] of [
		['https://elsewhere.test/x.git', 'https://elsewhere.test/x.git'],
		['git@elsewhere.test:x', 'git@elsewhere.test:x'],
		['../words', 'https://git.test:8080/at/~ana/words'],
		['../../~bob/words.git', 'https://git.test:8080/at/~bob/words.git'],
		['./words', 'https://git.test:8080/at/~ana/editor/words'],
		['.././words', 'https://git.test:8080/at/~ana/words'],
		['../../../../../words', undefined],
	] as const) {
		it(`is relative to that of the repository: ${url}`, () => {
			assert.equal(resolveModuleUrl(url, base), expected);
		});
	}

	for (const [url, expected] of [
		['https://x.test/a/b.git', 'https://x.test/a/b'],
		['git@x.test:a/b.git', 'https://x.test/a/b'],
		['ssh://git@x.test:2222/a/b', 'https://x.test/a/b'],
		['git://x.test/a/b.git/', 'https://x.test/a/b'],
		['https://user:secret@x.test/a', undefined],
		['file:///etc/passwd', undefined],
		['/srv/git/a', undefined],
		['ext::sh -c touch% /tmp/x', undefined],
		['javascript:alert(1)', undefined],
	] as const) {
		it(`has a web page if that is clear: ${url}`, () => {
			assert.equal(webPageOf(url), expected);
		});
	}
});
