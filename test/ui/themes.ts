import { violations } from '../kit/pages/axe.ts';
import { tryAgain } from '../tools/until.ts';
import { ticketPage } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

export const themes = [
	{ name: 'dark', setting: 'Dark Modern', mark: '.vscode-dark', workbench: '.vs-dark' },
	{ name: 'light', setting: 'Light Modern', mark: '.vscode-light', workbench: '.vs' },
	{
		name: 'contrast-dark',
		setting: 'Default High Contrast',
		mark: '.vscode-high-contrast:not(.vscode-high-contrast-light)',
		workbench: '.hc-black',
	},
	{
		name: 'contrast-light',
		setting: 'Default High Contrast Light',
		mark: '.vscode-high-contrast-light',
		workbench: '.hc-light',
	},
] as const;

type Theme = (typeof themes)[number];

/** Changes the theme. Resolves when the window has it, and the page in front if there is one. */
export async function setTheme(
	window: EditorWindow,
	{ setting, mark, workbench }: Theme,
	hasPage: boolean,
): Promise<void> {
	const { settings } = window.host;
	// On a busy machine, VS Code sometimes misses a change of the file.
	await tryAgain(
		async () =>
			settings.write(JSON.stringify({ ...JSON.parse(settings.read()), 'workbench.colorTheme': setting })),
		() => window.page.locator(`.monaco-workbench${workbench}`).waitFor({ timeout: 5000 }),
	);
	if (hasPage) await ticketPage(window).locator(`body${mark}`).waitFor();
}

/** The violations of accessibility that the page in front has. */
export async function pageViolations(window: EditorWindow): Promise<readonly string[]> {
	const frame = await (await ticketPage(window).locator('html').elementHandle())?.ownerFrame();
	if (!frame) throw new Error('There is no page.');
	return violations(frame);
}
