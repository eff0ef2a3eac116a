import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../src/sandbox/forge.ts';
import { Dialogue, row, rows, signInWithToken, tokenOf } from './hands.ts';
import { notifications, openTicket, ticketPage, ticketWindow, until } from './ticket-hands.ts';

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
		await dialogue().answer('Of the manual');
		await row(editor(), 'Tickets', /^~ana\/manual/).waitFor();
	});

	it('are described anew', async () => {
		await editor().command('Tildeforge: Edit Tracker…');
		await dialogue().choose('~ana/manual');
		await dialogue().asks('Edit ~ana/manual');
		assert.equal(await dialogue().field.inputValue(), 'Of the manual');
		await dialogue().answer('Of the manual and the lessons');
		await dialogue().gone();
		const token = tokenOf(editor().forge, '~ana');
		await until(async () => {
			const answer = await fetch(`${editor().forge.addresses.trackers}/api/user/~ana/trackers/manual`, {
				headers: { authorization: `token ${token}` },
			});
			return (await answer.json()).description === 'Of the manual and the lessons';
		});
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
		await editor().page.keyboard.press('s');
		await dialogue().asks('Status: ~ana/editor#60');
		await dialogue().choose('In progress');
		const told = await notifications(editor());
		await told.getByText(/resol/).first().waitFor();
		await editor().page.keyboard.press('Escape');
		const choices = ticketPage(editor()).getByLabel('Status', { exact: true }).locator('option');
		await until(async () => (await choices.count()) === 2);
		assert.deepEqual(await choices.allInnerTexts(), ['Reported', 'Resolved']);
		await editor().reload();
		await editor().openContainer();
		await openTicket(editor(), 60, 'Thank you');
		await until(async () => (await choices.count()) === 2);
	});
});
