import assert from 'node:assert/strict';
import { cloneAddresses } from '../../../../src/repositories/model/clone-addresses.ts';
import { readmeOf } from '../../../../src/repositories/model/readme.ts';
import { readRepositoryName } from '../../../../src/repositories/model/repository-input.ts';
import { repositoryNameProblem } from '../../../../src/repositories/model/repository-name.ts';

describe('The addresses to clone a repository from', () => {
	it('are those of the web and of SSH', () => {
		assert.deepEqual(cloneAddresses('https://git.forge.test/', { owner: '~ana', repository: 'editor' }), {
			https: 'https://git.forge.test/~ana/editor',
			ssh: 'git@git.forge.test:~ana/editor',
		});
	});
});

describe('A repository that the user names', () => {
	for (const [input, owner, name] of [
		['~bob', '~bob', undefined],
		['bob', '~bob', undefined],
		['bob/dotfiles', '~bob', 'dotfiles'],
		[' ~bob/dotfiles ', '~bob', 'dotfiles'],
		['~bob/dotfiles.git', '~bob', 'dotfiles'],
		['https://git.forge.test/~bob', '~bob', undefined],
		['https://git.forge.test/~bob/dotfiles/tree/main/item/vimrc#L3', '~bob', 'dotfiles'],
		['https://git.forge.test/~bob/dotfiles.git', '~bob', 'dotfiles'],
		['git@git.forge.test:~bob/dotfiles', '~bob', 'dotfiles'],
		['ssh://git@git.forge.test/~bob/dotfiles.git', '~bob', 'dotfiles'],
	] as const) {
		it(`is read from ${input.trim()}`, () =>
			assert.deepEqual(readRepositoryName(input, 'https://git.forge.test'), { owner, name }));
	}
	for (const input of [
		'two words',
		'~bob/a/b',
		'https://other.test/~bob/dotfiles',
		'git@other.test:~bob/x',
	]) {
		it(`is not read from ${input}`, () =>
			assert.equal(readRepositoryName(input, 'https://git.forge.test'), undefined));
	}
});

describe('The name of a new repository', () => {
	for (const name of ['editor', 'a.b_c-d', '2048']) {
		it(`can be ${name}`, () => assert.equal(repositoryNameProblem(name), undefined));
	}
	for (const name of ['.', '..', '.git', 'x.git', 'a b', 'a/b', 'é']) {
		it(`cannot be ${name}`, () => assert.ok(repositoryNameProblem(name)));
	}
});

describe('The README of a repository', () => {
	const found = (...names: readonly string[]) =>
		readmeOf(names.map((name) => ({ name, kind: name.endsWith('/') ? 'directory' : 'file', id: '' })));

	it('is the Markdown file, or else a text', () => {
		assert.deepEqual(found('README', 'readme.md', 'x.md'), { name: 'readme.md', isMarkdown: true });
		assert.deepEqual(found('main.c', 'README.txt'), { name: 'README.txt', isMarkdown: false });
		assert.equal(found('README.md.orig', 'READMEs', 'main.c'), undefined);
	});
});
