import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { copied, notice, row } from './editor-driver.ts';
import { pageViolations, setTheme, themes } from './themes.ts';
import {
	commentBox,
	forgeUser,
	hoverUntilShown,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	viewMessage,
	waitForPage,
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

describe('The page of a ticket', () => {
	const { editor, proxy } = ticketWindow();
	const bob = () => forgeUser(editor().forge, '~bob');

	it('needs no horizontal scrolling at any width, and is accessible in four themes', async () => {
		await openTicket(editor(), 25, 'After the update to 2.4.1');
		const html = ticketPage(editor()).locator('html');
		for (const width of [760, 1000, 2200]) {
			const before = await html.evaluate(() => window.innerWidth);
			await editor().page.setViewportSize({ width, height: 1000 });
			await until(() => html.evaluate((_, old) => window.innerWidth !== old, before), {
				what: `the page has the width of a window of ${width}`,
			});
			await until(() => html.evaluate(({ scrollWidth }) => scrollWidth <= window.innerWidth), {
				what: `all of the page is within a window of ${width}`,
			});
		}

		await commentBox(editor()).fill('`code`\n\n> quote\n\n```c\nint a = 1;\n```\n\n#12, ~bob');
		await ticketPage(editor()).getByLabel('Status after sending').selectOption('resolved');
		await ticketPage(editor()).getByRole('button', { name: 'Remove label bug' }).click();
		for (const theme of themes) {
			await setTheme(editor(), theme, true);
			assert.deepEqual(await pageViolations(editor()), [], theme.name);
		}
		await ticketPage(editor()).getByRole('tab', { name: 'Preview' }).click();
		await ticketPage(editor()).locator('.prose code').first().waitFor();
		assert.deepEqual(await pageViolations(editor()), [], 'preview');
	});

	it('has a strip and jumps, a sticky box, its status in the tab, and its actions in the title bar', async () => {
		const { page } = editor();
		const { id } = await bob().create({ title: 'A long story', description: 'Once upon a time.' });
		for (let nth = 1; nth <= 64; nth++) await bob().update(id, { comment: `Chapter ${nth}.` });
		await editor().command('Tildeforge: Refresh');
		await openTicket(editor(), id, 'A long story');
		const shown = ticketPage(editor());
		await until(async () => (await shown.getByRole('article').count()) === 65, {
			what: 'all chapters are shown',
		});
		const strip = shown.getByRole('region', { name: 'Summary' });
		assert.equal(await strip.isVisible(), false);
		await page.keyboard.press('Shift+G');
		await shown.getByText('Chapter 64.').waitFor();
		await strip.getByRole('button', { name: 'Status: Reported. Change' }).waitFor();
		await strip.getByText('A long story').waitFor();
		await page.keyboard.press('g');
		await strip.waitFor({ state: 'hidden' });

		// A page that stays open has no new visit.
		await editor().command('View: Close All Editors');
		await ticketPage(editor()).locator('body').waitFor({ state: 'detached' });
		await bob().update(id, { comment: 'An epilogue.' });
		await editor().command('Tildeforge: Refresh');
		await openTicket(editor(), id, 'A long story');
		await shown.getByRole('banner').getByRole('button', { name: '1 new since your last visit' }).click();
		await shown.locator('.since:focus').waitFor();
		await shown.getByText('An epilogue.').waitFor();
		const tab = page.locator('.tab', { hasText: `#${id}` });
		const icon = () =>
			tab.evaluate((one) =>
				[...one.querySelectorAll('*')]
					.flatMap((part) => [getComputedStyle(part), getComputedStyle(part, '::before')])
					.map(({ backgroundImage }) => backgroundImage)
					.find((image) => image.includes('data:image/svg+xml')),
			);
		const plain = await icon();
		assert.notEqual(plain, undefined);
		await commentBox(editor()).fill('line\n'.repeat(60));
		await until(() =>
			shown.locator('.composer [type=submit]').evaluate((button) => {
				const { top, bottom } = button.getBoundingClientRect();
				return top > 0 && bottom <= innerHeight;
			}),
		);
		await until(async () => (await icon()) !== plain, { what: 'the tab shows that there is a draft' });

		await shown.getByRole('button', { name: 'Discard' }).click();
		await until(async () => (await icon()) === plain, { what: 'the mark of the draft is gone' });
		for (const name of ['Open Ticket in Browser', 'Refresh'])
			await page.locator('.editor-actions').getByRole('button', { name }).waitFor();
	});

	it('runs and fetches nothing that other users write, and neither does the view', async () => {
		const { page } = editor();
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
		await bob().update(id, { comment: '>'.repeat(16_384) });
		await editor().command('Tildeforge: Refresh');
		const shown = ticketRow(editor(), id);
		await shown.waitFor();
		assert.equal(await shown.locator('b, img, .codicon-bug').count(), 0);
		const card = await hoverUntilShown(editor(), shown, 'txt.exe');
		assert.equal(await card.locator('a, img').count(), 0);
		await shown.click();
		await waitForPage(editor(), 'txt.exe');
		await ticketPage(editor()).getByRole('article').nth(2).waitFor();
		const body = ticketPage(editor()).locator('#page');
		assert.equal(await body.locator('script, iframe, img, base, style, object, embed').count(), 0);
		const links = await body.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
		assert.deepEqual(new Set(links), new Set(['#', '#text']));
		for (const words of ['run', 'js', 'data', 'v', 'f']) {
			const link = body.getByText(words, { exact: true });
			for (const one of await link.all()) await one.click();
		}
		await commentBox(editor()).fill(hostile);
		await ticketPage(editor()).getByRole('tab', { name: 'Preview' }).click();
		await ticketPage(editor()).getByText('evil').last().waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await openTicket(editor(), 59, 'Half of the last line');
		// A link that opened something would have a tab by now.
		const tabs = await page.locator('.tab').allInnerTexts();
		for (const words of tabs) assert.match(words, new RegExp(`^#(?:${id}|57|59) `));
		assert.ok(tabs.length >= 2);
		assert.equal(await page.evaluate(() => Reflect.get(globalThis, 'trapped')), undefined);
		assert.deepEqual(
			fetched.filter((url) => url.includes(trap)),
			[],
		);
		assert.deepEqual(dialogs, []);
		assert.ok(fetched.length > 0);
	});
});

describe('A link with an unsupported scheme', () => {
	const { editor } = ticketWindow();

	it('says that it is not opened when the user clicks it, and its address can be copied', async () => {
		const description = 'Chat in [our room](matrix:r/editor:example.org).';
		const { id } = await forgeUser(editor().forge, '~bob').create({ title: 'Room', description });
		await editor().command('Tildeforge: Refresh');
		await openTicket(editor(), id, 'Room');
		await ticketPage(editor()).getByRole('link', { name: 'our room' }).click();
		const message = await notice(editor(), "can't open matrix: links");
		await message.getByRole('button', { name: 'Copy Link' }).click();
		await message.waitFor({ state: 'detached' });
		await copied(editor().page, /^matrix:r\/editor:example\.org$/);
	});
});

describe('The hover of a ticket’s row', () => {
	const { editor } = ticketWindow();

	it('shows formatted lines and readable labels, and its page asks before it loads an image', async () => {
		const { forge } = editor();
		const bob = forgeUser(forge, '~bob');
		const { id } = await bob.create({ title: 'Hover me', description });
		await forgeUser(forge, '~ana').update(id, { labels: ['bug'] });
		await editor().command('Tildeforge: Refresh');
		const shown = ticketRow(editor(), id, '.*labels bug');
		await shown.waitFor();
		const hover = await hoverUntilShown(editor(), shown, 'Steps');
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

		await openTicket(editor(), id, 'Hover me');
		await ticketPage(editor())
			.getByRole('button', { name: /Show image from trap.invalid/ })
			.click();
		await ticketPage(editor()).getByRole('alert').waitFor();
		assert.equal(await ticketPage(editor()).locator('#page img').count(), 0, 'the image cannot be loaded');
	});
});

describe('The page of a ticket whose forge cannot be reached', () => {
	const { editor, proxy } = ticketWindow();
	const words = (text: string | RegExp) => ticketPage(editor()).getByText(text).first();
	const unread = () => words('Comments and events are not loaded yet.');
	const trouble = () => words(/^No connection to 127\.0\.0\.1/);
	const tab = (number: number) => editor().page.locator('.tab', { hasText: `#${number}` });
	const requestsFor = (number: number) =>
		proxy()
			.of('GET')
			.filter(({ what }) => what.includes(`editor/${number}`));

	it('says so, keeps the comment, and loads the ticket once it is visible and the forge is back', async () => {
		// Uses a double-click, so that the next ticket does not replace this page.
		await tryAgain(
			() => ticketRow(editor(), 52).dblclick(),
			() => title(editor(), 'Sorting lines').waitFor({ timeout: 3000 }),
		);
		await waitForPage(editor(), 'Sorting lines');
		await commentBox(editor()).fill('I am sure now.');
		await ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
		await proxy().cut();
		await ticketPage(editor()).getByRole('button', { name: 'Comment', exact: true }).click();
		await ticketPage(editor()).getByText('Waiting to be sent.').waitFor();
		await ticketPage(editor()).getByText('Comment “I am sure now.”: not sent yet.').waitFor();
		await row(editor(), 'Tickets', /^Comment “I am sure now\.”, waiting, .*, ticket 52$/).waitFor();
		await ticketPage(editor()).getByRole('button', { name: 'Discard', exact: true }).click();
		await row(editor(), 'Tickets', 'Drafts, 1').waitFor();
		await until(async () => (await commentBox(editor()).inputValue()) === 'I am sure now.');
		await ticketPage(editor()).getByRole('button', { name: 'Comment', exact: true }).click();
		await row(editor(), 'Tickets', 'Waiting, 1').waitFor();

		await openTicket(editor(), 25, 'After the update to 2.4.1');
		await unread().waitFor();
		await trouble().waitFor();
		assert.doesNotMatch((await trouble().textContent()) ?? '', /Last updated/);
		await editor().command('Tildeforge: Refresh');
		const inView = viewMessage(editor(), 'Tickets').getByText(/Last updated/);
		await inView.waitFor();

		await tab(52).click();
		await waitForPage(editor(), 'Sorting lines');
		await proxy().mend();
		// After the first refresh, the extension knows that the other page is hidden.
		for (let refreshes = 0; refreshes < 2; refreshes++) {
			proxy().forget();
			await editor().command('Tildeforge: Refresh');
			await until(() => requestsFor(52).length > 0 && proxy().isIdle);
		}
		assert.deepEqual(requestsFor(25), [], 'a hidden page requests nothing');
		await inView.waitFor({ state: 'detached' });
		await tab(25).click();
		await waitForPage(editor(), 'After the update to 2.4.1');
		await unread().waitFor({ state: 'detached', timeout: 10_000 });
		await trouble().waitFor({ state: 'detached' });
		await ticketPage(editor()).getByRole('article').nth(1).waitFor();
		await row(editor(), 'Tickets', /^Waiting/).waitFor({ state: 'detached' });
	});

	it('shows a comment whose answer was lost when the forge is back, and does not send it again', async () => {
		await openTicket(editor(), 59, 'Half of the last line');
		await commentBox(editor()).fill('Said once, and heard?');
		let cut: Promise<void> | undefined;
		proxy().rewriteAnswer = (answer) => {
			// The forge has made the change, but its answer is lost.
			if (proxy().of('PUT').length > 0) cut ??= proxy().cut();
			return answer;
		};
		proxy().forget();
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await ticketPage(editor())
			.getByText(/Comment “Said once, and heard\?”: .*may have been made/)
			.waitFor();
		await cut;
		proxy().forget();
		await proxy().mend();
		// The page would try again by itself, but later.
		await editor().command('Tildeforge: Refresh');
		await ticketPage(editor()).getByRole('article').getByText('Said once, and heard?').waitFor();
		await row(editor(), 'Tickets', /^Waiting/).waitFor({ state: 'detached' });
		assert.deepEqual(proxy().of('PUT'), []);
		assert.equal(await commentBox(editor()).inputValue(), '');
	});
});
