import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../build.mjs';
import { options } from '../tools/options.ts';
import { root } from '../tools/places.ts';
import { closeBrowser, openBrowser } from '../ui/browser.ts';
import { RepositoryRows } from '../ui/repositories-driver.ts';
import { EditorWindow } from '../ui/window.ts';

options({});

const folder = join(root, 'docs', 'screenshots');
mkdirSync(folder, { recursive: true });
await build({ production: false });
const window = await EditorWindow.open({
	folder: join(root, 'test', 'sample'),
	// The status bar would show the ports of other programs.
	settings: () => ({ 'remote.autoForwardPorts': false }),
});

/** Takes a picture without what the mouse brings up, and without messages, which the status bar shows for some seconds. */
async function take(name: string): Promise<void> {
	await window.page.mouse.move(1, 1);
	await window.page.locator('.monaco-hover:visible').waitFor({ state: 'hidden' });
	await window.page.locator('.statusbar-item', { hasText: '~ana' }).waitFor({ state: 'detached' });
	await window.page.screenshot({ path: join(folder, `${name}.png`) });
}

await window.openContainer(['Inbox', 'Tickets']);
for (let view = 0; view < 2; view++)
	await window.page.locator('.sidebar .welcome-view p').nth(view).waitFor();
await window.page.locator('.sidebar .monaco-progress-container.active').first().waitFor({ state: 'hidden' });
await take('views');

/** A ticket of the sample forge. */
await window.view('Tickets').getByRole('button', { name: 'Try a sample forge' }).click();
await window
	.view('Tickets')
	.getByRole('treeitem', { name: /Wrap long lines/ })
	.click();
const page = window.page.frameLocator('iframe.webview.ready').frameLocator('iframe');
await page.getByRole('heading', { name: 'Wrap long lines' }).waitFor();
await take('ticket');

/** A commit of the sample forge. */
await window.command('View: Close All Editors');
await window.openContainer(['Repositories']);
const repositories = new RepositoryRows(() => window);
await repositories.expand(/^~ana\/editor/, /^Log/);
await repositories.row(/^undo: free/).click();
await window.page.locator('.multiDiffEditor').getByText('undo.c').first().waitFor();
await take('repositories');

const scrollTo = (selector: string) =>
	page
		.locator(selector)
		.first()
		.evaluate((one) => one.scrollIntoView({ block: 'start' }));

/** A patchset of the sample forge, and what its last version has changed. */
await window.command('View: Close All Editors');
await window.openContainer(['Patches']);
const patches = (name: RegExp) => window.view('Patches').getByRole('treeitem', { name });
await patches(/^~ana\/editor-devel/).click();
await patches(/^Wrap long lines/).click();
await page.getByRole('heading', { level: 1, name: 'Wrap long lines' }).waitFor();
await page.locator('.file:has(.reply-count)').first().waitFor();
// A diff is loaded when it comes into view.
await scrollTo('.file:has(.reply-count)');
await page.locator('.file .reply').first().waitFor();
await scrollTo('.file:has(.reply)');
await take('patchset');
await page.locator('.series-head .menu > summary').click();
/** The panel in which a review of that patchset is finished. */
await page.locator('.file .l.added').first().click();
await window.page.keyboard.press('c');
await page.locator('.comment-draft textarea').waitFor();
await window.page.keyboard.type('Does this also hold for a tab?');
await window.page.keyboard.press('Escape');
await window.page.keyboard.press('Shift+R');
await page.getByRole('button', { name: 'Reviewed-by' }).waitFor();
await take('review');
await window.page.keyboard.press('Escape');

await window.page.keyboard.press('m');
const closed = page.locator('#compare .pair[aria-expanded=false]');
await closed.first().waitFor();
while ((await closed.count()) > 0) await closed.first().click();
await page.locator('#compare .l').first().waitFor();
await scrollTo('#compare');
await take('comparison');
await window.close();

/** The marketplace needs its icon as pixels. The source is `docs/icon.svg`. */
const drawing = await (await openBrowser()).newPage({ viewport: { width: 256, height: 256 } });
await drawing.setContent(`<body style="margin: 0">${readFileSync(join(root, 'docs', 'icon.svg'), 'utf8')}`);
await drawing.screenshot({ path: join(root, 'media', 'icon.png'), omitBackground: true });
await closeBrowser();
