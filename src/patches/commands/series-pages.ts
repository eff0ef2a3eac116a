import type * as vscode from 'vscode';
import type { Log } from '../../base/log/log.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { idOfSeries, parseSeriesId, type SeriesKey } from '../../platform/model/keys.ts';
import { ListPages } from '../../platform/page/list-pages.ts';
import type { PageInList } from '../../platform/page/page-host.ts';
import type { PageList } from '../../platform/page/page-rows.ts';
import { readTarget, seriesOf } from '../model/patches-target.ts';
import type { CreateComments } from '../page/comments-on-page.ts';
import { SeriesController } from '../page/controller.ts';
import type { SeriesPageHost } from '../page/host.ts';
import type { PartToReveal, PlaceOfMail } from '../page/parts/mail-reveal-requests.ts';
import type { PatchsetRequests, PatchsetSnapshot } from '../page/protocol/protocol.ts';
import { seriesTabTitle } from '../page/tab-title.ts';
import { targetOf } from './patches-command-target.ts';

export interface OpenSeriesOptions {
	/** The list of the view that the series was chosen from: its next series replaces the page. */
	readonly listId?: string | undefined;
	/** The forge's id of the mail that the page goes to. */
	readonly mail?: number | undefined;
	/** The part of the mail that the page goes to. */
	readonly part?: PartToReveal;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Whether a page that the next series would replace stays. By default, it stays when it is opened again. */
	readonly stays?: boolean;
}

/** What the pages need, besides their list. */
export interface SeriesPagesHost extends Omit<SeriesPageHost, keyof PageInList<SeriesKey, PlaceOfMail>> {
	readonly createComments: CreateComments;
}

/** The series or thread that a row is about, or is below. */
export function keyOfRow(about: unknown): SeriesKey | undefined {
	const target = readTarget(about);
	return target && target.kind !== 'list' ? seriesOf(target) : undefined;
}

/** The open pages of series and threads. */
export class SeriesPages extends ListPages<
	SeriesKey,
	SeriesKey,
	PatchsetSnapshot,
	PatchsetRequests,
	PlaceOfMail
> {
	readonly #list: PageList<SeriesKey>;

	constructor(host: SeriesPagesHost, list: PageList<SeriesKey>, extension: vscode.Uri, log: Log) {
		super({
			view: 'tildeforge.patches',
			list,
			isItem: (key): key is SeriesKey => true,
			itemsOf: (rows) => rows.flatMap(({ about }) => keyOfRow(about) ?? []),
			viewType: 'tildeforge-patchset',
			page: 'patchset',
			title: (key) => seriesTabTitle(key, undefined),
			extension,
			log,
			idOf: idOfSeries,
			parseId: parseSeriesId,
			createController: (key, replaceWith) => (changed) =>
				new SeriesController({ key, host: hostInList, changed, replaceWith }, host.createComments),
			isReplaceable: () => true,
		});
		this.#list = list;
		const hostInList = { ...host, ...this.inList };
	}

	/** Shows the page of a version of a series, or of a thread. */
	async open(key: SeriesKey, { mail, part, ...options }: OpenSeriesOptions = {}): Promise<void> {
		const place = mail === undefined ? undefined : { mail, part };
		this.show(key, { ...options, place });
	}

	/**
	 * Previews the next or previous series of the list of the selected row or the page in front, whichever the user chose last, and leaves the
	 * focus in the view.
	 */
	async preview(step: 1 | -1): Promise<void> {
		const { tree } = this.#list;
		const selected = targetOf([(await tree?.selectedRows())?.[0]]);
		const row = selected?.kind === 'list' ? undefined : selected;
		const { active } = this;
		if (row && (!active || tree?.selectionSource.isSelection))
			await this.previewNext(step, seriesOf(row), row.listId);
		else if (active) await this.previewNext(step, active, undefined);
		else showInStatusBar('Select a patchset first.');
	}
}
