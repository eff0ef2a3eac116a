import { timeOfDay } from '../../base/clock.ts';
import { idOfSeries } from '../../platform/model/keys.ts';
import { pageHandlers } from '../../platform/page/page-handlers.ts';
import type { PageController } from '../../platform/page/panel.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import type { Owner } from '../../platform/page/snapshot-parts.ts';
import type { TabIcon } from '../../platform/page/tab-icon.ts';
import { changeHandlers } from './change-handlers.ts';
import type { CommentsOnPage, CreateComments } from './comments-on-page.ts';
import { drawingHandlers } from './drawing-handlers.ts';
import { openHandlers } from './open-handlers.ts';
import { statusLook } from './parts/status-parts.ts';
import { shownPatchset } from './parts/version-parts.ts';
import { type PatchsetRequests, type PatchsetSnapshot, patchsetRequests } from './protocol/protocol.ts';
import { SeriesPage, type SeriesPageOptions } from './series-page.ts';
import { seriesSnapshot } from './snapshot.ts';
import { seriesTabTitle } from './tab-title.ts';

const discussionIcon: TabIcon = { icon: 'mail', tone: 'idle', hasDraft: false };

/** The page of a version of a series, or of a thread: what it shows and what it does. */
export class SeriesController implements PageController<PatchsetSnapshot, PatchsetRequests> {
	readonly table = patchsetRequests;
	readonly key: string;
	readonly handlers: Handlers<PatchsetRequests>;
	readonly #page: SeriesPage;
	readonly #comments: CommentsOnPage;

	constructor(options: SeriesPageOptions, createComments: CreateComments) {
		this.key = idOfSeries(options.key);
		this.#page = new SeriesPage(options);
		this.#comments = createComments(this.#page, options.changed);
		this.handlers = {
			...pageHandlers({
				key: options.key,
				host: options.host,
				didShow: () => this.#page.loader.didShow(),
				account: () => this.#page.requireAccount(),
				refresh: () => this.#page.retry(),
			}),
			...drawingHandlers(this.#page),
			...openHandlers(this.#page, this.#comments),
			...changeHandlers(this.#page),
			...this.#comments.handlers,
		};
	}

	title = (): string => seriesTabTitle(this.#page.key, this.#page.loader.reading);

	owner = (): Owner | null => this.#page.loader.tabOwner;

	icon = (): TabIcon | undefined => {
		const { key, loader } = this.#page;
		const { reading } = loader;
		const patchset = reading && shownPatchset(key, reading);
		if (patchset) return { ...statusLook(patchset.status), hasDraft: false };
		return reading && !reading.version ? discussionIcon : undefined;
	};

	get opened(): Promise<void> {
		return this.#page.loader.opened;
	}

	snapshot = (): PatchsetSnapshot => {
		const { key, host, loader, known, comparison, newestChanges, remarks, isUnseen } = this.#page;
		const { account, source, owner, isReading, isReadingMails } = loader;
		return seriesSnapshot({
			key,
			known,
			isReading,
			isReadingMails,
			owner,
			ownerToName: loader.ownerToName,
			isUnseen,
			pageStatus: loader.pageStatus(),
			links: this.#page.links(),
			people: this.#page.people.known,
			listsAddress: source?.instance.lists,
			comparison: comparison.snapshot,
			...this.#comments.shown(),
			replyProblem: loader.replyProblem,
			commentedVersion: this.#comments.otherVersion(),
			newestChanges: newestChanges.outcome ?? '',
			earlier: remarks.earlier,
			statuses: host.statuses,
			viewedStateOf: (file) => host.viewed.stateOf(key, file),
			viewedPathsIn: (series) => host.viewed.pathsIn(key, series),
			options: host.options.value,
			requested: host.requested.of(key),
			// Without its account there is no list.
			position: account ? host.position(key) : null,
			now: timeOfDay(),
			zone: undefined,
		});
	};

	didDraw = (isSeen: boolean): void => this.#page.didDraw(isSeen);

	didHide = (): void => {
		this.#comments.didHide();
		this.#page.loader.didHide();
	};

	refresh = (): Promise<void> => this.#page.refresh();

	dispose(): void {
		this.#comments.dispose();
		this.#page.dispose();
	}
}
