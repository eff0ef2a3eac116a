import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { rememberByObject } from '../../base/remember.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import {
	idOfSeries,
	isPatchsetKey,
	type PatchsetKey,
	parseSeriesId,
	type SeriesKey,
} from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import { compareVersions } from '../state/comparison/compare-versions.ts';
import type { ListAccount } from '../state/mailing-lists.ts';
import type { SeriesReader } from '../state/series/series-reader.ts';
import type { SeriesPageHost } from './host.ts';
import { KnownComparison } from './known-comparison.ts';
import { SeriesLoader } from './loader.ts';
import { PagePermissions } from './page-permissions.ts';
import { PageRemarks } from './page-remarks.ts';
import { PageTracker } from './page-tracker.ts';
import { changesText } from './parts/comparison.ts';
import { type NetContent, netContent } from './parts/net-content.ts';
import { type ContentFile, type SeriesContent, seriesContent } from './parts/series-content.ts';
import { shownPatchset } from './parts/version-parts.ts';
import { type PeopleByAddress, peopleByAddress } from './people/people-by-address.ts';
import { peopleInTrailers } from './people/trailer-people.ts';
import { type ComparingOptions, PageComparison } from './version-comparison.ts';
import { pageAddress, webAddress } from './web-address.ts';

export interface SeriesPageOptions {
	readonly key: SeriesKey;
	readonly host: SeriesPageHost;
	readonly changed: () => void;
	/** Shows another version in the same panel, unless the version is open in another panel. Returns whether that panel has the focus afterwards. */
	readonly replaceWith: (key: SeriesKey) => boolean;
}

interface Shown {
	readonly reading: SeriesReading;
	readonly content: SeriesContent;
	/** Set if the page shows what the whole series changes. */
	readonly net: NetContent | undefined;
}

interface PeopleOfPage {
	readonly known: PeopleByAddress;
	/** The known people whom the texts of the page name. */
	readonly named: PeopleByAddress;
}

/** What the page of a version of a series, or of a thread, knows. */
export class SeriesPage implements Disposable {
	readonly key: SeriesKey;
	readonly host: SeriesPageHost;
	readonly replaceWith: (key: SeriesKey) => boolean;
	readonly loader: SeriesLoader;
	readonly comparison: PageComparison;
	/** Counts what the newest version has changed, if the page shows an older one: `1 patch changed, 1 dropped, 1 added`. */
	readonly newestChanges: KnownComparison<string>;
	readonly remarks: PageRemarks;
	readonly tracker: PageTracker;
	readonly permissions: PagePermissions;
	/** What the whole series changes. */
	readonly netOf = rememberByObject(netContent);
	readonly #lifetime = new Lifetime();
	#wasRefreshed = false;
	/** Whether to ask for the tracker instead of the permissions. Undefined until the forge may be asked. */
	#isTrackerFirst: Promise<boolean> | undefined;
	readonly #contentOf = rememberByObject(seriesContent);
	/** The known people, and what they were found in. */
	#people: ({ readonly sources: readonly unknown[] } & PeopleOfPage) | undefined;

