import assert from 'node:assert/strict';
import { allQuirks } from '../../src/sandbox/drift.ts';
import type { Forge } from '../../src/sandbox/forge.ts';
import { until } from '../tools/until.ts';
import { Dialogue, openBox, tokenOf } from './editor-driver.ts';
import { visit } from './forge-pages.ts';
import { patchesWindow } from './patches-driver.ts';
import { changedFile, patchBody, sendMails, seriesMails } from './patches-mails.ts';

const id = 'width@example.org';

/** The number of the patchset that was sent last. */
async function newestPatchset(forge: Forge): Promise<string> {
	const answer = await fetch(`${forge.addresses.lists}/api/user/~ana/lists/editor-devel/patchsets`, {
		headers: { authorization: `token ${tokenOf(forge, '~ana')}` },
	});
	const [, id] = /"id": ?(\d+)/.exec(await answer.text()) ?? [];
	return id ?? assert.fail();
}

for (const [server, drift] of [
	['', []],
	[' with a server that deviates from the contract', allQuirks],
] as const) {
	describe(`In a window without a folder${server}`, () => {
		const { editor, page, heading, tab, open } = patchesWindow({ folder: null, forge: { drift } });

		it('a patchset is opened by its Message-ID, and has its viewed files after a reload', async () => {
			const files = ['src/term.c', 'src/term.h'].map((path) =>
				changedFile(path, 12, [' int width;', '+int height;']),
			);
			const patch = { subject: 'term: the height', body: patchBody('For later.', files) };
			await sendMails(editor().forge, seriesMails({ id, brackets: 'PATCH editor', patches: [patch] }));
			await openBox(editor(), 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
			await new Dialogue(editor().page).field.fill(`<${id}>`);
			await editor().page.keyboard.press('Enter');
			await heading('term: the height').waitFor();
			const viewed = (name: string) => page().getByRole('checkbox', { name: `Viewed: ${name}` });
			await viewed('term: the height').click();
			await page().getByText('2 of 2 viewed').filter({ visible: true }).first().waitFor();
			// The name of the tab is stored before the key of the page.
			await editor().waitUntilStored(
				/editorpart\.state[\s\S]*term: the height[\s\S]{0,3000}?(?:patchset|mail)\W+\d/,
			);
			await editor().reloadWithoutStoring();
			await tab(/^term: the height/).waitFor();
			await heading('term: the height').waitFor();
			for (const name of ['term: the height', 'src/term.c', 'src/term.h'])
				await until(() => viewed(name).isChecked(), { what: `${name} is viewed` });
		});

		it('a patchset whose session the forge has ended shows its other versions and, after a reload, what is stored', async () => {
			await open(/^Wrap long lines/, 'Wrap long lines');
			const version = (name: string) => page().getByRole('button', { name: new RegExp(`^${name}\\b`) });
			const patch = page().locator('.file', { hasText: 'main.c' }).first();
			const ended = page().getByText('forge.test no longer accepts its token', { exact: false }).first();
			await patch.waitFor();
			const show = async (name: string) => {
				await version(name).click();
				await tab(new RegExp(`^${name} Wrap long lines`)).waitFor();
				await patch.waitFor();
			};
			await show('v1');
			await show('v3');
			await (await visit(editor().forge, 'ana')).revokeTokens();
			// The page is read again, and the forge refuses the token.
			await show('v1');
			await ended.waitFor();
			await show('v3');
			await ended.waitFor();
			await editor().waitUntilStored(
				/editorpart\.state[\s\S]*v3 Wrap long lines[\s\S]{0,3000}?patchset\W+12\b/,
			);
			await editor().reloadWithoutStoring();
			await tab(/^v3 Wrap long lines/).waitFor();
			await patch.waitFor();
			await ended.waitFor();
		});

		it('a patchset that is not known yet is opened by its number, in the list that the user chooses', async () => {
			const file = changedFile('src/term.c', 12, [' int width;', '+int depth;']);
			const patch = { subject: 'term: the depth', body: patchBody('For later.', [file]) };
			const mails = seriesMails({ id: 'depth@example.org', brackets: 'PATCH editor', patches: [patch] });
			await sendMails(editor().forge, mails);
			const dialogue = new Dialogue(editor().page);
			await openBox(editor(), 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
			await dialogue.answer(`#${await newestPatchset(editor().forge)}`);
			await dialogue.choose(/~ana\/editor-announce/);
			await dialogue.field.and(editor().page.getByPlaceholder(/editor-announce has no patchset #/)).waitFor();
			await dialogue.choose(/~ana\/editor-devel/);
			await heading('term: the depth').waitFor();
		});
	});
}
