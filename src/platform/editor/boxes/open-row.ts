import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import type { BoxRow, SearchBox } from './search-box.ts';

/** In a box that searches, the row for the address of something else: *Open…* takes it. */
export const openRow = <Answer>(box: SearchBox<Answer>, text: string): BoxRow<never> => ({
	...box.plainRow('go-to-file', 'Open', text.trim()),
	enter: () => {
		background(vscode.commands.executeCommand('tildeforge.open', text));
		box.answer(undefined);
		return undefined;
	},
});
