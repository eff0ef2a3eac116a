import * as vscode from 'vscode';
import { count } from '../../base/text/numbers.ts';
import { trailerLine } from '../../mail/compose/review-trailer.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import type { AddableTrailer } from '../model/addable-trailers.ts';

/** Asks which trailers to add to so many patches. Those that were sent from another address have to be ticked. Undefined if the user cancels. */
export async function askForTrailers(
	trailers: readonly AddableTrailer[],
	patchCount: number,
	title: string,
): Promise<readonly AddableTrailer[] | undefined> {
	if (trailers.length === 0) return [];
	const items = trailers.map((trailer) => ({
		label: escapeIcons(trailerLine(trailer)),
		description: description(trailer, patchCount),
		picked: trailer.isFromPerson,
		trailer,
	}));
	const placeHolder = 'Trailers from replies to add to the commit messages';
	const chosen = await vscode.window.showQuickPick(items, { title, placeHolder, canPickMany: true });
	return chosen?.map(({ trailer }) => trailer);
}

function description({ patches, isFromPerson }: AddableTrailer, patchCount: number): string {
	const number = patches.size === patchCount ? '' : `for ${count(patches.size, 'patch', 'patches')}`;
	return [number, isFromPerson ? '' : 'sent from another address'].filter(Boolean).join(' · ');
}
