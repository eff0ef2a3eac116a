import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { clickRow, Dialogue, openBox } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { changedFile, patchBody, sendMails, seriesMails } from './patches-mails.ts';

describe('By their Message-IDs and rows', () => {
	const { editor, patches, expand, page, heading, tab } = patchesWindow({ folder: null });

	it('mails and patches are opened where their page shows them, in one tab, which has its viewed files after a reload', async () => {
		const lines = Array.from({ length: 40 }, (_, nth) => `+line ${nth}`);
		const steps = ['one', 'two', 'three', 'four'].map((name) => ({
			subject: `term: ${name}`,
			body: patchBody(`What ${name} does.`, [changedFile(`src/${name}.c`, 12, [' int width;', ...lines])]),
		}));
		const cover = { subject: 'Four steps', body: 'They belong together.' };
		const files = ['src/term.c', 'src/term.h'].map((path) =>
			changedFile(path, 12, [' int width;', '+int height;']),
		);
		const height = { subject: 'term: the height', body: patchBody('For later.', files) };
		await sendMails(editor().forge, [
			...seriesMails({ id: 'height@example.org', brackets: 'PATCH editor', patches: [height] }),
			...seriesMails({ id: 'steps@example.org', brackets: 'PATCH editor', cover, patches: steps }),
			{
				id: 'answer@example.org',
				answers: '2.steps@example.org',
				subject: 'Re: [PATCH editor 2/4] term: two',
				body: 'Why?',
			},
		]);
		/** The kind and name of what has the focus on the page, if it is in view. */
		const place = () =>
			page()
				.locator('body')
				.evaluate(() => {
					const at = document.activeElement;
					const { top = -1 } = at?.getBoundingClientRect() ?? {};
					return top >= 0 && top < innerHeight && document.hasFocus() ? at?.getAttribute('aria-label') : '';
				});
		const openByName = async (name: string) => {
			await openBox(editor(), 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
			await new Dialogue(editor().page).answer(name);
		};
		const open = async (name: string, label: string) => {
			await openByName(name);
			await until(async () => (await place()) === label, { what: `the focus is on "${label}"` });
		};
		await open('<answer@example.org>', 'Mail by ~bob');
		await open('<3.steps@example.org>', '3/4 term: three');
		await open('answer@example.org', 'Mail by ~bob');
		// A click leaves the focus in the view.
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await clickRow(patches(/^Four steps/));
		await tryAgain(
			() => editor().page.keyboard.press('ArrowRight'),
			() => patches(/^patch 3 of 4/).waitFor({ timeout: 3000 }),
		);
		await clickRow(patches(/^patch 3 of 4/));
		const third = page().getByRole('article', { name: '3/4 term: three' });
		const isAtTop = () =>
			third.evaluate((patch) => {
				const { top } = patch.getBoundingClientRect();
				return top >= 0 && top < 200;
			});
		await until(isAtTop, { what: 'the page is at the third patch' });
		assert.equal(await tab(/Four steps/).count(), 1);

		await editor().command('View: Close All Editors');
		await openByName('<height@example.org>');
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
});