	constructor({ key, host, changed, replaceWith }: SeriesPageOptions) {
		this.key = key;
		this.host = host;
		this.replaceWith = replaceWith;
		for (const source of [host.viewed, host.options, host.statuses])
			this.#lifetime.add(source.onDidChange(changed));
		const isOwn = (page: SeriesKey) => idOfSeries(page) === idOfSeries(key);
		this.#lifetime.add(host.requested.onDidChange((page) => isOwn(page) && changed()));
		this.tracker = new PageTracker(key, host.trackers, changed);
		this.permissions = this.#lifetime.add(new PagePermissions(host.statuses, changed));
		this.loader = this.#lifetime.add(new SeriesLoader(key, host, changed));
		const comparing: ComparingOptions = {
			list: key,
			run: host.runRangeDiff,
			changed,
			hold: (version, lifetime) => this.#holdVersion(version, lifetime),
		};
		const read = (version: string, signal: AbortSignal) => this.readVersion(version, signal);
		this.comparison = this.#lifetime.add(new PageComparison({ ...comparing, read }));
		const shown = () => this.loader.reading;
		this.newestChanges = this.#lifetime.add(
			new KnownComparison({
				...comparing,
				shown,
				other: ({ chain }) => chain?.versions.at(-1),
				compare: async (old, newest, signal) =>
					changesText((await compareVersions(old, newest, comparing.run, signal)).pairs),
			}),
		);
		this.remarks = this.#lifetime.add(new PageRemarks(comparing, shown));
	}

	/** What is known of the series or thread; undefined if nothing is known. */
	get known(): Shown | undefined {
		const { reading } = this.loader;
		if (!reading) return undefined;
		const content = this.remarks.addTo(this.#contentOf(reading));
		const showsNet = this.host.options.value.showsNetDiff && content.readPatches.length > 1;
		return { reading, content, net: showsNet ? this.netOf(content) : undefined };
	}

	/** What the page shows now. Fails if nothing is known, for example after signing out. */
	shown(): Shown {
		const { known } = this;
		if (!known) throw new ForgeError('missing', "This page isn't loaded yet.");
		return known;
	}

	mail(id: number): FullMail {
		const mail = this.shown().reading.mails.get(id);
		if (!mail) throw new ForgeError('missing', "This mail isn't loaded yet.");
		return mail;
	}

	file(key: string): ContentFile {
		const { content, net } = this.shown();
		const file = net?.byKey.get(key)?.content ?? content.files.get(key);
		if (!file) throw new ForgeError('missing', "This version doesn't contain the file.");
		return file;
	}

	/** The patchset of the version; undefined if the forge has none for it. */
	patchsetKey(): PatchsetKey | undefined {
		const { key } = this;
		if (isPatchsetKey(key)) return key;
		const { reading } = this.loader;
		const patchset = reading && shownPatchset(key, reading);
		const { account, owner, list } = key;
		return patchset && { account, owner, list, patchset: patchset.id };
	}

	/** Whether a mail of another user has arrived since the user last looked. */
	readonly isUnseen = ({ arrived, sender }: FullMail): boolean => {
		const { seenUpTo, owner } = this.loader;
		const isOwn = sender !== null && sender.canonical_name === owner?.account;
		return seenUpTo !== undefined && arrived !== undefined && arrived > seenUpTo && !isOwn;
	};

	/** Looks through the list again only if it has more mails or the series was read again. Texts that another page reads meanwhile are not noticed. */
	get people(): PeopleOfPage {
		const { listed, reading } = this.loader;
		const sources = [listed, listed?.size, reading];
		if (!this.#people || sources.some((source, at) => source !== this.#people?.sources[at])) {
			const mails = [...(reading?.mails.values() ?? [])];
			const known = peopleByAddress(listed?.values() ?? [], mails);
			this.#people = { sources, known, named: peopleInTrailers(known, mails) };
		}
		return this.#people;
	}

	/** What references in texts of the page refer to. */
	links() {
		const instances = this.host.lists.accounts.map(({ instance }) => instance);
		const home = this.loader.source?.instance;
		return { instances, home, tracker: this.tracker.of(this.loader.reading), people: this.people.named };
	}

	/** The web address of a mail or, without one, of the page. Undefined for a mail without a Message-ID, and after signing out. */
	webAddress(mail?: FullMail): string | undefined {
		const base = this.loader.source?.instance.lists;
		if (base === undefined) return undefined;
		return mail ? webAddress(base, this.key, mail) : pageAddress(base, this.key, this.known);
	}

	/** The page is being drawn, so it is visible. */
	didDraw(isSeen: boolean): void {
		const { loader, tracker, comparison, newestChanges, remarks } = this;
		loader.didDraw(isSeen);
		// Nothing can be read until the account signs in again.
		if (!loader.account) return;
		this.host.joinList(this.key);
		// A new page may ask for the tracker at once, because it does not ask for permissions.
		tracker.didDraw(loader.reading, loader.wasKnown === false);
		if (!loader.isReading) background(this.#askMore());
		comparison.didDraw();
		newestChanges.didDraw();
		remarks.didDraw();
	}

	/** Reads the series again, and what an earlier read has left out. */
	async refresh(): Promise<void> {
		this.#wasRefreshed = true;
		this.#isTrackerFirst = undefined;
		this.tracker.didRefresh();
		await this.loader.refresh();
	}

	/** The user tries again what has failed. */
	async retry(): Promise<void> {
		this.comparison.retry();
		await this.refresh();
	}

	/** Reads another version of the series. */
	async readVersion(id: string, signal: AbortSignal): Promise<SeriesReading> {
		this.requireAccount();
		const version = this.#versionOf(id);
		if (!version) throw new ForgeError('missing', "This version wasn't found.");
		return version.series.readVersion(version.key, signal);
	}

	requireAccount(): ListAccount {
		const { account } = this.loader;
		if (account) return account;
		throw signedOut('mailing list');
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/**
	 * A known page sends one request besides those for its series. It is for the tracker if the forge was never asked for that. Otherwise it is for the
	 * permissions or, if these need no request, for the tracker. After a refresh, the page sends both.
	 */
	async #askMore(): Promise<void> {
		const { loader, tracker, permissions } = this;
		const { mayAskMore } = loader;
		if (mayAskMore) this.#isTrackerFirst ??= tracker.hasMoreToAsk(loader.reading);
		const isTrackerFirst = await this.#isTrackerFirst;
		if (this.#lifetime.ended) return;
		const hasAsked = await permissions.didRead(this.patchsetKey(), mayAskMore && !isTrackerFirst);
		const isDone = hasAsked && !this.#wasRefreshed;
		if (!isDone && !this.#lifetime.ended) tracker.didDraw(loader.reading, mayAskMore);
	}

	#versionOf(id: string) {
		const key = parseSeriesId(id);
		const { account } = this.loader;
		return key && account && key.account === this.key.account ? { key, series: account.series } : undefined;
	}

	#holdVersion(id: string, lifetime: Lifetime): SeriesReader | undefined {
		const version = this.#versionOf(id);
		return version?.series.hold(version.key, lifetime);
	}
}
