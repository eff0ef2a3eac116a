import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../build.mjs';
import { root } from '../tools/places.ts';
import { closeBrowser, EditorWindow, openBrowser } from '../ui/window.ts';

const folder = join(root, 'docs', 'screenshots');
mkdirSync(folder, { recursive: true });
await build({ production: false });
const window = await EditorWindow.open(join(root, 'test', 'sample'));
await window.openContainer();
await window.page.locator('.sidebar .monaco-progress-container.active').first().waitFor({ state: 'hidden' });
await window.page.mouse.move(700, 450);
await window.page.screenshot({ path: join(folder, 'views.png') });
await window.close();

/** The marketplace wants its icon as pixels; it is drawn in `docs/icon.svg`. */
const drawing = await (await openBrowser()).newPage({ viewport: { width: 256, height: 256 } });
await drawing.setContent(`<body style="margin: 0">${readFileSync(join(root, 'docs', 'icon.svg'), 'utf8')}`);
await drawing.screenshot({ path: join(root, 'media', 'icon.png'), omitBackground: true });
await closeBrowser();
