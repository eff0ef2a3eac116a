import assert from 'node:assert/strict';
import { linesLink } from '../../../../src/platform/model/lines-link.ts';

const places = [
	{ repositories: 'https://git.forge.test/' },
	{},
	{ repositories: 'http://127.0.0.1:8080' },
	{ repositories: 'https://code.example.org/forge' },
];
const file = { commit: 'abc', path: 'src/main.c', lines: { from: 3, to: 3 } };
const linkOf = (remote: string) => linesLink(places, { ...file, remote });

describe('A link to lines of code', () => {
	for (const remote of [
		'https://git.forge.test/~ana/editor',
		'https://git.forge.test/~ana/editor.git',
		'https://bob@git.forge.test/~ana/editor/',
		'git@git.forge.test:~ana/editor',
		'git.forge.test:/~ana/editor',
		'ssh://git@git.forge.test:2222/~ana/editor',
	]) {
		it(`leads to the forge for the remote ${remote}`, () => {
			assert.equal(linkOf(remote), 'https://git.forge.test/~ana/editor/tree/abc/item/src/main.c#L3');
		});
	}

	for (const remote of [
		'',
		'/srv/git/editor',
		'../editor',
		'https://git.forge.test/ana/editor',
		'https://git.forge.test/~ana/editor/more',
		'https://git.forge.test:444/~ana/editor',
		'https://git.forge.test.example/~ana/editor',
		'http://127.0.0.1:8081/~ana/editor',
		'git@elsewhere.test:~ana/editor',
		'C:\\code\\~ana\\editor',
		'~ana/editor',
	]) {
		it(`does not exist for ${remote || 'an empty remote'}`, () => assert.equal(linkOf(remote), undefined));
	}

	it('keeps the port and the path of the forge and names the whole range', () => {
		const at = (remote: string) => linesLink(places, { ...file, remote, lines: { from: 3, to: 12 } });
		assert.equal(
			at('http://127.0.0.1:8080/~ana/editor'),
			'http://127.0.0.1:8080/~ana/editor/tree/abc/item/src/main.c#L3-12',
		);
		assert.equal(
			at('git@code.example.org:~ana/editor'),
			'https://code.example.org/forge/~ana/editor/tree/abc/item/src/main.c#L3-12',
		);
	});

	it('is valid Markdown for any file name', () => {
		const link = linesLink(places, { ...file, remote: 'git.forge.test:~ana/editor', path: 'a b/(ä)#?`*.c' });
		assert.equal(
			link,
			'https://git.forge.test/~ana/editor/tree/abc/item/a%20b/%28%C3%A4%29%23%3F%60%2a.c#L3',
		);
	});
});
