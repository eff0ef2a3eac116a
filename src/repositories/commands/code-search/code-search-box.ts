import { ForgeError } from '../../../forge/contract/errors.ts';
import { type BoxRow, SearchBox } from '../../../platform/editor/boxes/search-box.ts';
import { type RepositoryKey, repositoryRef } from '../../../platform/model/keys.ts';
import type { CodeLine } from '../../model/code-lines.ts';
import type { CodeSearch } from '../../state/code-search.ts';
import { CodeRows } from './code-rows.ts';

const noRows: readonly BoxRow<CodeLine>[] = [];
/** Each search takes a request. */
const pauseMs = 400;

/**
 * Lets the user search the code of a repository on the forge, and returns the line that they choose. Undefined if they cancel. Fails if the
 * forge has no such search.
 */
export async function chooseCode(codeSearch: CodeSearch, key: RepositoryKey): Promise<CodeLine | undefined> {
	if (!codeSearch.isOffered) throw codeSearch.missing();
	let answered = { query: '', rows: noRows };
	const queryOf = (text: string) => text.trim();
	const box = new SearchBox<CodeLine>({
		title: `Search Code in ${repositoryRef(key)}`,
		placeholder: 'Search the default branch for words, regular expressions or file:name',
		rows: (text) => {
			if (queryOf(text) === '') return [];
			return queryOf(text) === answered.query ? answered.rows : undefined;
		},
		search: {
			queryOf: (text) => (queryOf(text) === answered.query ? undefined : queryOf(text) || undefined),
			run: async (query, signal) => {
				const rows = await rowsFor(query, signal);
				signal.throwIfAborted();
				answered = { query, rows };
			},
			pauseMs,
		},
	});
	const codeRows = new CodeRows(box.keepsOrder);
	const rowsFor = async (query: string, signal: AbortSignal) => {
		try {
			return codeRows.of(await codeSearch.find(key, query, signal));
		} catch (error) {
			if (error instanceof ForgeError && error.reasons.some(({ field }) => field === 'query'))
				return [codeRows.refusedQuery(error)];
			throw error;
		}
	};
	return box.ask();
}
