import assert from 'node:assert/strict';
import {
	forgeUser,
	hoverUntilShown,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
} from './ticket-driver.ts';

/** The first lines of a hover in every form that it has. */
const description = [
	'# Steps',
	'- [x] *open* it\n- [ ] `close` it',
	'```c\nint a; // <img src=x>\n```',
	'> **[see](https://trap.invalid)** ![a picture](https://trap.invalid/x.png) https://trap.invalid $(bug)',
].join('\n\n');

/** A host that does not exist. Everything in the page that could be loaded or sent names it. */
const trap = 'trap.invalid';
const hostile = [
	`<img src=https://${trap}/1 onerror="top.trapped=1">`,
	`<script>top.trapped=1</script><svg/onload=top.trapped=1>`,
	`![x](https://${trap}/2.png) [run](command:workbench.action.closeWindow) [js](javascript:top.trapped=1)`,
	`[data](data:text/html,<script>top.trapped=1</script>) [v](vscode://file/etc/passwd) [f](file:///etc/passwd)`,
	`<iframe src=https://${trap}/3></iframe><style>@import "https://${trap}/4"</style><base href=https://${trap}/>`,
	`\u202Eevil\u202C \u2066\u200B $(x) $(bug) \`\`\`c\n</code><img src=x onerror=top.trapped=1>\n\`\`\``,
	`[${'x'.repeat(200)}](https://${trap}/5) ![](//${trap}/6) <a href="command:tildeforge.deleteTracker">a</a>`,
].join('\n\n');

describe('What other users write', () => {
	const { editor, proxy } = ticketWindow();
	const bob = () => forgeUser(editor().forge, '~bob');

	it('is formatted in hovers, and runs and fetches nothing in rows, hovers and pages', async () => {
		const { page, forge } = editor();
		const fetched: string[] = [];
		const dialogs: string[] = [];
		page.on('request', (request) => fetched.push(request.url()));
		page.on('dialog', (dialog) => dialogs.push(dialog.message()));
		const name = '<img src=x onerror=top.trapped=1>$(bug) [a](command:x)';
		proxy().rewriteAnswer = (answer) =>
			answer
				.replaceAll('"name":"question"', `"name":${JSON.stringify(name)}`)
				.replaceAll('["question"]', `[${JSON.stringify(name)}]`)
				.replaceAll('meiling.chen@example.org', 'a<svg onload=top.trapped=1>@example.org');
		const words = `<b onmouseover=top.trapped=1>x</b> $(bug) \u202Etxt.exe [a](command:x) ![b](https://${trap}/7)`;
		const { id } = await bob().create({ title: words, description: hostile });
		await bob().update(id, { comment: hostile });
		const { id: formatted } = await bob().create({ title: 'Hover me', description });
		await forgeUser(forge, '~ana').update(formatted, { labels: ['bug'] });
		await editor().command('Tildeforge: Refresh');

		const usual = ticketRow(editor(), formatted, '.*labels bug');
		await usual.waitFor();
		const hover = await hoverUntilShown(editor(), usual, 'Steps');
		for (const part of ['hr', 'li em', 'li code', 'blockquote strong', '.monaco-tokenized-source'])
			await hover.locator(part).first().waitFor();
		assert.equal(await hover.locator('li input[type=checkbox]').count(), 2);
		await hover.getByText('see a picture https://trap.invalid $(bug)').waitFor();
		assert.equal(await hover.locator('a, img, .codicon-bug').count(), 0);
		// The editor removes unknown styles from each letter.
		const label = hover.locator('span[style]', { hasText: 'bug' }).first();
		const style = await label.getAttribute('style');
		assert.equal(style, 'color:#ffffff;background-color:#b91c1c;border-radius:3px;');

		// A card covers the rows around its own.
		await page.mouse.move(1000, 900);
		await hover.waitFor({ state: 'detached' });
		const shown = ticketRow(editor(), id);
		await shown.waitFor();
		assert.equal(await shown.locator('b, img, .codicon-bug').count(), 0);
		const card = await hoverUntilShown(editor(), shown, 'txt.exe');
		assert.equal(await card.locator('a, img').count(), 0);
		await openTicket(editor(), id, 'txt.exe');
		await ticketPage(editor()).getByRole('article').nth(1).waitFor();
		const body = ticketPage(editor()).locator('#page');
		assert.equal(await body.locator('script, iframe, img, base, style, object, embed').count(), 0);
		const links = await body.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
		assert.deepEqual(new Set(links), new Set(['#', '#text']));
		for (const words of ['run', 'js', 'data', 'v', 'f']) {
			const link = body.getByText(words, { exact: true });
			for (const one of await link.all()) await one.click();
		}

		await openTicket(editor(), formatted, 'Hover me');
		await ticketPage(editor())
			.getByRole('button', { name: /Show image from trap.invalid/ })
			.click();
		await ticketPage(editor()).getByRole('alert').waitFor();
		assert.equal(await ticketPage(editor()).locator('#page img').count(), 0, 'the image cannot be loaded');
		// A link that opened something would have a tab by now.
		for (const tab of await page.locator('.tab').allInnerTexts())
			assert.match(tab, new RegExp(`^#(?:${id}|${formatted}) `));
		assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'trapped')), undefined);
		assert.deepEqual(
			fetched.filter((url) => url.includes(trap)),
			[],
		);
		assert.deepEqual(dialogs, []);
		assert.ok(fetched.length > 0);
	});
});
