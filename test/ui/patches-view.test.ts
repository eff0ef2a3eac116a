import { until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickRow,
	collapseRow,
	Dialogue,
	expandRow,
	openBox,
	row,
	setUp,
	signInWithToken,
	tokenOf,
} from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { type EditorWindow, editorWindow, type SavedSignIn } from './window.ts';

/** The sign-in of ~bob, who has no lists of his own, from the first window of this process. */
let bobsSignIn: SavedSignIn | undefined;

async function showPatches(window: EditorWindow): Promise<void> {
	await window.page.setViewportSize({ width: 1400, height: 1400 });
	await window.openContainer(['Patches']);
	if (!bobsSignIn) await signInWithToken(window, tokenOf(window.forge, '~bob'));
	await row(window, 'Patches', /^~ana\/editor-devel/).waitFor();
	bobsSignIn ??= await window.savedSignIn();
}

describe('The Patches view', () => {
	const editor = editorWindow(
		{
			settings: (forge) => ({
				...setUp()(forge),
				'tildeforge.patchQueries': [
					{ name: 'From Carol', query: 'is:patch from:carol' },
					{ name: 'Mistyped', query: 'is:nonsense' },
				],
			}),
			get signIn() {
				return bobsSignIn;
			},
		},
		showPatches,
	);
	const shown = (name: string | RegExp) => row(editor(), 'Patches', name);

	async function expand(...names: readonly RegExp[]): Promise<void> {
		for (const name of names) await expandRow(shown(name).first());
	}

	it('has what the user has sent, then a subscribed list with its patchsets, saved queries and discussions', async () => {
		await expand(/^Mine\b/);
		await shown(
			/^term: three bytes are enough for an arrow, version 1, proposed, .*in ~ana\/editor-devel, .* ago, 1 reply/,
		).waitFor();
		await collapseRow(shown(/^Mine\b/));
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await shown(/^Wrap long lines, version 3/).waitFor();
		await expand(/^From Carol/);
		await until(async () => (await shown(/^Wrap long lines, version 3/).count()) === 2, {
			what: 'the query has found the series',
		});
		await expand(/^Mistyped/);
		await shown(/^The forge rejected this query/).waitFor();
		await expand(/^Discussions/);
		await shown(/^What the editor is not/).waitFor();
	});

	it('has in the row of a series who has reviewed it, once its page was opened', async () => {
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await clickRow(shown(/^Wrap long lines, version 3, proposed, 3 patches, /));
		await shown(/^Wrap long lines, version 3, proposed, 3 patches, reviewed by 1 person, by /).waitFor();
		await editor().reload();
		await shown(/^Wrap long lines, version 3, proposed, 3 patches, reviewed by 1 person, by /).waitFor();
	});

	it('pins a list that the user chooses among those of another user, and unpins it', async () => {
		const dialogue = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: Pin Mailing List…', 'Pin Mailing List: forge.test');
		await dialogue.field.fill('~ana');
		await dialogue.choose(/editor-announce/);
		await shown(/^~ana\/editor-announce, .*you can't post to this list$/).waitFor();
		await chooseInMenu(shown(/^~ana\/editor-announce/), 'Unpin Mailing List');
		await shown(/^~ana\/editor-announce/).waitFor({ state: 'detached' });
	});

	it('ends a subscription and begins it again', async () => {
		const dialogue = new Dialogue(editor().page);
		await chooseInMenu(shown(/^~ana\/editor-devel/), 'Unsubscribe from Mailing List');
		await shown('No mailing lists yet').waitFor();
		await openBox(editor(), 'Tildeforge: Subscribe to Mailing List', 'Subscribe to Mailing List: forge.test');
		await dialogue.answer('~ana/editor-devel');
		await shown(/^~ana\/editor-devel, mailing list/).waitFor();
	});

	it('creates a list', async () => {
		const dialogue = new Dialogue(editor().page);
		await openBox(editor(), 'Tildeforge: New Mailing List…', 'New Mailing List');
		await dialogue.answer('website-devel');
		await editor().page.getByText('Description (Markdown, optional)').waitFor();
		await dialogue.answer('Patches for the *website*.');
		await shown(/^~bob\/website-devel, mailing list, .*subscribed$/).waitFor();
	});
});

describe('What the user has sent', () => {
	const { patches, expand } = patchesWindow();

	it('has the discussions that they have begun, with the answers of others', async () => {
		await expand(/^~ana\/editor-devel\b/);
		await patches(/^Proposed/).waitFor();
		await collapseRow(patches(/^~ana\/editor-devel\b/));
		await expand(/^Mine\b/, /^Discussions, \d+ threads/);
		await patches(/^What the editor is not, in ~ana\/editor-devel, .* ago, 39 replies/).waitFor();
	});
});
