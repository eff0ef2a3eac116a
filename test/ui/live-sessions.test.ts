import assert from 'node:assert/strict';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { clickUntil, Dialogue, row, signInWithToken, tokenOf } from './editor-driver.ts';
import { storedHooks } from './forge-hooks.ts';
import { visit } from './forge-pages.ts';
import { inboxLabels } from './inbox-driver.ts';
import { forgeUser } from './ticket-driver.ts';
import { editorWindow } from './window.ts';

describe('The webhooks of a token that the user revokes', () => {
	let data = '';
	const editor = editorWindow(
		{
			settings: ({ addresses, webhookKey }) => ({
				'tildeforge.instances': [{ name: 'forge.test', ...addresses, webhookKey }],
			}),
			get forge() {
				data = temporaryFolder('revoked');
				return { data };
			},
		},
		async (window) => {
			await window.openContainer(['Inbox', 'Tickets']);
			await signInWithToken(window, tokenOf(window.forge, '~ana'));
			await row(window, 'Tickets', /^~ana\/editor,/).waitFor();
		},
	);
	const inStatusBar = (words: string) => editor().page.locator('.statusbar-item', { hasText: words });

	/** The events that the forge delivers, as often as it has webhooks for them. */
	const events = () =>
		storedHooks(data)
			.flatMap(({ place, events }) => events.map((event) => `${place} ${event}`))
			.sort();
	async function registered(): Promise<readonly string[]> {
		let last: readonly string[] = [];
		let since = performance.now();
		const isQuiet = () => {
			const now = events();
			if (now.join() !== last.join()) since = performance.now();
			last = now;
			return now.length > 0 && performance.now() - since > 4000;
		};
		await until(isQuiet, { what: 'all webhooks are registered', seconds: 60 });
		return last;
	}

	it('are replaced by as many when the user signs in again, and Live Status says that nothing is heard meanwhile', async () => {
		const { forge } = editor();
		const bob = forgeUser(forge, '~bob');
		const before = await registered();
		await bob.create({ title: 'The cursor blinks too fast', description: 'It does.' });
		await inStatusBar('Tildeforge: Live').waitFor();
		const ana = await visit(forge, 'ana');
		await ana.revokeTokens();
		await editor().command('Tildeforge: Refresh');
		await inStatusBar('Tildeforge: Signed Out').waitFor();
		assert.match(
			(await inStatusBar('Tildeforge: Signed Out').locator('a').first().getAttribute('aria-label')) ?? '',
			/Your forge has ended your sign-in\. Sign in again to see what happens\./,
		);
		await bob.update(60, { comment: 'Written while ~ana is signed out.' });

		const token = await ana.makeToken(['*']);
		const dialogue = new Dialogue(editor().page);
		await clickUntil(row(editor(), 'Tickets', 'Sign in again as'), dialogue.box);
		await dialogue.chooseToken();
		await dialogue.answer(token);
		await row(editor(), 'Tickets', /^~ana\/editor,/).waitFor();
		await until(() => events().join() === before.join(), {
			what: 'the webhooks are registered again',
			seconds: 60,
		});
		const after = await registered();
		assert.deepEqual(after, before);
		assert.equal(new Set(after).size, after.length, 'no event is delivered twice');
		const isInInbox = (words: RegExp) => async () =>
			(await inboxLabels(editor())).some((label) => words.test(label));
		// It has happened without webhooks.
		await until(isInInbox(/commented on ticket 60/), { what: 'the comment is in the Inbox', seconds: 60 });
		await bob.update(59, { comment: 'This is delivered.' });
		await inStatusBar('Tildeforge: Live').waitFor();
		await until(isInInbox(/commented on ticket 59/), { what: 'the delivered comment is in the Inbox' });
	});
});
