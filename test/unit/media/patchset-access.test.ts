import assert from 'node:assert/strict';
import { toPageNote } from '../../../src/platform/page/outbox-note.ts';
import { problemsIn } from '../../kit/pages/axe.ts';
import { assertIconsAreInPlace } from '../../kit/pages/icons.ts';
import { refuse } from './page-answers.ts';
import { openPatchset } from './patchset-page.ts';
import { compared, file, patch, series, thread } from './patchset-sample.ts';
import { assertTabOrder } from './tab-order.ts';

const note = (key: string, kind: 'warning' | 'info') => ({
	key,
	kind,
	icon: 'debug-disconnect' as const,
	pieces: ['No connection to lists.example.org since 08:03.'],
	acts: [{ act: 'retry' as const, label: 'Try Now' }],
});

const refused = toPageNote({
	entry: 'one',
	text: 'Approved: not made. The token is missing the permission patches:write.',
	...{ button: 'Send Again', isProblem: true, lacksPermission: true },
});

/** A patch with files that a reader should look at twice. */
const suspicious = patch('1', [
	file('test', {
		lineCount: 5,
		warnings: [{ text: 'Line 67 reads differently from how it runs.', line: '67' }],
	}),
	file('script', { marks: [{ text: 'executable', isWarning: true }] }),
	file('link', {
		marks: [{ text: 'symbolic link', isWarning: true }],
		warnings: [{ text: 'It has the name of another file.', line: '' }],
	}),
]);

/** A snapshot with everything that the page can show at once. */
const full = { ...compared, notes: [note('offline', 'warning'), note('old', 'info')], undoable: 'one' };

const themes = ['dark', 'light', 'contrast'] as const;

describe('The page of a patchset', () => {
	for (const width of [380, 700, 1000, 1600]) {
		it(`has no accessibility violation and no horizontal overflow in any theme at a width of ${width} pixels`, async () => {
			const page = await openPatchset(full);
			await page.page.setViewportSize({ width, height: 900 });
			await page.page.getByRole('button', { name: /Changed: undo: store/ }).click();
			await page.page.getByText('put_le32(f, UNDO_MAGIC);').last().waitFor();
			await page.page.locator('.file[data-file=test]').scrollIntoViewIfNeeded();
			await page.page.getByText('trace(b);').waitFor();
			await page.settled();
			assert.deepEqual(await problemsIn(themes, page), []);
		});
	}

	it('has no accessibility violation with warnings and a change that was not made', async () => {
		const page = await openPatchset({ ...series, notes: [refused], patches: [suspicious] });
		await page.page.getByRole('button', { name: 'Grant Permissions' }).waitFor();
		await page.page.getByText('It has the name of another file.').waitFor();
		await page.page.locator('.file[data-file=test] .l .invisible').first().waitFor();
		await page.settled();
		assert.deepEqual(await problemsIn(themes, page), []);
	});

	it('has no accessibility violation in its other states', async () => {
		const fail = refuse('No connection.');
		const page = await openPatchset(series, 'dark', { diff: fail, mails: fail });
		await page.page.getByRole('alert').first().waitFor();
		assert.deepEqual(await problemsIn(themes, page), [], 'failed');
		await page.page.setViewportSize({ width: 700, height: 900 });
		await page.page.keyboard.press('t');
		await page.page.keyboard.type('nothing');
		await page.page.getByText('No matching files').waitFor();
		assert.deepEqual(await problemsIn(themes, page), [], 'list');
		page.handlers = {};
		await page.show(thread);
		await page.page.getByText('The text of mail 201.').waitFor();
		assert.deepEqual(await problemsIn(themes, page), [], 'thread');
		await page.page.keyboard.press('?');
		await page.page.getByRole('dialog').waitFor();
		assert.deepEqual(await problemsIn(themes, page), [], 'keys');
		await page.page.keyboard.press('Escape');
		const nothing = {
			...{ status: null, canSetStatus: false, versions: [], discussion: [], participants: [], summary: [] },
			...{ key: 'reading', loadingText: 'Loading ~ana/editor-devel#318…' },
		};
		await page.show({ ...thread, ...nothing });
		assert.deepEqual(await problemsIn(themes, page), [], 'loading');
	});

	it('can be used without a mouse, and shows what has the focus', async () => {
		const page = await openPatchset(series);
		await page.page.locator('.file[data-file=undo] .l').first().waitFor();
		await assertTabOrder(page.page, [
			'Go to the patches',
			'Find file',
			'src/undo.c2 replies',
			'Copy link to this page',
			'Next patchset',
			'v1' + '12 Nov',
			'Status: Proposed. Change',
			'Review',
			'More actions',
			'Reply to the cover letter',
			'Previous reply',
			'Fold src/undo.c',
			'Changes in src/undo.c',
			'Show in discussion',
			'Go to Line 67',
			'Reply to the mail by Carol Nowak',
		]);
		await page.page.getByRole('button', { name: 'Fold src/undo.c' }).focus();
		for (const _ of [1, 2, 3, 4]) await page.page.keyboard.press('ArrowRight');
		assert.equal(await page.page.locator(':focus').getAttribute('aria-label'), 'Viewed: src/undo.c');
	});

	it('has the lines of each icon in it, and no other elements for icons', async () => {
		const page = await openPatchset(full);
		await page.page.locator('.reply').first().waitFor();
		await assertIconsAreInPlace(page.page);
	});

	it('moves to the patches with the link at its start', async () => {
		const page = await openPatchset(series);
		await page.page.keyboard.press('Tab');
		await page.page.locator('.skip:focus').waitFor();
		await page.page.keyboard.press('Enter');
		await page.page.locator('#patches:focus').waitFor();
		assert.deepEqual(page.broken, []);
	});
});
