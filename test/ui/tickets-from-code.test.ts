import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { tryAgain } from '../tools/until.ts';
import { Dialogue, openBox, row } from './editor-driver.ts';
import { commentBox, forgeUser, ticketPage, ticketWindow, waitForPage } from './ticket-driver.ts';

const folder = temporaryFolder('workspace');
const code = 'int main(void)\n{\n\treturn 1; /* TODO: why? */\n}\n';
for (const file of ['main.c', 'changed.c']) writeFileSync(join(folder, file), code);
const git = (...args: readonly string[]) =>
	execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@forge.test', ...args], {
		encoding: 'utf8',
	}).trim();
git('init', '-q', '-b', 'topic');
git('add', '.');
git('commit', '-q', '-m', 'Return');
git('remote', 'add', 'origin', 'git@127.0.0.1:~ana/editor');
git('update-ref', 'refs/remotes/origin/HEAD', 'HEAD');
// Other people have different content in this file, so its line numbers may differ there.
writeFileSync(join(folder, 'changed.c'), `${code}/* The end. */\n`);

describe('A new ticket about code', () => {
	const { editor } = ticketWindow({ folder });
	const titleField = () => ticketPage(editor()).getByLabel('Title');
	const text = () => commentBox(editor()).inputValue();

	/** Puts the caret in the line with the TODO. */
	async function openFile(name: string): Promise<void> {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await tryAgain(
			// Unlike Ctrl+P, which would go to the next file of the list, F1 can be pressed again.
			() => page.keyboard.press('F1'),
			() => dialogue.field.fill(name, { timeout: 1000 }),
			20,
		);
		// The list shows recently opened files until it has searched for the name, and is redrawn when git has looked at the files.
		await dialogue.box.locator('.monaco-list-row.focused').and(dialogue.option(name)).waitFor();
		await page.keyboard.press('Enter');
		await page.locator('.tab.active', { hasText: name }).waitFor();
		await page.locator('.view-lines').getByText('TODO').click();
	}

	it('starts with the selected lines and a link to them and is created, or with a TODO by its quick fix', async () => {
		const { page, forge } = editor();
		const dialogue = new Dialogue(page);
		await openFile('main.c');
		await page.keyboard.press('Home');
		await page.keyboard.press('Shift+End');
		await openBox(editor(), 'Tildeforge: New Ticket from Selection…', 'New Ticket');
		await dialogue.choose('~ana/editor');
		await titleField().fill('Why is it 1?');
		const link = `${forge.addresses.repositories}/~ana/editor/tree/${git('rev-parse', 'HEAD')}/item/main.c#L3`;
		assert.equal(await text(), `[\`main.c:3\`](${link})\n\n\`\`\`c\nreturn 1; /* TODO: why? */\n\`\`\`\n\n`);
		await ticketPage(editor()).getByRole('button', { name: 'Create ticket', exact: true }).click();
		await waitForPage(editor(), 'Why is it 1?');
		assert.equal((await forgeUser(forge, '~ana').ticket(61)).title, 'Why is it 1?');
		await row(editor(), 'Tickets', 'Ticket 61, Why is it 1?').first().waitFor();

		await openFile('changed.c');
		await page.locator('.view-lines').getByText('The end.').waitFor();
		const action = page.locator('.action-widget').getByText('New Ticket from TODO…');
		// The menu closes when the editor is redrawn, for example because git has looked at the file.
		await tryAgain(
			() => page.keyboard.press('ControlOrMeta+.'),
			() => action.waitFor({ timeout: 3000 }),
		);
		await page.keyboard.press('Enter');
		await dialogue.choose('~ana/editor');
		await waitForPage(editor(), 'New ticket');
		assert.equal(await titleField().inputValue(), 'Why?');
		assert.match(await text(), /^`changed\.c:3`\n\n```c\n\treturn 1;/);
	});
});
