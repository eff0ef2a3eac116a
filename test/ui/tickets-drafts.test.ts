import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { isRunning } from '../tools/processes.ts';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	Dialogue,
	expandRow,
	notice,
	openBox,
	row,
	signInWithToken,
	signOut,
	tokenOf,
} from './editor-driver.ts';
import {
	commentBox,
	draftsOnDisk,
	forgeUser,
	openTicket,
	showTicketsView,
	ticketPage,
	ticketWindow,
	title,
	waitForNotification,
	waitForPage,
} from './ticket-driver.ts';

const folder = temporaryFolder('workspace');
const code = 'int main(void)\n{\n\treturn 1; /* TODO: why? */\n}\n';
for (const file of ['main.c', 'changed.c']) writeFileSync(join(folder, file), code);
const git = (...args: readonly string[]) =>
	execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@forge.test', ...args], {
		encoding: 'utf8',
	}).trim();
git('init', '-q', '-b', 'topic');
git('add', '.');
git('commit', '-q', '-m', 'Return');
git('remote', 'add', 'origin', 'git@127.0.0.1:~ana/editor');
git('update-ref', 'refs/remotes/origin/HEAD', 'HEAD');
// Other people have different content in this file, so its line numbers may differ there.
writeFileSync(join(folder, 'changed.c'), `${code}/* The end. */\n`);

const long = { number: 25, title: 'After the update to 2.4.1' };
const release = { number: 57, title: 'Release 2.4.2?' };
const half = { number: 59, title: 'Half of the last line' };

