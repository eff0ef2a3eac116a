import assert from 'node:assert/strict';
import type { CommentPlace, ShownComment } from '../../../src/patches/page/protocol/comment-protocol.ts';
import type { PatchsetPage } from './patchset-page.ts';

/** A comment that the page has sent to the host. */
interface Posted {
	readonly text: Pick<ShownComment, 'id' | 'revision' | 'writer' | 'body'> & { readonly base: unknown };
	readonly page: string;
	readonly at: CommentPlace;
}
export const posted = (page: PatchsetPage): readonly Posted[] => page.asks('draft') as readonly Posted[];

/** The latest one. */
export const last = (page: PatchsetPage): Posted => posted(page).at(-1) ?? assert.fail();

/** A comment that the host has, by default from another window. */
export const shown = (
	id: string,
	text: string,
	at: CommentPlace,
	writer = 'other',
	revision = 1,
): ShownComment => ({
	...{ id, revision, writer, body: { text }, at },
	...{ saved: '08:12', origin: '', originVersion: '', sendState: null },
});

/** What the host has after it has kept a comment. */
export const kept = ({ text: { id, body, writer, revision }, at }: Posted): ShownComment =>
	shown(id, body.text, at, writer, revision);

/** The line of a file with this number in the new version. */
export const row = ({ page }: PatchsetPage, key: string, number: number) =>
	page.locator(`.file[data-file="${key}"] .l[data-n="${number}"]`).first();

/** Clicks on a line, and presses the key for a comment. */
export async function comment(page: PatchsetPage, key = 'a', number = 10): Promise<void> {
	await row(page, key, number).scrollIntoViewIfNeeded();
	await row(page, key, number).click();
	await page.page.keyboard.press('c');
	await page.page.locator('.comment-draft textarea').first().waitFor();
}
