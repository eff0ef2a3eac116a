import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { Dialogue, notice, row, signInWithToken, signOut, tokenOf } from './hands.ts';
import {
	arrived,
	commentBox,
	draftsOnDisk,
	focusTickets,
	notifications,
	openTicket,
	somebody,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	until,
} from './ticket-hands.ts';

const folder = temporaryFolder('workspace');
const file = join(folder, 'main.c');
const code = 'int main(void)\n{\n\treturn 1; /* TODO: why? */\n}\n';
writeFileSync(file, code);
const git = (...args: readonly string[]) =>
	execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@forge.test', ...args], {
		encoding: 'utf8',
	}).trim();
git('init', '-q', '-b', 'topic');
git('add', '.');
git('commit', '-q', '-m', 'Return');
git('remote', 'add', 'origin', 'git@127.0.0.1:~ana/editor');
git('update-ref', 'refs/remotes/origin/HEAD', 'HEAD');

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
		await ticketPage(editor())
			.locator('body')
			.evaluate(() => window.scrollBy(0, -40));
		// Where it stands may still change with what is drawn above.
		let before = await scroll();
		await until(async () => {
			const was = before;
			await new Promise((resolve) => setTimeout(resolve, 500));
			before = await scroll();
			return before === was;
		});
		assert.ok(before > 0);
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
		assert.match(draftsOnDisk(editor()), /I am sure now/);
		const pid = extensionHost(editor().host.data);
		process.kill(pid, 'SIGKILL');
		await until(() => !isAlive(pid));
		await editor().reload();
		// The focus is where the editor wants it after loading.
		await title(editor(), /^After the update to 2.4.1/).waitFor();
		await until(async () => (await commentBox(editor()).inputValue()).endsWith('I am sure now.'));
		await editor().openContainer();
		await row(editor(), 'Tickets', /^Drafts, 1$/).waitFor();
		await focusTickets(editor());
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
		await refusal.getByText('Nothing was sent. Somebody else has changed the ticket').waitFor();
		await refusal.getByText('It is resolved as won’t fix now.').waitFor();
		await refusal.getByRole('button', { name: 'Keep Only the Comment' }).waitFor();
		assert.equal(await commentBox(editor()).inputValue(), 'I begin.');
		assert.equal((await ana().ticket(52)).status, 'resolved');
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
	});

	/** Sends, and goes to another tab before the answer is there; it comes with `answer`. */
	async function sendAndLeave(words: string) {
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await commentBox(editor()).fill(words);
		await saved();
		const { promise, resolve } = Promise.withResolvers<void>();
		line().held = promise;
		line().forget();
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await until(() => line().of('PUT').length === 1);
		await openTicket(editor(), 59, 'Half of the last line');
		return {
			answer: () => {
				line().held = undefined;
				resolve();
			},
		};
	}
	const comeBack = async () => {
		await editor().page.locator('.tab', { hasText: '#57' }).click();
		await arrived(editor(), 'Release 2.4.2?');
	};
	const button = (name: string) => ticketPage(editor()).getByRole('button', { name, exact: true });
	/** Besides that of the ticket from before. */
	const noDraft = () => row(editor(), 'Tickets', /^Drafts, 1$/).waitFor();

	it('is said once, although its page was hidden, or closed, while it was sent', async () => {
		const hidden = await sendAndLeave('This is said once.');
		await comeBack();
		await button('Sending …').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), 'This is said once.');
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await editor().command('View: Close Editor');
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await button('Sending …').waitFor();
		hidden.answer();
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), '');
		assert.equal(line().of('PUT').length, 1);
		await noDraft();
		const away = await sendAndLeave('And this, too.');
		away.answer();
		await noDraft();
		await comeBack();
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), '');
		await noDraft();
		assert.equal(line().of('PUT').length, 1);
	});

	it('is there with the reason, when it was refused while its page was hidden, and this is told', async () => {
		line().refused = (what) => (what.startsWith('PUT') ? 'Not today' : undefined);
		const { answer } = await sendAndLeave('This is refused.');
		answer();
		const told = (await notifications(editor()))
			.locator('.notification-list-item')
			.filter({ hasText: '~ana/editor#57: Nothing was sent.' });
		await told.getByText('Not today').waitFor();
		await told.getByRole('button', { name: 'Show Draft' }).click();
		await arrived(editor(), 'Release 2.4.2?');
		await ticketPage(editor())
			.getByRole('alert')
			.getByText(/^Nothing was sent\..*Not today/)
			.waitFor();
		assert.equal(await commentBox(editor()).inputValue(), 'This is refused.');
		line().refused = () => undefined;
	});

	it('does not come back with its page when it was discarded in the view, but by Undo', async () => {
		await openTicket(editor(), 59, 'Half of the last line');
		await focusTickets(editor());
		await editor().page.keyboard.press('Home');
		await editor().page.keyboard.press('ArrowRight');
		const draft = row(editor(), 'Tickets', 'Draft for ~ana/editor#57');
		await draft.waitFor();
		await draft.hover();
		await draft.getByRole('button', { name: 'Discard Draft' }).click();
		await noDraft();
		await comeBack();
		await ticketPage(editor()).getByText('The draft was sent or discarded elsewhere.').waitFor();
		assert.equal(await commentBox(editor()).inputValue(), '');
		await button('Undo').click();
		assert.equal(await commentBox(editor()).inputValue(), 'This is refused.');
		await row(editor(), 'Tickets', /^Drafts, 2$/).waitFor();
		await button('Discard').click();
		await noDraft();
	});

	it('is whole, although its page is closed by the key after the last letter', async () => {
		const { page } = editor();
		let words = '';
		for (let round = 1; round <= 5; round++) {
			await openTicket(editor(), 57, 'Release 2.4.2?');
			assert.equal(await commentBox(editor()).inputValue(), words);
			await commentBox(editor()).focus();
			await page.keyboard.press('ControlOrMeta+End');
			const more = Array.from({ length: 20 }, (_, nth) => `word${round}.${nth} `).join('');
			words += more;
			await page.keyboard.type(more);
			await page.keyboard.press('ControlOrMeta+w');
			await page.locator('.tab', { hasText: '#57' }).waitFor({ state: 'detached' });
		}
		await openTicket(editor(), 57, 'Release 2.4.2?');
		assert.equal(await commentBox(editor()).inputValue(), words);
		await button('Discard').click();
		await noDraft();
	});

	/** The caret is in the line with the TODO. */
	async function openFile(): Promise<void> {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await page.keyboard.press('ControlOrMeta+p');
		await dialogue.field.fill('main.c');
		// First what was open last is in front, and what is there is drawn anew when git has looked at it.
		await dialogue.box
			.locator('.monaco-list-row.focused')
			.and(dialogue.option(/^main\.c/))
			.waitFor();
		await page.keyboard.press('Enter');
		await page.locator('.view-lines').getByText('TODO').waitFor();
		await page.locator('.view-lines').getByText('TODO').click();
	}

	it('can begin with lines of a file', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await openFile();
		await page.keyboard.press('Home');
		await page.keyboard.press('Shift+End');
		await editor().command('Tildeforge: New Ticket from Selection…');
		await dialogue.choose('~ana/editor');
		await ticketPage(editor()).getByLabel('Title').fill('Why is it 1?');
		const { repositories } = editor().forge.addresses;
		const link = `${repositories}/~ana/editor/tree/${git('rev-parse', 'HEAD')}/item/main.c#L3`;
		assert.equal(
			await commentBox(editor()).inputValue(),
			`[\`main.c:3\`](${link})\n\n\`\`\`c\nreturn 1; /* TODO: why? */\n\`\`\`\n\n`,
		);
		await ticketPage(editor()).getByRole('button', { name: 'Create ticket' }).click();
		await arrived(editor(), 'Why is it 1?');
		assert.equal((await ana().ticket(61)).title, 'Why is it 1?');
		await row(editor(), 'Tickets', 'Why is it 1?, ticket 61').first().waitFor();
	});

	it('can begin with what a line of a file says is to be done', async () => {
		const { page } = editor();
		// Another file than the one that others have: its lines may have other numbers there.
		writeFileSync(file, `${code}/* The end. */\n`);
		await openFile();
		await page.locator('.view-lines').getByText('The end.').waitFor();
		await page.keyboard.press('ControlOrMeta+.');
		await page.locator('.action-widget').getByText('New Ticket from TODO…').waitFor();
		await page.keyboard.press('Enter');
		await new Dialogue(page).choose('~ana/editor');
		await arrived(editor(), 'New ticket');
		assert.equal(await ticketPage(editor()).getByLabel('Title').inputValue(), 'why?');
		assert.match(await commentBox(editor()).inputValue(), /^`main.c:3`\n\n```c\n\treturn 1;/);
		await ticketPage(editor()).getByRole('button', { name: 'Discard' }).click();
	});

	let piece = '';
	const titleField = () => ticketPage(editor()).getByLabel('Title');
	const shown = async () => [await titleField().inputValue(), await commentBox(editor()).inputValue()];
	const isShown = (wanted: readonly string[]) => until(async () => String(await shown()) === String(wanted));

	/** Begins a new ticket with the TODO of the file. */
	async function beginWithTodo(): Promise<Dialogue> {
		const dialogue = new Dialogue(editor().page);
		await openFile();
		await editor().command('Tildeforge: New Ticket from Selection…');
		await dialogue.choose('~ana/editor');
		return dialogue;
	}

	it('of a new ticket is asked about when another one is begun, and stays as it is if nobody answers', async () => {
		await beginWithTodo();
		await arrived(editor(), 'New ticket');
		piece = await commentBox(editor()).inputValue();
		assert.match(piece, /`main\.c:3`.*```c\n\treturn 1;/s);
		await titleField().fill('Begun');
		await commentBox(editor()).fill('My words.\n');
		await saved();
		const dialogue = await beginWithTodo();
		await dialogue.asks('New Ticket: ~ana/editor');
		await dialogue.option(/^Add to the draft, Begun/).waitFor();
		await dialogue.leave();
		await editor().page.locator('.tab.active', { hasText: 'main.c' }).waitFor();
		await editor().page.locator('.tab', { hasText: 'New ticket' }).click();
		await arrived(editor(), 'New ticket');
		assert.deepEqual(await shown(), ['Begun', 'My words.\n']);
	});

	it('of a new ticket has the title and the code of another one below its words, if they are to be added', async () => {
		const dialogue = await beginWithTodo();
		await dialogue.choose(/^Add to the draft/);
		await arrived(editor(), 'New ticket');
		await isShown(['Begun', `My words.\n\nwhy?\n\n${piece}`]);
	});

	it('of a new ticket makes room for another one, with why it was refused, and comes back by Undo', async () => {
		line().refused = (what) => (what.startsWith('POST') ? 'Not today' : undefined);
		await button('Create ticket').click();
		await ticketPage(editor()).getByRole('alert').getByText('Not today').waitFor();
		line().refused = () => undefined;
		const dialogue = await beginWithTodo();
		await dialogue.says('The draft is discarded; Undo brings it back');
		await dialogue.choose(/^Begin another/);
		await arrived(editor(), 'New ticket');
		await isShown(['why?', piece]);
		assert.equal(await ticketPage(editor()).getByRole('alert').count(), 0);
		const told = await notice(editor(), 'The draft for ~ana/editor was discarded.');
		await told.getByRole('button', { name: 'Undo' }).click();
		await editor().command('Notifications: Clear All Notifications');
		await isShown(['Begun', `My words.\n\nwhy?\n\n${piece}`]);
		await button('Discard').click();
	});

	it('stays when its author signs out, and is there again after they have come back', async () => {
		await openTicket(editor(), 57, 'Release 2.4.2?');
		await commentBox(editor()).fill('I go, and come back.');
		await saved();
		await signOut(editor());
		await ticketPage(editor())
			.getByText(/signed out/)
			.first()
			.waitFor();
		assert.equal(await commentBox(editor()).inputValue(), 'I go, and come back.');
		assert.match(draftsOnDisk(editor()), /I go, and come back/);
		await editor().command('View: Close Editor');
		await editor().page.locator('.tab', { hasText: '#57' }).waitFor({ state: 'detached' });
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await openTicket(editor(), 57, 'Release 2.4.2?');
		assert.equal(await commentBox(editor()).inputValue(), 'I go, and come back.');
		await button('Discard').click();
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
