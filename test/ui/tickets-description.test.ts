import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { InputBox, notice, openBox } from './editor-driver.ts';
import { forgeUser, ticketWindow } from './ticket-driver.ts';

describe('The description of a tracker', () => {
	const { editor, proxy } = ticketWindow();
	const tab = 'Description of errands.md';
	const lines = 'One\n\n- two\n- three\n';

	const ana = () => forgeUser(editor().forge, '~ana');
	const onForge = async (): Promise<string> => (await ana().tracker('errands')).description;
	/** Writes a description from outside the editor. */
	const writeOnForge = (description: string) => ana().describe('errands', description);

	const text = () => editor().page.locator('.editor-instance .view-lines');
	const isUnsaved = () => editor().page.locator('.tab.dirty', { hasText: tab }).isVisible();

	/** Opens the editor, which shows `description`. */
	async function open(description: string): Promise<void> {
		await openBox(editor(), 'Tildeforge: Edit Tracker…', 'Edit Tracker');
		await new InputBox(editor().page).choose('~ana/errands');
		await editor().page.getByRole('tab', { name: tab }).waitFor();
		await text().getByText(description).waitFor();
	}

	/** Replaces the whole text and saves it. */
	async function save(description: string): Promise<void> {
		await text().click();
		await editor().page.keyboard.press('Control+a');
		await editor().page.keyboard.insertText(description);
		await editor().page.keyboard.press('Control+s');
	}

	beforeEach(() => writeOnForge('The first description'));

	it('is edited as a file, saved with every line, neither lost nor saved over a newer one, and fresh when opened again', async () => {
		await open('The first description');
		// The command reads the description, and the editor twice: it reads a new file again after it shows it.
		await until(
			() =>
				proxy()
					.of('GET')
					.filter(({ what }) => what === 'GET ~ana/errands').length >= 3,
			{
				what: 'the description is read three times',
			},
		);
		await writeOnForge('Written elsewhere');
		await save('Mine');
		const told = await notice(editor(), /has changed on the forge/);
		assert.equal(await told.getByRole('button', { name: /Overwrite/ }).count(), 0);
		assert.ok(await isUnsaved());
		await text().getByText('Mine').waitFor();
		assert.equal(await onForge(), 'Written elsewhere');
		await told.getByRole('button', { name: 'Revert' }).click();
		await text().getByText('Written elsewhere').waitFor();
		await save('Both');
		await until(async () => (await onForge()) === 'Both', { what: 'the forge has the description' });

		await until(async () => !(await isUnsaved()), { what: 'the file is saved' });
		await save(lines);
		await until(async () => (await onForge()) === lines, { what: 'the forge has every line' });
		await until(async () => proxy().isIdle && !(await isUnsaved()), { what: 'the file is saved' });

		await proxy().cut();
		await save('Written offline');
		const failed = await notice(editor(), /refused the connection.*Your text is kept here/);
		assert.ok(await isUnsaved());
		await proxy().mend();
		await failed.getByRole('button', { name: 'Retry' }).click();
		await until(async () => (await onForge()) === 'Written offline', {
			what: 'the forge has the description',
		});
		await until(async () => !(await isUnsaved()), { what: 'the file is saved' });
		await writeOnForge('The last one');
		await open('The last one');
	});
});
