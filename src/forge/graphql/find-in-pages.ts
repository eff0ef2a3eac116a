import type { PageData } from './document.ts';
import type { GraphqlCall } from './graphql-call.ts';

/** Reads the pages of a list until one has a wanted row. Undefined if none has it, or if a page brings nothing new. */
export async function findInPages<Row extends { readonly id: number | string }>(
	{ bounds }: GraphqlCall,
	readPage: (cursor: string | undefined) => Promise<PageData<Row>>,
	isWanted: (row: Row) => boolean,
): Promise<Row | undefined> {
	const ids = new Set<Row['id']>();
	let page = await readPage(undefined);
	while (true) {
		const found = page.results.find(isWanted);
		const before = ids.size;
		for (const { id } of page.results) ids.add(id);
		if (found || page.next === null || ids.size === before) return found;
		bounds.addRows(ids.size - before);
		page = await readPage(page.next);
	}
}
