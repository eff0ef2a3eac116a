import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import { setSetting } from '../../../kit/window/editor.ts';

const { findPublished } = await import('../../../../src/platform/editor/find-published.ts');
const { Uri } = await import('vscode');

const uri = Uri.file('/project/src/a.ts');
const document = (text = 'a\nb\n', at = uri) => ({ uri: at, getText: () => text }) as TextDocument;
const origin = { name: 'origin', fetchUrl: 'https://git.forge.test/~ana/a' };
const other = { name: 'other', fetchUrl: 'https://git.forge.test/~bob/a' };

interface Given {
	readonly remotes?: readonly object[];
	readonly upstream?: object;
	/** The text of the file by the branch that has it. */
	readonly texts?: Readonly<Record<string, string>>;
}

/** A folder with a git repository. */
function repository({ remotes = [origin, other], upstream, texts = {} }: Given): void {
	setSetting('git', {
		rootUri: Uri.file('/project'),
		state: { HEAD: { upstream }, remotes },
		getCommit: async (ref: string) => ({ hash: ref.replace('refs/remotes/', 'commit of ') }),
		show: async (hash: string) => {
			const text = texts[hash.replace('commit of ', '')];
			if (text === undefined) throw new Error('no such file');
			return text;
		},
	});
}

const find = (one = document(), isKnown: (remote: string) => boolean = () => true) =>
	findPublished(one, isKnown);
const at = ({ fetchUrl }: typeof origin, branch: string) => ({
	...{ remote: fetchUrl, commit: `commit of ${branch}`, path: 'src/a.ts' },
});
const same = 'a\nb\n';

describe('The place where a text is published', () => {
	it('is the branch that the user follows, before the other remotes', async () => {
		repository({
			upstream: { remote: 'other', name: 'topic' },
			texts: { 'origin/HEAD': same, 'other/topic': same },
		});
		assert.deepEqual(await find(), at(other, 'other/topic'));
	});

	it('is the default branch of another remote if the text differs there', async () => {
		repository({
			upstream: { remote: 'other', name: 'topic' },
			texts: { 'origin/HEAD': same, 'other/topic': 'b\n' },
		});
		assert.deepEqual(await find(), at(origin, 'origin/HEAD'));
	});

	it('is the same for other line ends and a byte order mark', async () => {
		repository({ texts: { 'origin/HEAD': '\uFEFFa\r\nb\r\n' } });
		assert.deepEqual(await find(), at(origin, 'origin/HEAD'));
	});

	const unknown: readonly [what: string, given: Given, find: () => Promise<unknown>][] = [
		['the text differs', { texts: { 'origin/HEAD': 'b\n' } }, () => find()],
		['no branch has the file', {}, () => find()],
		['no forge has the remote', { texts: { 'origin/HEAD': same } }, () => find(document(), () => false)],
		[
			'the text is not a file',
			{ texts: { 'origin/HEAD': same } },
			() => find(document(same, Uri.parse('untitled:a'))),
		],
	];
	for (const [what, given, act] of unknown) {
		it(`is not known if ${what}`, async () => {
			repository(given);
			assert.equal(await act(), undefined);
		});
	}

	it('is not known without git', async () => {
		assert.equal(await find(), undefined);
	});
});
