import assert from 'node:assert/strict';
import { commitLinks } from '../../../../../src/repositories/model/commits/commit-links.ts';
import { commitText } from '../../../../../src/repositories/model/commits/commit-text.ts';
import { aCommit } from '../../a-commit.ts';

const id = '0123456789abcdef0123456789abcdef01234567';
const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];
const ana = { name: 'Ana', email: 'ana@example.org' };
const commit = aCommit(id, {
	...{ author: ana, committer: ana, timestamp: '2026-01-31T22:00:00Z', parents: [one] },
	message: 'undo: store less\n\nLonger.\n',
});
const forge = {
	trackers: 'https://todo.example.org',
	repositories: 'https://git.example.org',
	lists: 'https://lists.example.org',
};
const other = { trackers: 'https://bugs.example.net' };

/** The linked words, and what they open. */
function linked(message: string, more: Partial<typeof commit> = {}) {
	const text = commitText({ ...commit, ...more, message }, { kind: 'none' });
	const instances = [forge, other];
	return commitLinks(text, instances, { owner: '~ana', tracker: 'editor' }).map(({ start, end, opens }) => {
		const word = text.slice(start, end);
		if (opens.kind === 'mail') return [word, opens.address];
		if (opens.kind === 'commit') return [word, `commit ${opens.id}`];
		const { target, instance } = opens;
		const where = instance === undefined ? '' : ` on ${instances[instance]?.trackers}`;
		return [word, `${Object.values(target).join(' ')}${where}`];
	});
}

const withoutAddress = { name: 'A', email: '' };

/** The same without the links to the parent and to the author. */
const inMessage = (message: string) =>
	linked(message, { parents: [], author: withoutAddress, committer: withoutAddress });

describe('The text of a commit', () => {
	it('has what is known about it, an empty line, and the message', () => {
		const text = commitText(commit, { kind: 'good', signer: 'Ana', isCertified: true });
		assert.match(
			text,
			/^Commit: {4}0123456789abcdef0123456789abcdef01234567\nParent: {4}a{40}\nAuthor: {4}Ana <ana@example\.org>\nDate: {6}.*2026.*\nSignature: Good signature from Ana\n\nundo: store less\n\nLonger\.\n$/,
		);
	});

	it('names all parents, and the committer if that is someone else', () => {
		const merge = { ...commit, parents: [one, two], committer: { name: 'Bob', email: 'bob@example.org' } };
		const text = commitText(merge, { kind: 'none' });
		assert.match(text, new RegExp(`Parent: +${one}\nParent: +${two}\n`));
		assert.match(text, /Committer: +Bob <bob@example\.org>\n/);
		assert.doesNotMatch(text, /Signature/);
	});

	it('has no NUL, because VS Code would show none of it', () => {
		const text = commitText({ ...commit, message: 'a\0b' }, { kind: 'none' });
		assert.ok(text.endsWith('\n\na‹U+0000›b\n'), text);
	});

	it('has no line that a name has made up', () => {
		const author = { name: 'Ana\nSignature: Good signature from Bob\u202e', email: '' };
		const text = commitText({ ...commit, author }, { kind: 'none' });
		assert.doesNotMatch(text, /^Signature|\u202e/m);
		assert.doesNotMatch(commitText(commit, { kind: 'bad', signer: 'x\n\ny' }), /x\n/);
	});
});

describe('The links in the text of a commit', () => {
	it('lead to the parents and to the people', () => {
		assert.deepEqual(linked('Begin', { parents: [one, two], committer: { name: 'B', email: 'b+c@x.org' } }), [
			[one, `commit ${one}`],
			[two, `commit ${two}`],
			['ana@example.org', 'mailto:ana@example.org'],
			['b+c@x.org', 'mailto:b%2Bc@x.org'],
		]);
		const author = { name: 'A <b@c.org', email: '' };
		assert.deepEqual(linked('Begin', { parents: [], author, committer: author }), []);
	});

	const cases: readonly (readonly [message: string, links: readonly (readonly string[])[]])[] = [
		['Begin\n\nFixes: #12', [['#12', 'ticket ~ana editor 12']]],
		[`See https://git.example.net/x/commit/${one} and ?id=${two}`, []],
		[`Message-Id: <${one}@mail.test>`, []],
		[`(${one}), "${two}"`, [one, two].map((id) => [id, `commit ${id}`])],
		[
			'Begin, see ~bob/todo#3 and tools#4',
			[
				['~bob/todo#3', 'ticket ~bob todo 3'],
				['tools#4', 'ticket ~ana tools 4'],
			],
		],
		[
			'Begin\n\nCloses: https://bugs.example.net/~eve/x/7',
			[['https://bugs.example.net/~eve/x/7', 'ticket ~eve x 7 on https://bugs.example.net']],
		],
		[
			'Begin\n\nLink: https://git.example.org/~ana/editor/commit/abcdef0',
			[
				[
					'https://git.example.org/~ana/editor/commit/abcdef0',
					'commit ~ana editor abcdef0 on https://todo.example.org',
				],
			],
		],
		[
			'Begin\n\nReviewed-by: Bob <bob@example.org>\nCc: <x@y.org>',
			[
				['bob@example.org', 'mailto:bob@example.org'],
				['x@y.org', 'mailto:x@y.org'],
			],
		],
		['Begin\n\nFixes: 0123456789ab ("Begin")', [['0123456789ab', 'commit 0123456789ab']]],
		['Begin\n\nFixes: commit 0123456', [['0123456', 'commit 0123456']]],
		[`Revert "Begin"\n\nThis reverts commit ${one}.`, [[one, `commit ${one}`]]],
		['See commit abcdef01 for more', [['abcdef01', 'commit abcdef01']]],
		['Thank ~bob', [['~bob', 'user ~bob']]],
		// In other lines, addresses of mail and short hexadecimal words are text.
		['Begin\n\nWrite to <bob@example.org> or deadbeef', []],
		['Begin\n\nFixes: deadbeefs', []],
		['deadbeef: begin', []],
		['See https://elsewhere.example/~ana/editor/3 and a#b', []],
	];
	for (const [message, links] of cases)
		it(`are those of ${JSON.stringify(message)}`, () => assert.deepEqual(inMessage(message), links));

	it('do not overlap, and are found in CRLF messages', () => {
		assert.deepEqual(inMessage(`Begin\r\n\r\nFixes: ${one}\r\nFixes: #2\r\n`), [
			[one, `commit ${one}`],
			['#2', 'ticket ~ana editor 2'],
		]);
	});

	it('are found in linear time, and are not too many', () => {
		for (const burden of ['a', 'a: ', 'a:', 'ab@', '<a@', '<', ' ', '#1 ', '\n', 'commit ', `${one} `]) {
			const message = `Begin\n\nFixes: ${burden.repeat(200_000 / burden.length)}\n`;
			assert.ok(linked(message, { author: { name: burden.repeat(100_000), email: '' } }).length <= 2000);
		}
	});
});
