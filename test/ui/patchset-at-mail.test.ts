import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { clickRow, InputBox, openBox } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { changedFile, patchBody, sendMails, seriesMails } from './patches-mails.ts';

describe('By their Message-IDs and rows', () => {
	const { editor, patches, expand, page, tab } = patchesWindow({ folder: null });

	it('mails and patches are opened where their page shows them, in one tab', async () => {
		const lines = Array.from({ length: 40 }, (_, nth) => `+line ${nth}`);
		const steps = ['one', 'two', 'three', 'four'].map((name) => ({
			subject: `term: ${name}`,
			body: patchBody(`What ${name} does.`, [changedFile(`src/${name}.c`, 12, [' int width;', ...lines])]),
		}));
		const cover = { subject: 'Four steps', body: 'They belong together.' };
		await sendMails(editor().forge, [
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
		const open = async (name: string, label: string) => {
			await openBox(editor(), 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
			await new InputBox(editor().page).answer(name);
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
	});
});
