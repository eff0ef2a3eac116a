import type { Locator } from 'playwright-core';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue, row } from './editor-driver.ts';
import { push } from './git-pushes.ts';
import { inboxLabels } from './inbox-driver.ts';
import { changedFile, patchBody, sendMails, seriesMails } from './patches-mails.ts';
import { bob, refuseReads, type State } from './trials-state.ts';
import type { TrialWindow } from './trials-window.ts';

export const state = (
	name: string,
	enter: State['enter'],
	more: Omit<State, 'name' | 'hasPage' | 'enter'> = {},
): State => ({ name, hasPage: false, enter, ...more });

export const inboxRow = ({ window }: TrialWindow, name: string | RegExp): Locator =>
	row(window, 'Inbox', name).first();

const servers = ({ proxy, lists, repositories }: TrialWindow) => [proxy, lists, repositories];

export const cutAll = (trial: TrialWindow) => Promise.all(servers(trial).map((one) => one.cut()));
export const mendAll = (trial: TrialWindow) => Promise.all(servers(trial).map((one) => one.mend()));

export const refuseAllReads = (trial: TrialWindow, reason: string | undefined): void => {
	for (const one of servers(trial)) refuseReads(one, reason);
};

/** Refuses webhooks, or, without a reason, no longer refuses them. */
export function refuseHooks(trial: TrialWindow, reason: string | undefined): void {
	for (const one of servers(trial))
		one.refusalOf = (what) => (what.includes('webhooks') ? reason : undefined);
}

/** Asks the forge what has happened until the Inbox shows it. */
export async function readUntil(trial: TrialWindow, words: RegExp): Promise<void> {
	await trial.window.command('Tildeforge: Refresh');
	await until(async () => (await inboxLabels(trial.window)).some((label) => words.test(label)), {
		what: `${words} is in the Inbox`,
		seconds: 60,
	});
}

/** Opens *Live Status* unless it is still open, and waits for these words in it. */
export async function openLiveStatus(trial: TrialWindow, words: string | RegExp): Promise<void> {
	const dialogue = new Dialogue(trial.window.page);
	if (await dialogue.box.isHidden()) await trial.window.command('Tildeforge: Show Live Status');
	// Its rows change as the webhooks do.
	await dialogue.box.getByText(words).first().waitFor({ timeout: 60_000 });
}

/** Moves the right edge of the side bar. */
export async function setSideBarWidth({ window: { page } }: TrialWindow, width: number): Promise<void> {
	const bar = page.locator('.part.sidebar');
	await tryAgain(
		async () => {
			const box = await bar.boundingBox();
			if (!box) throw new Error('There is no side bar.');
			await page.mouse.move(box.x + box.width, box.y + 300);
			await page.mouse.down();
			await page.mouse.move(box.x + width, box.y + 300, { steps: 5 });
			await page.mouse.up();
		},
		() => until(async () => Math.abs(((await bar.boundingBox())?.width ?? 0) - width) < 10, { seconds: 2 }),
	);
}

/** One of each kind of event that others cause. `data` is the folder of the forge. */
export async function causeEvents(trial: TrialWindow, data: string): Promise<void> {
	const { forge } = trial.window;
	await bob(trial).create({ title: 'The cursor blinks too fast', description: 'It does.' });
	await bob(trial).update(49, { comment: 'I see it too, @~ana.' });
	await sendMails(forge, [
		{ id: 'thread@example.org', subject: 'How fast should it blink?', body: 'Well?\n' },
		{
			id: 'answer@example.org',
			subject: 'Re: How fast should it blink?',
			body: 'Once a second.\n',
			answers: 'thread@example.org',
		},
		...[1, 2].flatMap((version) =>
			seriesMails({
				id: `odd-${version}@example.org`,
				brackets: version > 1 ? `PATCH editor v${version}` : 'PATCH editor',
				cover: { subject: 'Odd files', body: 'Files that nothing else opens.\n' },
				patches: [1, 2].map((nth) => ({
					subject: `Open odd files ${nth}`,
					body: patchBody('Text.', [changedFile(`odd-${nth}.c`, 1, ['-1', `+${version}`])]),
				})),
			}),
		),
		...[1, 2, 3].map((nth) => ({
			id: `odd-reply-${nth}@example.org`,
			subject: 'Re: [PATCH editor v2 0/2] Odd files',
			body: `On Monday, Bob wrote:\n> Files that nothing else opens.\n\nThis is remark ${nth}, and looks good otherwise.\n\n-- \nCarol\n`,
			from: 'Carol <carol@example.org>',
			answers: 'odd-2@example.org',
		})),
	]);
	await push(data, '~ana/notes', 'Blink slowly\n\nOnce a second is enough.', 'slow');
}

/** Titles and messages that look like something else, or are too long. */
export async function causeHostileEvents(trial: TrialWindow, data: string): Promise<void> {
	for (const title of [
		'**Bold** [link](command:workbench.action.closeWindow) $(trash) <img src=x onerror=alert(1)> &amp;',
		'Read \u202egnp.exe\u202c from right to left',
		'Control \u0007 and \u001b[31m and zero\u200bwidth characters',
		'עברית, 日本語 and 🦊 in one title',
		`A title that its author has written ${'without any thought for those who have to read it '.repeat(4)}`,
	])
		await bob(trial).create({ title, description: 'It does.' });
	await sendMails(trial.window.forge, [
		{
			id: 'hostile-thread@example.org',
			subject: '$(trash) *Approved* \u202eby ana\u202c <script>alert(1)</script>',
			from: '"~ana $(pass) \u202e" <mallory@example.org>',
			body: 'Hello.\n',
		},
	]);
	await push(data, '~ana/notes', '$(trash) **Merge** \u202elmth.x\u202c <img src=x>', 'v1-\u202e$(x)');
}

const manyTickets = 3;
const manySeries = 40;
const manyReplies = 300;

/** A busy day: few tickets, and many replies to many series. */
export async function causeManyEvents(trial: TrialWindow): Promise<void> {
	for (let nth = 1; nth <= manyTickets; nth++)
		await bob(trial).create({ title: `Line ${nth} is too long`, description: 'It is.' });
	await sendMails(trial.window.forge, [
		...Array.from({ length: manySeries }, (_, nth) => ({
			id: `many-${nth}@example.org`,
			subject: `[PATCH editor] Busy series ${nth + 1}`,
			body: patchBody('Text.', [changedFile(`many-${nth}.c`, 1, ['-1', '+2'])]),
		})),
		...Array.from({ length: manyReplies }, (_, nth) => ({
			id: `many-reply-${nth}@example.org`,
			subject: 'Re: Busy series',
			body: `Reply ${nth + 1} to this.\n`,
			from: 'Carol <carol@example.org>',
			answers: `many-${nth % manySeries}@example.org`,
		})),
	]);
}
