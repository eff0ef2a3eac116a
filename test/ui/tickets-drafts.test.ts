import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { Dialogue, row } from './hands.ts';
import {
	arrived,
	commentBox,
	openTicket,
	somebody,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	until,
} from './ticket-hands.ts';

const folder = temporaryFolder('workspace');
writeFileSync(join(folder, 'main.c'), 'int main(void)\n{\n\treturn 1; /* TODO: why? */\n}\n');

describe('What is written about a ticket', () => {
	const { editor, line } = ticketWindow({ folder });
	const ana = () => somebody(editor().forge, '~ana');
	const bob = () => somebody(editor().forge, '~bob');
	const saved = () =>
		ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
	const scroll = () =>
		ticketPage(editor())
			.locator('body')
			.evaluate(() => window.scrollY);

	it('stays as it is while the ticket becomes another, which is shown', async () => {
		await editor().page.setViewportSize({ width: 1400, height: 700 });
		await openTicket(editor(), 25, 'After the update to 2.4.1');
		const box = commentBox(editor());
		await box.fill('It is the line discipline.\n\nI think.');
		await saved();
		await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 15, 'backward'));
		const before = await scroll();
		assert.ok(before > 0);
		await bob().update(25, { comment: 'I have seen it, too.' });
		await ana().update(25, { status: 'resolved', resolution: 'not_our_bug' });
		await editor().command('Tildeforge: Refresh');
		await ticketPage(editor()).getByText('I have seen it, too.').waitFor();
		await ticketPage(editor()).getByText('~ana resolved this as not our bug').waitFor();
		const now = await box.evaluate((field: HTMLTextAreaElement) => [
			field.value,
			field.selectionStart,
			field.selectionEnd,
			field.selectionDirection,
			document.activeElement === field,
		]);
		assert.deepEqual(now, ['It is the line discipline.\n\nI think.', 6, 15, 'backward', true]);
		const shift = (await scroll()) - before;
		assert.ok(shift >= 0, `the page went up by ${-shift}`);
	});

	it('is there again after the window was loaded anew, where the page was scrolled to', async () => {
		const before = await scroll();
		await editor().hasKept(new RegExp(`scroll\\W+${before}\\b`));
		await editor().reload();
		// The focus is where the editor wants it after loading.
		await title(editor(), /^After the update to 2.4.1/).waitFor();
		await until(async () => (await commentBox(editor()).inputValue()) !== '');
		assert.equal(await commentBox(editor()).inputValue(), 'It is the line discipline.\n\nI think.');
		await until(async () => (await scroll()) === before);
	});

	it('survives that the extension host is killed, but for what was typed since a moment', async () => {
		const { page } = editor();
		await commentBox(editor()).press('End');
		await commentBox(editor()).fill('It is the line discipline.\n\nI am sure now.');
		await saved();
		await editor().hasKept(/I am sure now/);
		const pid = extensionHost(editor().host.data);
		process.kill(pid, 'SIGKILL');
		await until(() => !isAlive(pid));
		await editor().reload();
		// The focus is where the editor wants it after loading.
		await title(editor(), /^After the update to 2.4.1/).waitFor();
		await until(async () => (await commentBox(editor()).inputValue()).endsWith('I am sure now.'));
		await editor().openContainer();
		await row(editor(), 'Tickets', /^Drafts, 1$/).waitFor();
		await editor().command('Tildeforge: Focus on Tickets View');
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowRight');
		await row(editor(), 'Tickets', 'Draft for ~ana/editor#25').waitFor();
	});

	it('is thrown away only by that, and can be had back', async () => {
		const { page } = editor();
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
		await row(editor(), 'Tickets', /^Drafts/).waitFor({ state: 'detached' });
		assert.equal(await commentBox(editor()).inputValue(), '');
		await ticketPage(editor()).getByRole('button', { name: 'Undo' }).click();
		await until(async () => (await commentBox(editor()).inputValue()).endsWith('I am sure now.'));
		await row(editor(), 'Tickets', /^Drafts, 1$/).waitFor();
		assert.equal(await page.locator('.tab', { hasText: '#25' }).count(), 1);
	});

	it('is kept where the forge cannot be reached, and says so', async () => {
		await line().cut();
		await ticketPage(editor()).getByRole('button', { name: 'Comment', exact: true }).click();
		const refusal = ticketPage(editor()).getByRole('alert');
		await refusal.getByText('Nothing was sent.').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), 'It is the line discipline.\n\nI am sure now.');
		await ticketRow(editor(), 57).click();
		await arrived(editor(), 'Release 2.4.2?');
		await ticketPage(editor()).getByText('No connection to 127.0.0.1').waitFor();
		await editor().command('Tildeforge: Refresh');
		const trouble = row(editor(), 'Tickets', /^Shown as of/);
		await trouble.waitFor();
		await line().mend();
		const isGone = () =>
			trouble.waitFor({ state: 'detached', timeout: 3000 }).then(
				() => true,
				() => false,
			);
		// What was on its way when the line was mended may fail all the same.
		do await editor().command('Tildeforge: Refresh');
		while (!(await isGone()));
	});

	it('is not sent on top of what somebody else has decided meanwhile', async () => {
		await openTicket(editor(), 52, 'Sorting lines');
		await commentBox(editor()).fill('I begin.');
		await ticketPage(editor()).getByLabel('Status', { exact: true }).selectOption('in_progress');
		await ana().update(52, { status: 'resolved', resolution: 'wont_fix' });
		await ticketPage(editor()).getByRole('button', { name: 'Comment and mark as in progress' }).click();
		const refusal = ticketPage(editor()).getByRole('alert');
		await refusal.getByText('Nothing was sent: somebody else has changed the ticket').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), 'I begin.');
		assert.equal((await ana().ticket(52)).status, 'resolved');
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
	});

	it('can begin with lines of a file', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await page.keyboard.press('ControlOrMeta+p');
		await dialogue.field.fill('main.c');
		await dialogue.option('main.c').first().waitFor();
		await page.keyboard.press('Enter');
		await page.locator('.view-lines').getByText('TODO').waitFor();
		await page.locator('.view-lines').getByText('TODO').click();
		await page.keyboard.press('Home');
		await page.keyboard.press('Shift+End');
		await editor().command('Tildeforge: New Ticket from Selection…');
		await dialogue.choose('~ana/editor');
		await ticketPage(editor()).getByLabel('Title').fill('Why is it 1?');
		assert.equal(
			await commentBox(editor()).inputValue(),
			'`main.c:3`\n\n```c\nreturn 1; /* TODO: why? */\n```\n\n',
		);
		await ticketPage(editor()).getByRole('button', { name: 'Create ticket' }).click();
		await arrived(editor(), 'Why is it 1?');
		assert.equal((await ana().ticket(61)).title, 'Why is it 1?');
		await row(editor(), 'Tickets', 'Why is it 1?, ticket 61').first().waitFor();
	});
});

/** The process in which the extensions of this editor run. */
function extensionHost(data: string): number {
	const all = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n');
	const found = (words: RegExp, parent?: string) =>
		all
			.map((one) => /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(one) ?? [])
			.filter(
				([, , above, command = '']) => words.test(command) && (parent === undefined || parent === above),
			)
			.map(([, pid = '']) => pid);
	const [server] = found(new RegExp(`server-main\\.js.*${data}`));
	const [host] = found(/type=extensionHost/, server);
	assert.ok(host, `no extension host below ${server}`);
	return Number(host);
}

function isAlive(pid: number): boolean {
	try {
		// One that is dead and not yet taken notice of is dead.
		return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
	} catch {
		return false;
	}
}
