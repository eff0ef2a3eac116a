import type * as vscode from 'vscode';
import { fileSize } from '../../base/text/numbers.ts';
import { confirm } from '../../platform/editor/messages.ts';
import { comparedRepository } from '../model/file-address.ts';

/** Asks the user whether to load large files. The files of a comparison that wait for an answer at the same time share it. */
export class LargeFiles {
	readonly #open = new Map<string, Promise<boolean>>();

	/** The size of the file may be unknown. */
	confirm(uri: vscode.Uri, name: string, size: number | undefined): Promise<boolean> {
		const compared = comparedRepository(uri);
		if (compared === undefined) {
			const detail = size === undefined ? 'It is larger than 5 MB.' : `Its size is ${fileSize(size)}.`;
			return confirm(`Open ${name}?`, detail, 'Open');
		}
		const open = this.#open.get(compared);
		if (open) return open;
		const detail = `${size === undefined ? `${name} is larger than 5 MB.` : `The size of ${name} is ${fileSize(size)}.`} The answer is for all files of the comparison that are larger than 5 MB.`;
		const asked = confirm('Load the large files of this comparison?', detail, 'Load').finally(() =>
			this.#open.delete(compared),
		);
		this.#open.set(compared, asked);
		return asked;
	}
}
