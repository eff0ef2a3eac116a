import assert from 'node:assert/strict';
import { mayLoadFromWeb, readmeOf } from '../../../../src/repositories/model/readme.ts';
import { repositoryItems } from '../../../../src/repositories/view/repository-items.ts';

describe('The name of a new repository', () => {
	for (const name of ['editor', 'a.b_c-d', '2048']) {
		it(`can be ${name}`, () => assert.match(name, repositoryItems.names.accepted));
	}
	for (const name of ['.', '..', '.git', 'x.git', 'a b', 'a/b', 'é']) {
		it(`cannot be ${name}`, () => assert.doesNotMatch(name, repositoryItems.names.accepted));
	}
});

describe('The README of a repository', () => {
	const found = (...names: readonly string[]) =>
		readmeOf(names.map((name) => ({ name, kind: name.endsWith('/') ? 'directory' : 'file', id: '' })));
	const nameOf = (readme: ReturnType<typeof found>) => readme && [readme.entry.name, readme.isMarkdown];

	it('is the Markdown file, or else a text', () => {
		assert.deepEqual(nameOf(found('README', 'readme.md', 'x.md')), ['readme.md', true]);
		assert.deepEqual(nameOf(found('main.c', 'README.txt')), ['README.txt', false]);
		assert.equal(found('README.md.orig', 'READMEs', 'main.c'), undefined);
	});

	for (const [text, may] of [
		['# Editor\n\nSee https://example.org and `a < b`, and ![the picture](doc/a.png).', true],
		['![](https://tracker.example/a.png)', true],
		['<img\nsrc=//tracker.example/a.png>', true],
		['![a][b]\n\n[b]: http://tracker.example/a.png', true],
		['<style>@import "//tracker.example/a.css"</style>', true],
		['<link rel="stylesheet" href="a.css">', true],
		['![](https:\\/\\/tracker.example/a.png)', true],
		['![](https:&#47;&#47;tracker.example/a.png)', true],
		['<img src="\\\\tracker.example\\a.png">', true],
		['<img src="https:/\n/tracker.example/a.png">', true],
		['![](http:tracker.example/a.png)', true],
		['# Editor\n\nSee https://example.org and `a < b`.', false],
		['![the picture](doc/a.png) <b>x</b>', false],
		['', false],
	] as const) {
		it(`${may ? 'may load' : 'loads nothing'} from the web with ${JSON.stringify(text)}`, () =>
			assert.equal(mayLoadFromWeb('file', text), may));
	}

	it('may load from the web if it is a symbolic link', () =>
		assert.equal(mayLoadFromWeb('symlink', 'docs/readme.md'), true));
});
