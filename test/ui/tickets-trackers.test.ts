import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { Dialogue, row, rows, signInWithToken, tokenOf } from './hands.ts';
import {
	lettersAreKeys,
	notifications,
	openTicket,
	ticketPage,
	ticketWindow,
	title,
	until,
} from './ticket-hands.ts';

describe('Trackers', () => {
	let real: Forge;
	before(async () => {
		real = await startForge({ port: 0, drift: ['resolve-only'] });
	});
	after(() => real.stop());
	const { editor, line } = ticketWindow({ instances: () => [{ name: 'real.test', ...real.addresses }] });
	const dialogue = () => new Dialogue(editor().page);
	const names = async () =>
		(await rows(editor(), 'Tickets').locator('.label-name').allInnerTexts()).filter((one) =>
			one.startsWith('~'),
		);

	it('are made by name; what is no name is said before anything is sent', async () => {
		await editor().command('Tildeforge: New Tracker…');
		await dialogue().asks('New Tracker');
		await dialogue().field.fill('two words');
		await dialogue().says('A name has letters of the alphabet');
		await dialogue().answer('editor');
		await dialogue().says('What it is for');
		await dialogue().answer('A second one');
		// The forge refuses what is there already; the name can be mended.
		await until(async () => (await dialogue().field.inputValue()) === 'editor');
		await dialogue().answer('manual');
		await dialogue().says('What it is for');
		assert.equal(await dialogue().field.inputValue(), 'A second one');
		await dialogue().answer('Of the manual');
		await row(editor(), 'Tickets', /^~ana\/manual/).waitFor();
	});

	it('take a new ticket from their row', async () => {
		await row(editor(), 'Tickets', /^~ana\/manual/).click({ button: 'right' });
		await editor().page.getByRole('menuitem', { name: 'New Ticket…' }).hover();
		await editor().page.keyboard.press('Enter');
		await ticketPage(editor()).locator('#title:focus').waitFor();
		await ticketPage(editor()).getByText('~ana/manual').first().waitFor();
		await editor().command('View: Close Editor');
	});

	/** The description on the forge, which somebody may have written elsewhere. */
	async function onForge(description?: string): Promise<string> {
		const answer = await fetch(`${editor().forge.addresses.trackers}/api/user/~ana/trackers/manual`, {
			method: description === undefined ? 'GET' : 'PUT',
			headers: {
				authorization: `token ${tokenOf(editor().forge, '~ana')}`,
				'content-type': 'application/json',
			},
			...(description !== undefined && { body: JSON.stringify({ description }) }),
		});
		return (await answer.json()).description;
	}
	const shown = () => editor().page.locator('.editor-instance .view-lines');
	const openDescription = async () => {
		await editor().command('Tildeforge: Edit Tracker…');
		await dialogue().choose('~ana/manual');
		await editor().page.getByRole('tab', { name: 'Description of manual.md' }).waitFor();
	};
	const isUnsaved = () =>
		editor().page.locator('.tab.dirty', { hasText: 'Description of manual.md' }).isVisible();
	/** In place of what is there. */
	const write = async (text: string) => {
		await shown().click();
		await editor().page.keyboard.press('Control+a');
		await editor().page.keyboard.insertText(text);
	};
	const save = () => editor().page.keyboard.press('Control+s');
	const lines = 'One\n\n- two\n- three\n';

	it('are described in an editor, where no line is lost', async () => {
		await openDescription();
		await shown().getByText('Of the manual').waitFor();
		await write(lines);
		await save();
		await until(async () => (await onForge()) === lines);
		await until(async () => !(await isUnsaved()));
	});

	it('are not described over what somebody else has written meanwhile, and what was written stays', async () => {
		await onForge('Of somebody else');
		await write('Mine');
		await save();
		const told = await notifications(editor());
		await told.getByText(/has changed on the forge/).waitFor();
		assert.equal(await told.getByRole('button', { name: /Overwrite/ }).count(), 0);
		assert.ok(await isUnsaved());
		await shown().getByText('Mine').waitFor();
		assert.equal(await onForge(), 'Of somebody else');
		await told.getByRole('button', { name: 'Revert' }).click();
		await shown().getByText('Of somebody else').waitFor();
		await write('Of all of us');
		await save();
		await until(async () => (await onForge()) === 'Of all of us');
	});

	it('are described when the forge can be reached again', async () => {
		await line().cut();
		await write('After a while');
		await save();
		const told = await notifications(editor());
		await told.getByText(/does not accept connections.*What you have written stays here/).waitFor();
		await line().mend();
		await told.getByRole('button', { name: 'Retry' }).click();
		await until(async () => (await onForge()) === 'After a while');
	});

	it('show the description of now where it is open already, and after a reload', async () => {
		await until(async () => !(await isUnsaved()));
		await onForge('Written today');
		await openDescription();
		await shown().getByText('Written today').waitFor();
		await editor().hasKept(/editorpart\.state[\s\S]*Description of manual/);
		await onForge('Written tonight');
		await editor().reload();
		await shown().getByText('Written tonight').waitFor();
		await editor().openContainer();
	});

	it('run no command by what the forge says of them, in a box or in a message', async () => {
		const words = 'No. [Click here](command:workbench.action.toggleSidebarVisibility) $(trash)';
		line().refused = (what) => (/^(POST|DELETE) /.test(what) ? words : undefined);
		await editor().command('Tildeforge: New Tracker…');
		await dialogue().answer('more');
		await dialogue().says('What it is for');
		await dialogue().answer('');
		await dialogue().says(/Click here/);
		assert.match(await dialogue().box.innerText(), /\] \(command:\S+\) \$\(trash\)/);
		assert.equal(await dialogue().box.getByRole('link').count(), 0);
		await editor().page.keyboard.press('Escape');
		await editor().command('Tildeforge: Delete Tracker…');
		await dialogue().choose('~ana/manual');
		await dialogue().asks('Delete ~ana/manual');
		await dialogue().answer('manual');
		await dialogue().gone();
		const told = await notifications(editor());
		await told.getByText(/Click here/).waitFor();
		assert.equal(await told.getByRole('link').count(), 0);
		line().refused = () => undefined;
		await editor().page.keyboard.press('Escape');
	});

	it('are deleted only by who types their name', async () => {
		await row(editor(), 'Tickets', /^~ana\/manual/).click({ button: 'right' });
		await editor().page.getByRole('menuitem', { name: 'Delete Tracker…' }).hover();
		await editor().page.keyboard.press('Enter');
		await dialogue().asks('Delete ~ana/manual');
		await dialogue().answer('editor');
		await dialogue().says('That is not its name.');
		await dialogue().answer('manua');
		await dialogue().gone();
		await row(editor(), 'Tickets', /^~ana\/manual/).waitFor();
		await editor().command('Tildeforge: Delete Tracker…');
		await dialogue().choose('~ana/manual');
		await dialogue().asks('Delete ~ana/manual');
		await dialogue().answer('manual');
		await row(editor(), 'Tickets', /^~ana\/manual/).waitFor({ state: 'detached' });
	});

	it('of somebody else are pinned by name or address, stay over a reload, and are let go', async () => {
		await editor().command('Tildeforge: Pin Tracker…');
		await dialogue().answer('~bob/nothing');
		await dialogue().says(/not|no /);
		await dialogue().answer(`${line().address}/~bob/website`);
		await row(editor(), 'Tickets', /^~bob\/website/).waitFor();
		assert.deepEqual(await names(), ['~bob/website', '~ana/editor', '~ana/errands']);
		await editor().reload();
		await editor().openContainer();
		await row(editor(), 'Tickets', /^~bob\/website/).click({ button: 'right' });
		await editor().page.getByRole('menuitem', { name: 'Unpin Tracker' }).hover();
		await editor().page.keyboard.press('Enter');
		await row(editor(), 'Tickets', /^~bob\/website/).waitFor({ state: 'detached' });
	});

	it('of a forge that knows only resolving and reopening are met once: it is told, and the rest is not offered any more', async () => {
		await editor().command('Tildeforge: Sign Out…');
		await editor().page.getByRole('button', { name: 'Sign Out', exact: true }).click();
		await signInWithToken(editor(), tokenOf(real, '~ana'), 'real.test');
		await row(editor(), 'Tickets', /^~ana\/editor, 33 open/).waitFor();
		await openTicket(editor(), 60, 'Thank you');
		await lettersAreKeys(editor());
		await editor().page.keyboard.press('s');
		await dialogue().asks('Status: ~ana/editor#60');
		await dialogue().choose('In progress');
		const told = await notifications(editor());
		await told.getByText(/resol/).first().waitFor();
		await editor().page.keyboard.press('Escape');
		const choices = ticketPage(editor()).getByLabel('Status', { exact: true }).locator('option');
		await until(async () => (await choices.count()) === 2);
		assert.deepEqual(await choices.allInnerTexts(), ['Reported', 'Resolved']);
		// The page is there again by itself.
		await editor().hasKept(/editorpart\.state[\s\S]*Thank you/);
		await editor().reload();
		await title(editor(), 'Thank you').waitFor();
		await until(async () => (await choices.count()) === 2);
	});
});
