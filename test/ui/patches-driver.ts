import { tryAgain } from '../tools/until.ts';
import { row, signInWithToken, tokenOf } from './editor-driver.ts';
import { TrackerProxy } from './tracker-proxy.ts';
import { editorWindow } from './window.ts';

const tall = { width: 1500, height: 1600 };

/** Gives each test a window with the Patches view, and with a connection to the mailing lists that tests can watch and cut. */
export function patchesWindow({ user = '~ana', undoSeconds = 60 } = {}) {
	let proxy: TrackerProxy;
	beforeEach(async () => {
		proxy = await TrackerProxy.open();
	});
	const editor = editorWindow(
		{
			size: tall,
			settings: ({ addresses }) => {
				proxy.behind = addresses.lists;
				return {
					'tildeforge.instances': [{ name: 'forge.test', ...addresses, lists: proxy.address }],
					'tildeforge.undoSeconds': undoSeconds,
				};
			},
		},
		async (window) => {
			await window.page.setViewportSize(tall);
			await window.openContainer(['Patches']);
			await signInWithToken(window, tokenOf(window.forge, user));
		},
	);
	afterEach(() => proxy.close());
	const patches = (name: string | RegExp) => row(editor(), 'Patches', name);

	/** Expands rows, each below the one before. */
	async function expand(...names: readonly RegExp[]): Promise<void> {
		for (const name of names) {
			await patches(name).waitFor();
			await tryAgain(
				async () => {
					if ((await patches(name).getAttribute('aria-expanded')) !== 'true') await patches(name).click();
				},
				() => patches(name).and(editor().page.locator('[aria-expanded=true]')).waitFor({ timeout: 3000 }),
			);
		}
	}

	return {
		editor,
		patches,
		expand,
		proxy: () => proxy,
		/** The requests that would change a status. */
		puts: () => proxy.of('PUT').map(({ body }) => body),
		/** Adds a row to the selected ones. VS Code draws other rows in the same elements, so a click can reach another row. */
		selectAlso: (name: RegExp) =>
			tryAgain(
				() => patches(name).click({ modifiers: ['ControlOrMeta'] }),
				() => patches(name).and(editor().page.locator('[aria-selected=true]')).waitFor({ timeout: 3000 }),
			),
	};
}