describe('A draft', () => {
	const { editor, proxy } = ticketWindow({ folder });
	const ana = () => forgeUser(editor().forge, '~ana');
	const bob = () => forgeUser(editor().forge, '~bob');

	const open = ({ number, title }: typeof long) => openTicket(editor(), number, title);
	const button = (name: string) => ticketPage(editor()).getByRole('button', { name, exact: true });
	const text = () => commentBox(editor()).inputValue();
	const isText = (wanted: string) =>
		until(async () => (await text()) === wanted, { what: `the box contains ${JSON.stringify(wanted)}` });
	const saved = () =>
		ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
	const drafts = (count: number) => row(editor(), 'Tickets', `Drafts, ${count}`).waitFor();
	const noDraft = () => row(editor(), 'Tickets', /^Drafts/).waitFor({ state: 'detached' });
	const scroll = () =>
		ticketPage(editor())
			.locator('body')
			.evaluate(() => window.scrollY);

	async function write(ticket: typeof long, words: string): Promise<void> {
		await open(ticket);
		await commentBox(editor()).fill(words);
		await saved();
	}

	/** The row of a draft, whose parent is collapsed at first. */
	async function draftRow(number: number) {
		const draft = row(editor(), 'Tickets', `Draft for ~ana/editor#${number}`);
		await expandRow(row(editor(), 'Tickets', /^Drafts/));
		await draft.waitFor();
		return draft;
	}

	async function comeBack({ number, title }: typeof long): Promise<void> {
		await editor()
			.page.locator('.tab', { hasText: `#${number}` })
			.click();
		await waitForPage(editor(), title);
	}

	/** Holds back answers to changes until the returned function is called. */
	function holdAnswers(): () => void {
		const { promise, resolve } = Promise.withResolvers<void>();
		proxy().heldUntil = promise;
		proxy().forget();
		return () => {
			proxy().heldUntil = undefined;
			resolve();
		};
	}

	/** Sends a comment on the release, and shows another tab before the answer arrives. */
	async function sendAndLeave(words: string): Promise<() => void> {
		await write(release, words);
		const answer = holdAnswers();
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await until(() => proxy().of('PUT').length === 1);
		await open(half);
		return answer;
	}

	it('keeps its text, selection and position on the screen while the ticket changes', async () => {
		await editor().page.setViewportSize({ width: 1400, height: 700 });
		await write(long, 'It is the line discipline.\n\nI think.');
		const box = commentBox(editor());
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

	it('is continued from its row, disappears when discarded there or on its page, and can be restored by Undo', async () => {
		await write(release, 'Not yet.');
		await drafts(1);
		await button('Discard').click();
		await noDraft();
		assert.equal(await text(), '');
		await button('Undo').click();
		await isText('Not yet.');
		await drafts(1);
		assert.equal(await editor().page.locator('.tab', { hasText: '#57' }).count(), 1);

		await open(half);
		const draft = await draftRow(release.number);
		await chooseInMenu(draft, 'Open Draft');
		await isText('Not yet.');
		await open(half);
		await draft.hover();
		await draft.getByRole('button', { name: 'Discard Draft' }).click();
		await noDraft();
		await comeBack(release);
		await ticketPage(editor()).getByText('The draft was sent or discarded elsewhere.').waitFor();
		assert.equal(await text(), '');
		await button('Undo').click();
		await isText('Not yet.');
		await drafts(1);
	});

	it('that is refused stays on the page with the reason, and is reported if its page is hidden', async () => {
		proxy().refusalOf = (what) => (what.startsWith('PUT') ? 'Not today' : undefined);
		const answer = await sendAndLeave('This is refused.');
		answer();
		const notification = await waitForNotification(editor(), "Couldn't comment on ~ana/editor#57");
		await notification.getByText('Not today').waitFor();
		await notification.getByRole('button', { name: 'Show Draft' }).click();
		await waitForPage(editor(), release.title);
		await ticketPage(editor())
			.getByRole('alert')
			.getByText(/^Nothing was sent\..*Not today/)
			.waitFor();
		assert.equal(await text(), 'This is refused.');

		// The forge accepts changes again, but another user has changed this ticket since the draft was begun.
		proxy().refusalOf = () => undefined;
		await openTicket(editor(), 52, 'Sorting lines');
		await commentBox(editor()).fill('I begin.');
		await ticketPage(editor()).getByLabel('Status after sending').selectOption('in_progress');
		await ana().update(52, { status: 'resolved', resolution: 'wont_fix' });
		await button('Comment and set to in progress').click();
		const refusal = ticketPage(editor()).getByRole('alert');
		await refusal.getByText('Nothing was sent. This ticket changed while you were writing.').waitFor();
		await refusal.getByText('It is now: Resolved as won’t fix.').waitFor();
		await refusal.getByRole('button', { name: 'Keep Only the Comment' }).waitFor();
		assert.equal(await text(), 'I begin.');
		assert.equal((await ana().ticket(52)).status, 'resolved');
	});

	it('is sent once, even if its page is hidden, closed or edited before the answer arrives', async () => {
		const { page } = editor();
		const answerHidden = await sendAndLeave('This is said once.');
		await comeBack(release);
		await button('Sending…').waitFor();
		assert.equal(await text(), 'This is said once.');
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await editor().command('View: Close Editor');
		await open(release);
		await button('Sending…').waitFor();
		answerHidden();
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.equal(await text(), '');
		assert.equal(proxy().of('PUT').length, 1);
		await noDraft();
		const answerAway = await sendAndLeave('And this, too.');
		answerAway();
		await noDraft();
		await comeBack(release);
		await ticketPage(editor()).getByText('Sent.').waitFor();
		assert.equal(await text(), '');
		await noDraft();
		assert.equal(proxy().of('PUT').length, 1);

		await write(release, 'This is sent.');
		await ticketPage(editor()).getByLabel('Status after sending').selectOption('confirmed');
		const answer = holdAnswers();
		await commentBox(editor()).focus();
		await page.keyboard.press('ControlOrMeta+End');
		await page.keyboard.press('ControlOrMeta+Enter');
		await button('Sending…').waitFor();
		await until(() => proxy().of('PUT').length === 1);
		await page.keyboard.type('\n\nAnd this is');
		assert.equal(await text(), 'This is sent.\n\nAnd this is');
		answer();
		await ticketPage(editor())
			.getByRole('article', { name: 'Comment by ~ana' })
			.getByText('This is sent.', { exact: true })
			.waitFor();
		await isText('And this is');
		await page.keyboard.type(' new.');
		await isText('And this is new.');
		// The status was sent, so it is no longer part of the draft.
		await button('Comment').waitFor();
		await saved();
		await drafts(1);
		const isOnlyTheRest = () => {
			const onDisk = draftsOnDisk(editor());
			return onDisk.includes('And this is new.') && !onDisk.includes('This is sent');
		};
		await until(isOnlyTheRest, { what: 'only what was not sent is on the disk' });
		await page.keyboard.press('ControlOrMeta+Enter');
		await noDraft();
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ body }) => body),
			[{ comment: 'This is sent.', status: 'confirmed' }, { comment: 'And this is new.' }],
		);
	});

	it('keeps every letter even if the next key closes its page, and stays when its author signs out', async () => {
		const { page } = editor();
		let words = '';
		for (let round = 1; round <= 2; round++) {
			await open(release);
			assert.equal(await text(), words);
			// Uses a click, so that the mouse does not stay on a row, whose hover would cover the next ones.
			await commentBox(editor()).click();
			await page.keyboard.press('ControlOrMeta+End');
			const more = Array.from({ length: 8 }, (_, nth) => `word${round}.${nth} `).join('');
			words += more;
			await page.keyboard.type(more);
			await page.keyboard.press('ControlOrMeta+w');
			await page.locator('.tab', { hasText: '#57' }).waitFor({ state: 'detached' });
		}
		await open(release);
		assert.equal(await text(), words);

		await signOut(editor());
		await ticketPage(editor())
			.getByText(/signed out/)
			.first()
			.waitFor();
		assert.equal(await text(), words);
		assert.match(draftsOnDisk(editor()), /word2\.7/);
		await editor().command('View: Close Editor');
		await editor().page.locator('.tab', { hasText: '#57' }).waitFor({ state: 'detached' });
		await signInWithToken(editor(), tokenOf(editor().forge, '~ana'));
		await open(release);
		assert.equal(await text(), words);
	});

	const titleField = () => ticketPage(editor()).getByLabel('Title');
	const shown = async () => [await titleField().inputValue(), await text()];
	const isShown = (wanted: readonly string[]) =>
		until(async () => String(await shown()) === String(wanted), {
			what: `the new ticket contains ${JSON.stringify(wanted)}`,
		});

	/** Puts the caret in the line with the TODO. */
	async function openFile(name: string): Promise<void> {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await tryAgain(
			// Unlike Ctrl+P, which would go to the next file of the list, F1 can be pressed again.
			() => page.keyboard.press('F1'),
			() => dialogue.field.fill(name, { timeout: 1000 }),
			20,
		);
		// The list shows recently opened files until it has searched for the name, and is redrawn when git has looked at the files.
		await dialogue.box.locator('.monaco-list-row.focused').and(dialogue.option(name)).waitFor();
		await page.keyboard.press('Enter');
		await page.locator('.tab.active', { hasText: name }).waitFor();
		await page.locator('.view-lines').getByText('TODO').click();
	}

	/** Begins a new ticket with the TODO of the file. */
	async function beginWithTodo(): Promise<Dialogue> {
		const dialogue = new Dialogue(editor().page);
		await openFile('changed.c');
		await openBox(editor(), 'Tildeforge: New Ticket from Selection…', 'New Ticket');
		await dialogue.choose('~ana/editor');
		return dialogue;
	}

	it('of a new ticket starts with lines or a TODO of a file, and can be appended to or replaced', async () => {
		const { page } = editor();
		const dialogue = new Dialogue(page);
		await openFile('main.c');
		await page.keyboard.press('Home');
		await page.keyboard.press('Shift+End');
		await openBox(editor(), 'Tildeforge: New Ticket from Selection…', 'New Ticket');
		await dialogue.choose('~ana/editor');
		await titleField().fill('Why is it 1?');
		const { repositories } = editor().forge.addresses;
		const link = `${repositories}/~ana/editor/tree/${git('rev-parse', 'HEAD')}/item/main.c#L3`;
		assert.equal(await text(), `[\`main.c:3\`](${link})\n\n\`\`\`c\nreturn 1; /* TODO: why? */\n\`\`\`\n\n`);
		await button('Create ticket').click();
		await waitForPage(editor(), 'Why is it 1?');
		assert.equal((await ana().ticket(61)).title, 'Why is it 1?');
		await row(editor(), 'Tickets', 'Ticket 61, Why is it 1?').first().waitFor();

		await openFile('changed.c');
		await page.locator('.view-lines').getByText('The end.').waitFor();
		const action = page.locator('.action-widget').getByText('New Ticket from TODO…');
		// The menu closes when the editor is redrawn, for example because git has looked at the file.
		await tryAgain(
			() => page.keyboard.press('ControlOrMeta+.'),
			() => action.waitFor({ timeout: 3000 }),
		);
		await page.keyboard.press('Enter');
		await dialogue.choose('~ana/editor');
		await waitForPage(editor(), 'New ticket');
		assert.equal(await titleField().inputValue(), 'why?');
		const piece = await text();
		assert.match(piece, /^`changed\.c:3`\n\n```c\n\treturn 1;/);
		await titleField().fill('Begun');
		await commentBox(editor()).fill('My words.\n');
		await saved();

		const cancelled = await beginWithTodo();
		await cancelled.asks('New Ticket: ~ana/editor');
		await cancelled.option(/^Append to draft, Begun/).waitFor();
		await cancelled.leave();
		await page.locator('.tab.active', { hasText: 'changed.c' }).waitFor();
		await page.locator('.tab', { hasText: 'New ticket' }).click();
		await waitForPage(editor(), 'New ticket');
		assert.deepEqual(await shown(), ['Begun', 'My words.\n'], 'cancelling changes nothing');

		const appended = await beginWithTodo();
		await appended.choose(/^Append to draft/);
		await waitForPage(editor(), 'New ticket');
		const longer = `My words.\n\nwhy?\n\n${piece}`;
		await isShown(['Begun', longer]);

		proxy().refusalOf = (what) => (what.startsWith('POST') ? 'Not today' : undefined);
		await button('Create ticket').click();
		await ticketPage(editor()).getByRole('alert').getByText('Not today').waitFor();
		const replaced = await beginWithTodo();
		await replaced.says('Discards the draft (you can undo)');
		await replaced.choose(/^Start over/);
		await waitForPage(editor(), 'New ticket');
		await isShown(['why?', piece]);
		assert.equal(await ticketPage(editor()).getByRole('alert').count(), 0, 'the old error is gone');
		const told = await notice(editor(), 'Draft for ~ana/editor discarded.');
		await told.getByRole('button', { name: 'Undo' }).click();
		await isShown(['Begun', longer]);
	});

	it('of a new ticket is offered on lines with the words of a setting, without a reload', async () => {
		const { page, host } = editor();
		const before = JSON.parse(host.settings.read());
		const menu = page.locator('.action-widget');
		const action = menu.getByText('New Ticket from TODO…');
		/** Opens the menu of the light bulb, and waits until the action is in it or not. */
		const offers = (isOffered: boolean) =>
			tryAgain(
				async () => {
					await page.keyboard.press('Escape');
					await page.keyboard.press('ControlOrMeta+.');
				},
				async () => {
					if (isOffered) await action.waitFor({ timeout: 3000 });
					else await page.getByText('No code actions available').or(menu).first().waitFor({ timeout: 3000 });
					assert.equal(await action.count(), isOffered ? 1 : 0);
				},
			);
		await openFile('main.c');
		await offers(true);
		await editor().writeSettings(JSON.stringify({ ...before, 'tildeforge.todoWords': [] }));
		await offers(false);
		await editor().writeSettings(JSON.stringify({ ...before, 'tildeforge.todoWords': ['why'] }));
		await offers(true);
		await page.keyboard.press('Escape');
		await editor().writeSettings(JSON.stringify(before));
	});

	it('survives when the extension host is killed', async () => {
		const words = 'It is the line discipline.\n\nI am sure now.';
		await editor().page.setViewportSize({ width: 1400, height: 700 });
		await write(long, words);
		await ticketPage(editor())
			.locator('body')
			.evaluate(() => window.scrollBy(0, -40));
		await editor().waitUntilStored(/I am sure now/);
		let before = 0;
		// The position may still change while the page draws what is above it.
		await tryAgain(
			async () => {
				before = await scroll();
			},
			() => editor().waitUntilStored(new RegExp(`scroll\\W+y\\W+${before}\\b`)),
		);
		assert.ok(before > 0);
		assert.match(draftsOnDisk(editor()), /I am sure now/);
		const pid = editor().host.extensionHost();
		process.kill(pid, 'SIGKILL');
		await until(() => !isRunning(pid));
		await editor().reload();
		await title(editor(), long.title).waitFor();
		await isText(words);
		await until(async () => (await scroll()) === before, { what: `the page is scrolled to ${before}` });
		await showTicketsView(editor());
		await drafts(1);
		await draftRow(25);
	});
});
