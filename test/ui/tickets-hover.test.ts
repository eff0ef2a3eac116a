import assert from 'node:assert/strict';
import { forgeUser, hoverOf, ticketRow, ticketWindow } from './ticket-driver.ts';

const description = [
	'# Steps',
	'- [x] *open* it\n- [ ] `close` it',
	'```c\nint a; // <img src=x>\n```',
	'> **[see](https://trap.invalid)** ![a picture](https://trap.invalid/x.png) https://trap.invalid $(bug)',
].join('\n\n');

describe('The hover of a ticket’s row', () => {
	const { editor } = ticketWindow();

	it('shows the first lines formatted, and labels in readable colours', async () => {
		const { forge } = editor();
		const bob = forgeUser(forge, '~bob');
		const { id } = await bob.create({ title: 'Hover me', description });
		await forgeUser(forge, '~ana').update(id, { labels: ['bug'] });
		await editor().command('Tildeforge: Refresh');
		const shown = ticketRow(editor(), id, '.*labels bug');
		await shown.waitFor();
		const hover = await hoverOf(editor(), shown, 'Steps');
		for (const part of ['hr', 'li em', 'li code', 'blockquote strong', '.monaco-tokenized-source']) {
			await hover.locator(part).first().waitFor();
		}
		assert.equal(await hover.locator('li input[type=checkbox]').count(), 2);
		await hover.getByText('see a picture https://trap.invalid $(bug)').waitFor();
		assert.equal(await hover.locator('a, img, .codicon-bug').count(), 0);
		// The editor removes unknown styles from each letter.
		const label = hover.locator('span[style]', { hasText: 'bug' }).first();
		const style = await label.getAttribute('style');
		assert.equal(style, 'color:#ffffff;background-color:#b91c1c;border-radius:3px;');
	});
});
