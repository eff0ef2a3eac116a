import { visible } from '../../../base/text/invisible-characters.ts';
import { count, fileSize, formatNumber } from '../../../base/text/numbers.ts';
import { plainRow } from '../../../platform/editor/boxes/plain-row.ts';
import type { BoxRow } from '../../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import type { FoundInFile, SearchResult } from '../../state/repository-search.ts';

type Row = BoxRow<never>;

/** Creates the rows of *Find in Repository…*. */
export class FindRows {
	readonly #keepsOrder: boolean;

	constructor(keepsOrder: boolean) {
		this.#keepsOrder = keepsOrder;
	}

	line({ path, line, excerpt }: FoundInFile): Row {
		const at = `${path}:${line + 1}`;
		return { ...this.#row('file', visible(excerpt), visible(at)), id: `line ${at}` };
	}

	summary(result: SearchResult): Row {
		const { found, files, searched, missing, tooLarge, cutFiles, isCut } = result;
		const none = missing === 0 ? 'No results' : 'No results yet';
		const lines = found.length === 0 ? none : count(found.length, 'line');
		const about = [
			`Searched ${formatNumber(searched)} of ${count(files, 'file')}`,
			tooLarge > 0 && `${count(tooLarge, 'file is', 'files are')} larger than 1 MB`,
			cutFiles > 0 && `${count(cutFiles, 'file has', 'files have')} more results`,
		];
		const text = isCut ? `Only the first ${formatNumber(found.length)} lines are shown` : lines;
		return this.#row('info', text, about.filter(Boolean).join('; '));
	}

	unlisted(problems: string): Row {
		return this.#row('warning', 'Not all files are listed', problems);
	}

	load(missing: number): Row {
		const text = `Load ${count(missing, 'More File', 'More Files')}`;
		return this.#row(
			'cloud-download',
			text,
			`${missing === 1 ? 'It is' : 'They are'} not on this computer yet.`,
		);
	}

	/** Says what loading takes. */
	confirm({ missing, missingBytes: { least, most } }: SearchResult): Row {
		const about = `${formatNumber(missing)} requests, probably ${fileSize(least)} to ${fileSize(most)} (the forge does not say).`;
		return this.#row('cloud-download', `Load All ${count(missing, 'File')}`, about);
	}

	clone(): Row {
		const about = 'That is faster, and VS Code then searches all files.';
		return this.#row('repo-clone', 'Clone the Repository…', about);
	}

	cancel(): Row {
		return this.#row('close', 'Cancel', '');
	}

	stop(progress: string): Row {
		return this.#row('stop-circle', 'Stop Loading', progress);
	}

	/** In two lines, because lines of files are long. */
	#row(icon: string, text: string, about: string): Row {
		const row = plainRow(this.#keepsOrder, icon, text);
		return { ...row, detail: escapeIcons(about) };
	}
}
