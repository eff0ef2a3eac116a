import assert from 'node:assert/strict';
import { askForToken, copy, Dialogue, row, setUp, signInButton, tokenOf } from './editor-driver.ts';
import { editorWindow } from './window.ts';

/** A token of ~ana in the newer format, which expired in 2001. */
const ended = (() => {
	const text = (value: string) => Buffer.from([value.length, ...Buffer.from(value)]);
	const seconds = Buffer.alloc(8);
	seconds.writeBigInt64LE(1_000_000_000n);
	return Buffer.concat([
		Buffer.of(0),
		seconds,
		text('tickets:read'),
		text(''),
		text('ana'),
		Buffer.alloc(32, 1),
	]).toString('base64');
})();

describe('Signing in with a token', () => {
	const editor = editorWindow({ settings: setUp() }, (window) => window.openContainer());
	const tickets = () => row(editor(), 'Tickets', 'Thank you');

	it('says in the box that the forge does not accept a token, and leaves the token there', async () => {
		await copy(editor().page, 'not a token');
		const dialogue = await askForToken(editor());
		const wrong = 'f'.repeat(32);
		await dialogue.answer(wrong);
		await dialogue.says(
			'forge.test does not accept this token. It may have expired, been revoked, or belong to another forge.',
		);
		assert.equal(await dialogue.field.inputValue(), wrong);
	});

	it('describes a token before it is sent, and sends even one that looks expired', async () => {
		await copy(editor().page, '');
		const dialogue = await askForToken(editor());
		for (const [text, words] of [
			['hello', 'This does not look like a token. Press Enter to use it anyway.'],
			[ended, 'A token for ~ana, expired on September 9, 2001.'],
			['a'.repeat(32), 'A token. Press Enter to sign in.'],
		] as const) {
			await dialogue.field.fill(text);
			await dialogue.says(words);
		}
		await dialogue.answer(ended);
		await dialogue.says('forge.test does not accept this token.');
	});

	it('takes four actions from Sign In to tickets when the token is in the clipboard', async () => {
		const { page, forge } = editor();
		await copy(page, tokenOf(forge, '~ana'));
		let acts = 0;
		const act = async (does: Promise<void>) => {
			acts += 1;
			await does;
		};
		const dialogue = new Dialogue(page);
		await act(signInButton(editor()).click());
		await dialogue.asks('Sign in to a forge');
		await act(page.keyboard.press('Enter'));
		await dialogue.option('Paste a token').waitFor();
		await act(page.keyboard.press('Enter'));
		await dialogue.says('The token in your clipboard. Press Enter to sign in.');
		await act(page.keyboard.press('Enter'));
		await tickets().waitFor();
		assert.equal(acts, 4);
	});

	it('works with the keyboard alone', async () => {
		const { page, forge } = editor();
		await copy(page, '');
		await page.keyboard.press('F1');
		await page.keyboard.type('Tildeforge: Sign In');
		const dialogue = new Dialogue(page);
		await dialogue.option('Tildeforge: Sign In…').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.asks('Sign in to a forge');
		await page.keyboard.press('Enter');
		await dialogue.option('Paste a token').waitFor();
		await page.keyboard.press('Enter');
		await dialogue.field.and(page.locator('[type=password]')).waitFor();
		await page.keyboard.type(tokenOf(forge, '~ana'));
		await dialogue.says('A token. Press Enter to sign in.');
		await page.keyboard.press('Enter');
		await tickets().waitFor();
	});
});
