import * as vscode from 'vscode';
import { sleep } from '../../base/clock.ts';
import { ForgeError, needsSignIn } from '../../forge/contract/errors.ts';
import { ItemRows, listPauseMs } from '../editor/boxes/ask-for-item.ts';
import { requireAccount } from '../editor/boxes/require-account.ts';
import { type BoxRow, SearchBox } from '../editor/boxes/search-box.ts';
import { openInBrowser } from '../editor/open-in-browser.ts';
import { runWithProgress } from '../editor/run-with-progress.ts';
import type { OpenChoice, OpenSource, Show } from '../items/open-items.ts';
import { isWebAddress, safeAddress } from '../model/addresses.ts';
import { namesItem, openNames, readOpenName, unknownOwner } from '../model/open-name.ts';

/**
 * Opens what `text` names, such as the address of a link on a page of `account`. Asks if it can be several things or nothing was found; without
 * a text, asks for one, and suggests what was copied if that is an address.
 */
export async function open(
	createSources: () => readonly OpenSource[],
	text?: string,
	account?: string,
): Promise<void> {
	if (!(await requireAccount(() => createSources().some(({ accounts }) => accounts.length > 0)))) return;
	const sources = createSources();
	const show =
		text === undefined ? ask(sources, await copiedAddress(sources)) : findOrAsk(sources, text, account);
	await (await show)?.();
}

async function findOrAsk(
	sources: readonly OpenSource[],
	text: string,
	account: string | undefined,
): Promise<Show | undefined> {
	try {
		const [only, ...others] = await choicesFor(sources, text, account);
		if (!only || others.length > 0) return ask(sources, text);
		return await runWithProgress('Opening', (signal) => only.find(signal));
	} catch (error) {
		if (!(error instanceof ForgeError) || needsSignIn(error)) throw error;
		return ask(sources, text, error.message);
	}
}

/** Lets the user name what to open. `problem`: why `text` was not opened. */
function ask(sources: readonly OpenSource[], text: string, problem?: string): Promise<Show | undefined> {
	const choices = new Map<string, readonly OpenChoice[]>();
	const items = sources.flatMap((source) => source.items.map((question) => new ItemRows(question)));
	const itemsIn = (typed: string) =>
		namesItem(names(sources, typed)) ? items.filter((one) => one.ownerOf(typed) !== undefined) : [];
	const box: SearchBox<Show> = new SearchBox<Show>({
		title: 'Open',
		placeholder: openNames,
		text,
		ignoresFocusOut: true,
		rows: (typed) => {
			if (typed.trim() === '') return [];
			if (names(sources, typed).length === 0) return [unknownRow(typed.trim())];
			const named = itemsIn(typed).map((one) => one.rows(typed, box.isSearching));
			// Enter chooses the first row, which must not be one that only says what there is not.
			if (named.length > 0)
				return named.flat().toSorted((one, other) => Number(!one.act) - Number(!other.act));
			const why = problem !== undefined && typed === text ? [box.plainRow('warning', problem)] : [];
			const found = choices.get(typed)?.map(rowOf);
			return found?.length === 0 ? [box.plainRow('info', unknownOwner)] : found?.concat(why);
		},
		search: {
			// While the user types the name of an item, those of its owner are listed.
			queryOf: (typed) => (itemsIn(typed).length > 0 ? typed.trim().replace(/(?<=^~[^/]+)\/.*/, '') : typed),
			pauseMs: 0,
			run: async (typed, signal) => {
				const unlisted = itemsIn(typed).filter((one) => one.ownerToList(typed) !== undefined);
				const isHash = names(sources, typed).some(({ target }) => target.kind === 'hash');
				// Each letter would ask for other users, or open the caches of all repositories.
				if (unlisted.length > 0 || isHash) await sleep(listPauseMs, signal);
				if (unlisted.length === 0) choices.set(typed, await choicesFor(sources, typed));
				const lists = unlisted.map((one) => one.list(one.ownerToList(typed) ?? '', signal));
				const failed = (await Promise.allSettled(lists)).find(({ status }) => status === 'rejected');
				if (failed?.status === 'rejected') throw failed.reason;
			},
		},
	});
	const rowOf = (choice: OpenChoice): BoxRow<Show> => ({
		...box.plainRow(choice.icon, choice.name, choice.about),
		id: idOf(choice),
		act: choice.find,
	});
	const unknownRow = (typed: string): BoxRow<Show> => {
		const address = isWebAddress(typed) ? safeAddress(typed) : undefined;
		if (address === undefined) return box.plainRow('info', `Not recognized. Enter a ${openNames}.`);
		const about = 'Not a page of your forges that can be shown here';
		return { ...box.plainRow('globe', 'Open in Browser', about), enter: () => () => openInBrowser(address) };
	};
	return box.ask();
}

/** What the user has copied, if it is the address of something on a forge. */
async function copiedAddress(sources: readonly OpenSource[]): Promise<string> {
	// A browser can refuse access to the clipboard.
	const text = await vscode.env.clipboard.readText().then(
		(copied) => copied.trim(),
		() => '',
	);
	return names(sources, text).some(({ instance }) => instance !== undefined) ? text : '';
}

const names = (sources: readonly OpenSource[], text: string) =>
	readOpenName(
		text,
		sources.flatMap(({ accounts }) => accounts.map(({ instance }) => instance)),
	);

/** Each thing once: what is known to exist or, if nothing is, what may exist. */
async function choicesFor(
	sources: readonly OpenSource[],
	text: string,
	account?: string,
): Promise<readonly OpenChoice[]> {
	const found = names(sources, text).flatMap((name) => sources.map((one) => one.choices(name, account)));
	const all = (await Promise.all(found)).flat();
	const known = all.filter(({ isKnown }) => isKnown);
	const ids = new Set<string>();
	return (known.length > 0 ? known : all).filter((choice) => !ids.has(idOf(choice)) && ids.add(idOf(choice)));
}

const idOf = ({ forge, name }: OpenChoice): string => `${forge} ${name}`;
