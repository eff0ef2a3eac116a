import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { idOfSeries, parseSeriesId, type SeriesKey } from '../../platform/model/keys.ts';
import { describePosition, ListNavigation, type ViewLists } from '../../platform/page/list-navigation.ts';
import { PageRows } from '../../platform/page/page-rows.ts';
import { Pages } from '../../platform/page/pages.ts';
import { RevealRequests } from '../../platform/page/reveal-requests.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import { seriesOf } from '../model/patches-target.ts';
import { SeriesController } from '../page/controller.ts';
import type { SeriesPageHost } from '../page/host.ts';
import type { MailRevealRequests, PartToReveal } from '../page/parts/mail-reveal-requests.ts';
import type { PatchsetRequests, PatchsetSnapshot } from '../page/protocol/protocol.ts';
import { seriesTabTitle } from '../page/tab-title.ts';
import { targetOf } from './patches-command-target.ts';

/** The Patches view and its lists of series. */
interface SeriesList {
	readonly tree: Pick<Tree, 'view' | 'lastChoice' | 'reveal' | 'isDisplayed' | 'selectedRows'> | undefined;
	readonly lists: ViewLists<SeriesKey>;
}

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

interface ChosenSeries {
	readonly key: SeriesKey;
	/** The id of the row that has the series below it, if it was chosen there. */
	readonly listId: string | undefined;
}

interface SeriesPagesOptions {
	/** What the pages need, besides the pages themselves. */
	readonly host: Omit<SeriesPageHost, 'go' | 'didFocus' | 'leave' | 'position' | 'requested'>;
	readonly list: SeriesList;
	readonly extension: vscode.Uri;
	readonly log: Log;
}

/** The open pages of series and threads, and what connects them with the Patches view. */
export class SeriesPages implements Disposable {
	readonly #options: SeriesPagesOptions;
	readonly #lifetime = new Lifetime();
	readonly #pages: Pages<SeriesKey, PatchsetSnapshot, PatchsetRequests>;
	readonly #navigation: ListNavigation<SeriesKey>;
	readonly #rows: PageRows<SeriesKey>;
	readonly #requested: MailRevealRequests;

	constructor(options: SeriesPagesOptions) {
		this.#options = options;
		const { extension, log, list } = options;
		this.#navigation = new ListNavigation(list.lists);
		this.#rows = new PageRows({
			list,
			navigation: this.#navigation,
			focusView: () => vscode.commands.executeCommand('tildeforge.patches.focus'),
		});
		this.#requested = this.#lifetime.add(
			new RevealRequests({
				spell: idOfSeries,
				didFail: (failure) => log.error('A listener for pages failed', failure),
			}),
		);
		const host = this.#createHost();
		this.#pages = this.#lifetime.add(
			new Pages<SeriesKey, PatchsetSnapshot, PatchsetRequests>({
				viewType: 'tildeforge-patchset',
				page: 'patchset',
				title: (key) => seriesTabTitle(key, undefined),
				extension,
				log,
				spell: idOfSeries,
				readKey: parseSeriesId,
				createController: (key, replaceWith) => (changed) =>
					new SeriesController({ key, host, changed, replaceWith }),
				isReplaceable: () => true,
				didShow: (key, isInFront) => this.#rows.didShow(idOfSeries(key), key, isInFront),
				didForget: (key) => {
					this.#navigation.forget(key);
					this.#requested.forget(key);
				},
			}),
		);
	}

	/** The series whose page is in front. */
	get active(): SeriesKey | undefined {
		return this.#pages.activeKey;
	}

	/** Whether the page of a series is visible. */
	isVisible(key: SeriesKey): boolean {
		return this.#pages.of(key)?.panel.visible === true;
	}

	/** Shows the page of a version of a series, or of a thread. */
	async open(
		key: SeriesKey,
		{ listId, mail, part, preserveFocus = false, stays = true }: OpenSeriesOptions = {},
	): Promise<void> {
		if (listId !== undefined) {
			this.#navigation.begin(key, listId);
			this.#rows.willOpenByRow(idOfSeries(key));
		}
		if (mail === undefined) this.#requested.forget(key);
		else this.#requested.request(key, { mail, part });
		this.#pages.reveal(key, { isFromList: listId !== undefined, preserveFocus, keepsOpen: stays });
	}

	/** Restores a page that was open when VS Code was closed. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		this.#pages.restore(panel, state);
	}

	/**
	 * Shows the next or previous series of the list that `from` was opened from, by default that of the page in front. Returns whether
	 * another panel has the focus afterwards.
	 */
	go(step: 1 | -1, from?: SeriesKey): boolean {
		const current = from ?? this.active;
		const next = current && this.#navigation.next(current, step);
		if (!current || !next) return false;
		this.#requested.forget(next);
		return this.#pages.showNext(current, next, { isFocused: from !== undefined });
	}

	/**
	 * Previews the next or previous series of the list of the selected row or the page in front, whichever the user chose last, and leaves the
	 * focus in the view.
	 */
	async preview(step: 1 | -1): Promise<void> {
		const from = await this.#lastChosen();
		if (!from) showInStatusBar('Select a patchset first.');
		if (from?.listId !== undefined) this.#navigation.begin(from.key, from.listId);
		const next = from && this.#navigation.next(from.key, step);
		if (!next) return;
		this.#requested.forget(next);
		this.#pages.reveal(next, { isFromList: true, preserveFocus: true, keepsOpen: false });
		await this.#rows.focus(next);
	}

	async #lastChosen(): Promise<ChosenSeries | undefined> {
		const { tree } = this.#options.list;
		const target = targetOf([(await tree?.selectedRows())?.[0]]);
		const { active } = this;
		if (!target || target.kind === 'list' || (active && !tree?.lastChoice.isSelection))
			return active && { key: active, listId: undefined };
		return { key: seriesOf(target), listId: target.listId };
	}

	/** Reads what the visible pages show from the forge again. */
	refresh(): void {
		this.#pages.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#createHost(): SeriesPageHost {
		return {
			...this.#options.host,
			go: (step, from) => this.go(step === 'next' ? 1 : -1, from),
			didFocus: () => this.#rows.didFocus(this.active && idOfSeries(this.active), this.active),
			leave: () => this.#rows.focus(this.active),
			requested: this.#requested,
			position: (key) => describePosition(this.#navigation.position(key)),
		};
	}
}
