import assert from 'node:assert/strict';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import type { Name } from '../../../kit/window/demo-window.ts';
import '../../../kit/window/editor.ts';

const { commitTextLinks } = await import('../../../../src/repositories/commands/commit-text-links.ts');
const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');

const parent = 'a'.repeat(40);
const text = (message: string) =>
	`Commit: x\nParent: ${parent}\nAuthor: Ana <ana@example.org>\n\nBegin\n\n${message}`;

/** Where a commit is, and the accounts that are signed in, in their order. */
interface Place {
	readonly instance: string;
	readonly repository: string;
	readonly names: readonly Name[];
}

describe('The links in the message of a commit', () => {
	const { open, forge } = demoRepositories();

	/** The linked words of a document, and what each opens: a command with its argument, or an address. */
	async function links(
		content: string,
		form: 'message' | 'raw' = 'message',
		{ instance = 'forge.test', repository = 'editor', names = ['ana'] }: Partial<Place> = {},
	) {
		const { repositories, signOut } = await open({ names });
		const uri = fileUri({
			...{ instance, owner: '~ana', repository, path: 'Commit Message', form },
			revision: { kind: 'commit', id: 'b'.repeat(40) },
		});
		const document = {
			uri,
			getText: () => content,
			positionAt: (at: number) => ({ line: 0, character: at }),
		};
		const provide: unknown = commitTextLinks(repositories).provideDocumentLinks;
		if (typeof provide !== 'function') assert.fail();
		const found: { target: object; range: { values?: unknown } }[] = await provide(document);
		signOut('ana');
		return found.map(({ target }) => {
			const words = decodeURIComponent(`${target}`);
			return words.replaceAll(forge().addresses.repositories.replace(/\/$/, ''), 'GIT');
		});
	}
	const key = '{"account":"ana","owner":"~ana","repository":"editor"}';

	it('open tickets, commits, people and addresses in the window', async () => {
		const { addresses } = forge();
		const ticket = `${addresses.trackers}`.replace(/\/$/, '');
		const git = addresses.repositories.replace(/\/$/, '');
		const lines = [
			`Fixes: ${ticket}/~ana/editor/3`,
			'Fixes: ~bob/dotfiles#4',
			'Fixes: #5',
			'Fixes: 0123456789',
			`Link: ${git}/~ana/editor/tree/master/item/README.md`,
			`Link: ${git}/~bob`,
			'Cc: ~bob',
			'Link: https://elsewhere.example/~ana/editor/3',
			'Acked-by: Bob <bob@example.org>',
		];
		const opened = (owner: string, tracker: string, id: number) =>
			`command:tildeforge.openTicket?[{"kind":"ticket","key":{"account":"ana","owner":"${owner}","tracker":"${tracker}","ticket":${id}}}]`;
		assert.deepEqual(await links(text(lines.join('\n'))), [
			`command:tildeforge.openCommit?[{"kind":"commit","key":${key},"commit":"${parent}"}]`,
			'mailto:ana@example.org',
			opened('~ana', 'editor', 3),
			opened('~bob', 'dotfiles', 4),
			opened('~ana', 'editor', 5),
			'command:tildeforge.open?["GIT/~ana/editor/commit/0123456789"]',
			'command:tildeforge.open?["GIT/~ana/editor/tree/master/item/README.md"]',
			'GIT/~bob',
			'mailto:bob@example.org',
		]);
	});

	it('open tickets with the account that sees the commit', async () => {
		const place = { repository: 'notes', names: ['bob', 'ana'] } as const;
		const ticket = `${forge().addresses.trackers}`.replace(/\/$/, '');
		const found = await links(text(`Fixes: ${ticket}/~bob/dotfiles/4`), 'message', place);
		assert.match(found.at(-1) ?? '', /openTicket.*"key":\{"account":"ana","owner":"~bob"/);
	});

	it('are in no other document, and not in that of a signed-out account', async () => {
		assert.deepEqual(await links(text('Fixes: #3'), 'raw'), []);
		assert.deepEqual(await links(text('Fixes: #3'), 'message', { instance: 'elsewhere.test' }), []);
	});
});
