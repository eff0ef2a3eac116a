import assert from 'node:assert/strict';
import { addReferences } from '../../../kit/forge/demo-repositories.ts';
import { answerWith, choose, made, takeCalls } from '../../../kit/window/editor.ts';
import { chooseInBox } from '../../../kit/window/item-box.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';

describe('A branch and a tag of the same name', () => {
	const { open, forge } = repositoryCommands();

	/** A window on a repository that has a branch with the name of a tag. */
	async function openBoth() {
		const window = await open('ana');
		addReferences(window.account('ana').client, ({ name, target }) =>
			name === 'refs/heads/master' ? [{ name: 'refs/heads/2.4.0', target }] : [],
		);
		const about = (name: string) => row('ana', 'editor', { kind: 'reference', name });
		// As by the view, the repository is held while its references have rows.
		await window.cacheOf('ana', 'editor').load();
		made.boxes.length = 0;
		return { ...window, branch: about('refs/heads/2.4.0'), tag: about('refs/tags/2.4.0') };
	}

	it('have different pages', async () => {
		const { commands, branch, tag } = await openBoth();
		const finding = 'progress: Finding the page';
		const tree = `${forge().addresses.repositories}/~ana/editor/tree`;
		await commands.openOnWeb([branch]);
		assert.deepEqual(takeCalls(), [finding, `browser: ${tree}/heads/2.4.0`]);
		await commands.openOnWeb([tag]);
		assert.deepEqual(takeCalls(), [finding, `browser: ${tree}/tags/2.4.0`]);
		for (const name of ['heads/master', 'tags/2.4.0'])
			assert.equal((await fetch(`${tree}/${name}`)).status, 200);
	});

	it('are named differently when they are compared', async () => {
		const { commands, branch } = await openBoth();
		answerWith(choose('$(tag) tags/2.4.0'));
		await chooseInBox(commands.compare([branch]), 'All differences');
		const calls = takeCalls();
		const box = calls.find((call) => call.startsWith('pick: ')) ?? '';
		const changes = calls.at(-1) ?? '';
		assert.match(box, /Branch or tag to compare heads\/2\.4\.0 with: .*\$\(git-branch\) master/);
		assert.match(changes, /^command: vscode\.changes: tags\/2\.4\.0 ↔ heads\/2\.4\.0: \[\[/);
	});

	it('are folders with different names', async () => {
		const { commands, branch, tag } = await openBoth();
		await commands.openAsFolder([branch]);
		await commands.openAsFolder([tag]);
		const root = 'tildeforge://forge.test/~ana/editor';
		assert.deepEqual(takeCalls(), [
			`folders: 0: 0: ~ana/editor (heads/2.4.0) ${root} (2.4.0)`,
			`folders: 0: 0: ~ana/editor (tags/2.4.0) ${root} (refs~tags~2.4.0)`,
		]);
	});
});
