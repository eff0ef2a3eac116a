import assert from 'node:assert/strict';
import { openPatchset } from './patchset-page.ts';
import { compared, diffOf, textOfMail } from './patchset-sample.ts';

const attack = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';

/** Texts that identify a part of the page, or have a closed set of values. */
const isCode = new Set(['key', 'kind', 'icon', 'tone', 'sign', 'status', 'version', 'old', 'new', 'act']);

/** The same data with an attack in each text. */
function attacked<T>(value: T, field?: string): T;
function attacked(value: unknown, field = ''): unknown {
	if (typeof value === 'string') return isCode.has(field) || value === '' ? value : `${value}${attack}`;
	if (Array.isArray(value)) return value.map((one) => attacked(one, field));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, attacked(one, name)]));
}

describe('The page of a patchset', () => {
	it('shows markup in every field as text', async () => {
		const snapshot = { ...attacked({ ...compared, key: 'attacked' }), key: 'attacked' };
		const page = await openPatchset(snapshot, 'dark', {
			diff: ({ file }) => attacked(diffOf(file)),
			mails: ({ mails }) => ({ texts: mails.map((mail) => attacked(textOfMail(mail))) }),
			comparedPatch: () => ({ parts: [{ title: attack, lines: [{ sign: '+', text: attack, words: [] }] }] }),
		});
		await page.page.locator('.file[data-file=undo] .l', { hasText: 'onerror' }).first().waitFor();
		await page.page.locator('.pair[aria-expanded]').click();
		await page.page.locator('.pairs .l', { hasText: 'onerror' }).waitFor();
		await page.page.locator('.mail', { hasText: 'onerror' }).last().scrollIntoViewIfNeeded();
		await page.settled();
		const found = await page.page.evaluate(() => [
			Reflect.get(window, 'attacked') ?? false,
			document.querySelectorAll('#page :is(img, script, iframe, style)').length,
		]);
		assert.deepEqual(found, [false, 0]);
		assert.deepEqual([page.broken, page.fetched], [[], []]);
	});

	it('opens links of texts only through the host', async () => {
		const page = await openPatchset(compared);
		await page.page.getByRole('link', { name: 'https://todo.example.org/~ana/editor/42' }).click();
		await page.until('open');
		assert.deepEqual(page.asks('open'), [{ open: 'https://todo.example.org/~ana/editor/42' }]);
	});
});
