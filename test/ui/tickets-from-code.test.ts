import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newRepository, userGit } from '../kit/items/clones.ts';
import { tryAgain } from '../tools/until.ts';
import { InputBox, openBox, row } from './editor-driver.ts';
import { commentBox, forgeUser, ticketPage, ticketWindow, waitForPage } from './ticket-driver.ts';

const code = 'int main(void)\n{\n\treturn 1; /* TODO: why? */\n}\n';
const folder = newRepository({ 'main.c': code, 'changed.c': code });
userGit(folder, 'remote', 'add', 'origin', 'git@127.0.0.1:~ana/editor');
userGit(folder, 'update-ref', 'refs/remotes/origin/HEAD', 'HEAD');
// Other people have different content in this file, so its line numbers may differ there.
writeFileSync(join(folder, 'changed.c'), `${code}/* The end. */\n`);

describe('A new ticket about code', () => {
	const { editor } = ticketWindow({ folder });
	const titleField = () => ticketPage(editor()).getByLabel('Title');
	const text = () => commentBox(editor()).inputValue();

	/** Puts the caret in the line with the TODO. */
	async function openFile(name: string): Promise<void> {
		const { page } = editor();
		const inputBox = new InputBox(page);
		// Unlike Ctrl+P, which would go to the next file of the list, this can be tried again.
		await inputBox.openPalette(name);
		// The list shows recently opened files until it has searched for the name, and is redrawn when git has looked at the files.
		await inputBox.box.locator('.monaco-list-row.focused').and(inputBox.option(name)).waitFor();
		await page.keyboard.press('Enter');
		await page.locator('.tab.active', { hasText: name }).waitFor();
		await page.locator('.view-lines').getByText('TODO').click();
	}

	it('starts with the selected lines and a link to them and is created, or with a TODO by its quick fix', async () => {
		const { page, forge } = editor();
		const inputBox = new InputBox(page);
		await openFile('main.c');
		await page.keyboard.press('Home');
		await page.keyboard.press('Shift+End');
		await openBox(editor(), 'Tildeforge: New Ticket from Selection…', 'New Ticket');
		await inputBox.choose('~ana/editor');
		await titleField().fill('Why is it 1?');
		const link = `${forge.addresses.repositories}/~ana/editor/tree/${userGit(folder, 'rev-parse', 'HEAD')}/item/main.c#L3`;
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
		await inputBox.choose('~ana/editor');
		await waitForPage(editor(), 'New ticket');
		assert.equal(await titleField().inputValue(), 'Why?');
		// Another line of the file has changed.
		assert.match(await text(), /^\[`changed\.c:3`\]\(\S+\/item\/changed\.c#L3\)\n\n```c\n\treturn 1;/);
	});
});
