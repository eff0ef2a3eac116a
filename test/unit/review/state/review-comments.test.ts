import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { type CommentKey, idOfComment } from '../../../../src/patches/model/review-comment.ts';
import { createReviewComments } from '../../../../src/review/state/review-comments.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const mail = { account: 'ana', owner: '~ana', list: 'editor-devel', mail: 2 };
const keys: readonly CommentKey[] = [
	{ ...mail, lines: { kind: 'diff', patch: 0, file: 1, hunk: 2, first: 3, last: 4 } },
	{ ...mail, lines: { kind: 'file', patch: 0, file: 1 } },
	{ ...mail, lines: { kind: 'text', text: 'message', patch: 0, first: 1, last: 2 } },
	{ ...mail, lines: { kind: 'mail', first: 1, last: 2 } },
	{ ...mail, lines: { kind: 'whole' } },
	{ ...mail, mail: 3, lines: { kind: 'whole' } },
];

describe('The comments of a review', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'tildeforge-reviews-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	async function open() {
		const { log } = readable();
		const comments = createReviewComments(fileStorage(folder, log), log);
		await comments.open();
		return comments;
	}

	const written = (key: CommentKey, text: string, id: string) => ({
		...{ id, key, body: { text }, revision: 1, writer: 'page', base: null },
		account: { id: 'ana', name: '~ana', instance: 'forge.test' },
	});

	it('are kept for each line, text or mail that they are about', async () => {
		const one = await open();
		for (const [nth, key] of keys.entries()) await one.write(written(key, `Comment ${nth}`, `c${nth}`));
		one.dispose();
		const other = await open();
		for (const [nth, key] of keys.entries())
			assert.deepEqual(
				other.of(key).map(({ key: about, body }) => [about, body.text]),
				[[key, `Comment ${nth}`]],
			);
		other.dispose();
	});

	it('are kept for thirty days after they were sent, as a moderator may not have decided yet', async () => {
		const day = 24 * 60 * 60_000;
		const [key] = keys;
		assert.ok(key);
		for (const [days, isKept] of [
			[29, true],
			[31, false],
		] as const) {
			const one = await open();
			await one.write(written(key, 'Why?', `sent-${days}`));
			await one.markSent(`sent-${days}`);
			one.dispose();
			const file = join(folder, 'texts', `sent-${days}`);
			const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
			await writeFile(file, JSON.stringify({ ...Object(stored), saved: Date.now() - days * day }));
			const other = await open();
			assert.equal(other.get(`sent-${days}`)?.body.text === 'Why?', isKept, `${days} days`);
			other.dispose();
		}
	});

	it('about different things have different ids', () => {
		assert.equal(new Set(keys.map(idOfComment)).size, keys.length);
		const reordered: CommentKey = { lines: { last: 2, first: 1, kind: 'mail' }, ...mail };
		assert.equal(idOfComment(reordered), idOfComment(keys[3] ?? reordered));
	});
});
