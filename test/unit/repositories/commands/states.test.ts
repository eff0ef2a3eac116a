import assert from 'node:assert/strict';
import { answerWith, choose, made, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { until } from '../../../tools/until.ts';

/** The commands that open a box of their own, which says what is wrong. */
const inBox = ['goToFile', 'find'] as const;
/** The commands that fail with a message. */
const failing = ['openAsFolder', 'showReadme', 'copyPermalink', 'compare'] as const;

describe('Each command on a repository', () => {
	const { open } = repositoryCommands();
	const gone = { kind: 'reference', name: 'refs/heads/gone' };

	/** What the box of a command says when it has nothing more to do. */
	async function saidInBox(running: Promise<void>): Promise<string> {
		await until(() => made.boxes.at(-1)?.busy === false && made.boxes.at(-1)?.isShown === true);
		const box = made.boxes.at(-1) ?? assert.fail();
		const said = box.items
			.flatMap(({ label, description, detail }) => [label, description, detail])
			.join('\n');
		box.hide();
		await running;
		return said;
	}

	it('says that a repository is empty', async () => {
		const { commands, make } = await open('ana');
		await make('hollow');
		const empty = row('ana', 'hollow');
		const messages = {
			openAsFolder: '~ana/hollow has no files yet. Push to it to add some.',
			showReadme: '~ana/hollow has no files yet. Push to it to add some.',
			copyPermalink: '~ana/hollow has no commit to link to.',
			compare: '~ana/hollow has fewer than two branches and tags to compare.',
		};
		for (const name of failing)
			assert.equal(await commands[name]([empty]).catch(({ message }) => message), messages[name]);
		for (const name of inBox)
			assert.match(await saidInBox(commands[name]([empty])), /~ana\/hollow has no files yet\. Push/, name);
	});

	it('says that a branch is gone', async () => {
		const { commands } = await open('ana');
		const target = row('ana', 'editor', gone);
		answerWith(choose('master'));
		for (const name of failing)
			await assert.rejects(commands[name]([target]), { kind: 'missing', message: /gone|no commit/ }, name);
		for (const name of inBox)
			assert.match(await saidInBox(commands[name]([target])), /~ana\/editor has no files at gone\./, name);
	});

	it('says that the forge cannot be reached', async () => {
		for (const name of failing) {
			const { commands, cut } = await open('ana');
			cut(true);
			await assert.rejects(commands[name]([row('ana', 'editor')]), { kind: 'offline' }, name);
		}
		for (const name of inBox) {
			const { commands, cut } = await open('ana');
			cut(true);
			assert.match(await saidInBox(commands[name]([row('ana', 'editor')])), /connect|reach/i, name);
		}
	});

	it('says that the account is signed out', async () => {
		const { commands, signOut } = await open('ana');
		signOut('ana');
		const message = 'The account for this repository is signed out. Sign in and try again.';
		for (const name of [
			...failing,
			...inBox,
			'clone',
			'copyCloneAddress',
			'copyPushCommands',
			'openOnWeb',
			'loadMoreCommits',
		] as const)
			await assert.rejects(commands[name]([row('ana', 'editor')]), { kind: 'signed-out', message }, name);
		const commit = row('ana', 'editor', { kind: 'commit', commit: '1'.repeat(40) });
		await assert.rejects(commands.openCommit([commit]), { kind: 'signed-out', message });
		takeCalls();
	});
});
