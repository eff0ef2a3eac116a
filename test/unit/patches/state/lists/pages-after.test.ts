import assert from 'node:assert/strict';
import type { Page } from '../../../../../src/forge/client/pages.ts';
import { pagesAfter } from '../../../../../src/patches/state/lists/pages-after.ts';

describe('The pages of a list whose first one came with something else', () => {
	async function read(first: Parameters<typeof pagesAfter<string>>[0]) {
		const asked: (string | undefined)[] = [];
		async function* further({ start }: { readonly start?: string }): AsyncGenerator<Page<string>> {
			asked.push(start);
			yield { rows: [`after ${start}`], total: 3, isLast: true };
		}
		const found: Page<string>[] = [];
		for await (const page of pagesAfter(first, further)) found.push(page);
		return { found, asked };
	}
	const pageFrom = (start?: string) => ({ rows: [`after ${start}`], total: 3, isLast: true });

	it('are those after it, and it is not asked for', async () => {
		const { found, asked } = await read({ rows: ['first'], next: 'c1' });
		const first = { rows: ['first'], total: Number.POSITIVE_INFINITY, isLast: false };
		assert.deepEqual([found, asked], [[first, pageFrom('c1')], ['c1']]);
	});

	it('are it alone if it is the last', async () => {
		const { found, asked } = await read({ rows: ['first'], next: null });
		assert.deepEqual([found, asked], [[{ rows: ['first'], total: 1, isLast: true }], []]);
	});
});
