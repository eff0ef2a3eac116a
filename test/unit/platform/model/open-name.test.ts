import assert from 'node:assert/strict';
import {
	isOpenName,
	namesItem,
	readItemName,
	readOpenName,
} from '../../../../src/platform/model/open-name.ts';

const forge = {
	name: 'forge.test',
	trackers: 'https://todo.forge.test',
	lists: 'https://lists.forge.test/',
	repositories: 'https://git.forge.test',
};
const commit = '0123456789abcdef0123456789abcdef01234567';
const readable = (text: string) =>
	readOpenName(text, [forge]).map(({ instance, target }) => {
		const { kind, ...rest } = target;
		return [instance, kind, ...Object.values(rest)].filter((one) => one !== undefined).join(' ');
	});

describe('What the user names to open it', () => {
	const cases: Readonly<Record<string, readonly string[]>> = {
		'https://todo.forge.test/~ana/editor/7#event-3': ['forge.test ticket ~ana editor 7 3'],
		'https://lists.forge.test/~ana/devel/patches/12': ['forge.test patchset ~ana devel 12'],
		'https://lists.forge.test/~ana/devel/1@example.org': ['forge.test mail ~ana devel 1@example.org'],
		'https://git.forge.test/~ana/editor.git/?x': ['forge.test repository ~ana editor'],
		'https://git.forge.test/~ana/editor/tree/main/item/x.git': ['forge.test tree ~ana editor main x.git'],
		'git@git.forge.test:~ana/editor': ['forge.test repository ~ana editor'],
		'https://todo.forge.test/~ana': ['forge.test user ~ana'],
		'https://elsewhere.test/~ana/editor/7': [],
		'~ana/editor#7': ['ticket ~ana editor 7', 'patchset ~ana editor 7'],
		' ~ana/devel 12 ': ['patchset ~ana devel 12'],
		'~ana/devel/patches/12': ['patchset ~ana devel 12'],
		'#12': ['number 12'],
		'12': ['number 12'],
		'editor#12': ['number 12 editor'],
		'1234567': ['number 1234567', 'hash 1234567'],
		[commit.toUpperCase()]: [`hash ${commit}`],
		'<1@example.org>': ['message <1@example.org>'],
		'Message-ID: <1@example.org>': ['message <1@example.org>'],
		'mid:1/2@example.org': ['message 1/2@example.org'],
		'<no-at-sign>': ['message <no-at-sign>'],
		'1@example.org': ['message 1@example.org'],
		'from:kim@example.org': [],
		'~ana': ['user ~ana'],
		'~ana/': ['user ~ana'],
		'~ana/editor': ['user ~ana'],
		'~ana/devel@lists.forge.test': ['user ~ana'],
		'~ana/a/b': [],
		'': [],
		'0': [],
		'#0': [],
		'12345678901x': [],
		abcdef: [],
		'two words@example.org': [],
		'see #7': [],
		'~ana/editor#7 ~ana/editor#8': [],
	};
	for (const [text, expected] of Object.entries(cases))
		it(`is read from "${text}"`, () => assert.deepEqual(readable(text), expected));

	it('is an address in a box that searches, unless it can be meant as words', () => {
		const addresses = [
			'https://git.forge.test/~ana',
			'#12',
			'~ana/editor#7',
			'<1@example.org>',
			'mid:1@example.org',
			commit,
		];
		const words = ['~ana', '~ana/editor', 'defaced', 'crash', 'kim@example.org', 'submitter:kim@example.org'];
		for (const text of addresses) assert.equal(isOpenName(text, [forge]), true, text);
		for (const text of words) assert.equal(isOpenName(text, [forge]), false, text);
	});

	it('may be one of several items', () => {
		const items = ['~ana', 'https://todo.forge.test/~ana/editor', 'https://lists.forge.test/~ana/devel'];
		for (const text of items) assert.equal(namesItem(readOpenName(text, [forge])), true, text);
		for (const text of ['#12', 'https://git.forge.test/~ana/editor'])
			assert.equal(namesItem(readOpenName(text, [forge])), false, text);
	});
});

describe('An item that the user names', () => {
	for (const [service, input, owner, name] of [
		['trackers', 'bob', '~bob', undefined],
		['trackers', ' ~bob/tools/ ', '~bob', 'tools'],
		['trackers', 'https://todo.forge.test/~bob', '~bob', undefined],
		['trackers', 'https://todo.forge.test/~bob/tools?search=x#y', '~bob', 'tools'],
		['trackers', 'https://todo.forge.test/~bob/tools/3', '~bob', 'tools'],
		['lists', 'bob/birds', '~bob', 'birds'],
		['lists', '~bob/birds@lists.forge.test', '~bob', 'birds'],
		['lists', 'https://lists.forge.test/~bob/birds/patches/3?x#y', '~bob', 'birds'],
		['lists', 'https://lists.forge.test/~bob/birds/%3Ca@b%3E', '~bob', 'birds'],
		['repositories', '~bob/dotfiles.git', '~bob', 'dotfiles'],
		['repositories', 'https://git.forge.test/~bob/dotfiles/tree/main/item/vimrc#L3', '~bob', 'dotfiles'],
		['repositories', 'https://git.forge.test/~bob/dotfiles.git#readme', '~bob', 'dotfiles'],
		['repositories', 'git@git.forge.test:~bob/dotfiles', '~bob', 'dotfiles'],
		['repositories', 'ssh://git@git.forge.test/~bob/dotfiles.git', '~bob', 'dotfiles'],
	] as const)
		it(`is read from ${input.trim()}`, () =>
			assert.deepEqual(readItemName(service, input, forge[service]), { owner, name }));

	for (const [service, input] of [
		['trackers', '~bob/tools#3'],
		['trackers', 'my tools'],
		['trackers', ''],
		['trackers', 'https://elsewhere.test/~bob/tools'],
		['lists', 'bob@example.org'],
		['lists', '~a/b/c'],
		['repositories', 'git@other.test:~bob/x'],
		['repositories', 'https://lists.forge.test/~bob/birds'],
	] as const)
		it(`is not read from ${JSON.stringify(input)}`, () =>
			assert.equal(readItemName(service, input, forge[service]), undefined));

	it('is not read from an address if the forge lacks the service', () =>
		assert.equal(readItemName('trackers', 'https://todo.forge.test/~bob/tools', undefined), undefined));
});
