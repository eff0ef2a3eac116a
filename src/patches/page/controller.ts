import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/errors.ts';
import { isPatchsetKey, readSeriesKey, type SeriesKey, spellSeries } from '../../platform/model/keys.ts';
import { type LinkTarget, resolveReference } from '../../platform/model/references.ts';
import type { PageController } from '../../platform/page/panel.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import type { TabIcon } from '../../platform/page/tab-icon.ts';
import type { Instance } from '../../signin/instance.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { KeyedPatch } from '../model/side-texts/diff-rows.ts';
import type { WholeMail } from '../model/whole-mail.ts';
import { fileDiff, hunkRows } from './file-diff.ts';
import type { SeriesPageHost } from './host.ts';
import { SeriesLoader } from './loader.ts';
import { mailText } from './mail-parts.ts';
import { type PatchsetRequests, type PatchsetSnapshot, patchsetRequests } from './protocol.ts';
import { type ContentPatch, type SeriesContent, seriesContent } from './series-content.ts';
import { seriesSnapshot } from './snapshot.ts';
import { statusLook } from './status-parts.ts';
import { seriesTabTitle } from './tab-title.ts';
import { PageComparison } from './version-comparison.ts';
import { shownPatchset, versionKey } from './version-parts.ts';
import { webAddress } from './web-address.ts';

interface SeriesControllerOptions {
	readonly key: SeriesKey;
	readonly host: SeriesPageHost;
	readonly changed: () => void;
	/** Shows another version in the same panel. */
	readonly replaceWith: (key: SeriesKey) => void;
}

/** The page of a version of a series, or of a thread: what it shows and what it does. */
export class SeriesController implements PageController<PatchsetSnapshot, PatchsetRequests> {
	readonly table = patchsetRequests;
	readonly key: string;
	readonly handlers: Handlers<PatchsetRequests>;
	readonly #options: SeriesControllerOptions;
	readonly #lifetime = new Lifetime();
	readonly #loader: SeriesLoader;
	readonly #comparison: PageComparison;
	/** What was derived from a reading. */
	readonly #contents = new WeakMap<SeriesReading, SeriesContent>();

	constructor(options: SeriesControllerOptions) {
		const { key, host, changed } = options;
		this.#options = options;
		this.key = spellSeries(key);
		for (const source of [host.viewed, host.options, host.marks])
			this.#lifetime.add(source.onDidChange(changed));
		this.#loader = this.#lifetime.add(new SeriesLoader({ key, host, changed }));
		this.#comparison = this.#lifetime.add(
			new PageComparison({
				list: key,
				shown: () => {
					const { reading } = this.#loader;
					return reading && { key: this.key, reading };
				},
				read: (other, signal) => this.#readVersion(other, signal),
				run: host.runRangeDiff,
				changed,
			}),
		);
		this.handlers = this.#makeHandlers();
	}

	title = (): string => seriesTabTitle(this.#options.key, this.#loader.reading);

	icon = (): TabIcon | undefined => {
		const { reading } = this.#loader;
		const patchset = reading && shownPatchset(this.#options.key, reading);
		return patchset && { ...statusLook(patchset.status), hasDraft: false };
	};

	snapshot = (): PatchsetSnapshot => {
		const { key, host } = this.#options;
		const { reading, account, owner, isReading } = this.#loader;
		return seriesSnapshot({
			key,
			known: reading && { reading, content: this.#content(reading) },
			situation: this.#loader.situation(),
			isReading,
			owner,
			links: this.#links(),
			listsAddress: account?.instance.lists,
			comparison: this.#comparison.snapshot,
			marks: host.marks,
			isViewed: (digest) => host.viewed.has(key, digest),
			isUnseen: this.#isUnseen,
			options: host.options.value,
			// Without its account there is no list.
			position: account ? host.position(key) : null,
			now: Date.now(),
			zone: undefined,
		});
	};

	didDraw = (): void => this.#loader.didDraw();

	didHide = (): void => this.#loader.didHide();

	refresh = (): Promise<void> => this.#loader.refresh();

	dispose(): void {
		this.#lifetime.dispose();
	}

	#content(reading: SeriesReading): SeriesContent {
		const known = this.#contents.get(reading);
		if (known) return known;
		const created = seriesContent(reading);
		this.#contents.set(reading, created);
		return created;
	}

	#readVersion(spelled: string, signal: AbortSignal): Promise<SeriesReading> {
		const key = readSeriesKey(spelled);
		const { account } = this.#loader;
		if (!key || !account || key.account !== this.#options.key.account)
			throw new ForgeError('missing', 'This version is not known.');
		return account.series.readVersion(key, signal);
	}

	/** Whether a mail of another user has arrived since the user last looked. */
	readonly #isUnseen = ({ arrived, sender }: WholeMail): boolean => {
		const { seenUpTo, owner } = this.#loader;
		const isOwn = sender !== null && sender.canonical_name === owner?.account;
		return seenUpTo !== undefined && arrived !== undefined && arrived > seenUpTo && !isOwn;
	};

	/** What references in texts of the page refer to. */
	#links() {
		const instances = this.#options.host.lists.accounts.map(({ instance }) => instance);
		const home = this.#loader.account?.instance;
		return { instances, home, tracker: this.#options.host.trackerOf(this.#options.key) };
	}

	/** What the page shows now. Fails if nothing is known, for example after signing out. */
	#shown(): { readonly reading: SeriesReading; readonly content: SeriesContent } {
		const { reading } = this.#loader;
		if (!reading) throw new ForgeError('missing', 'This page has nothing to show yet.');
		return { reading, content: this.#content(reading) };
	}

	#file(key: string) {
		const file = this.#shown().content.files.get(key);
		if (!file) throw new ForgeError('missing', 'This file is not in the version that is shown.');
		return file;
	}

	#makeHandlers(): Handlers<PatchsetRequests> {
		return { ...this.#readHandlers(), ...this.#openHandlers(), ...this.#changeHandlers() };
	}

	/** Requests that return what the page draws. */
	#readHandlers() {
		const { host, key } = this.#options;
		return {
			diff: ({ file }: { readonly file: string }) =>
				fileDiff(this.#file(file), {
					ignoresWhitespace: host.options.value.ignoresWhitespace,
					links: this.#links(),
					mails: this.#shown().reading.mails,
					isUnseen: this.#isUnseen,
					now: Date.now(),
					zone: undefined,
				}),
			hunk: ({
				file,
				hunk,
				from,
			}: {
				readonly file: string;
				readonly hunk: number;
				readonly from: number;
			}) => ({
				lines: hunkRows(this.#file(file), hunk, from, host.options.value.ignoresWhitespace),
			}),
			mails: ({ mails }: { readonly mails: readonly number[] }) => {
				const { reading } = this.#shown();
				return {
					texts: mails.map((id) => {
						const whole = reading.mails.get(id);
						return whole ? mailText(whole, this.#links()) : null;
					}),
				};
			},
			user: ({ open }: { readonly open: string }) => {
				const { account } = this.#loader;
				if (!account) throw new ForgeError('signed-out', 'The account for this list is signed out.');
				return host.users.of(account, open);
			},
			showImage: async ({ src }: { readonly src: string }) => ({ data: await host.loadImage(src) }),
			copyLink: async ({ mail }: { readonly mail: number | null }) => {
				const { reading, account } = this.#loader;
				const whole = mail === null ? undefined : reading?.mails.get(mail);
				const address = account?.instance.lists && webAddress(account.instance.lists, key, whole);
				if (!address) throw new ForgeError('missing', 'This has no address on the web.');
				await host.copy(address);
				return { announcement: 'Link copied.' };
			},
			comparedPatch: ({ row }: { readonly row: string }) => ({ parts: this.#comparison.parts(row) }),
		};
	}

	/** Requests that show something else. */
	#openHandlers() {
		const { host, key, replaceWith } = this.#options;
		return {
			open: ({ open }: { readonly open: string }) => {
				this.#open(open);
				return null;
			},
			version: ({ version }: { readonly version: string }) => {
				const other = readSeriesKey(version);
				if (other && other.account === key.account) replaceWith(other);
				return null;
			},
			openDiff: async ({ patch, file }: { readonly patch: string | null; readonly file: string | null }) => {
				const { content } = this.#shown();
				const index = file === null ? undefined : this.#file(file).index;
				const isChosen = (one: ContentPatch) =>
					file !== null ? one.files.some(({ key }) => key === file) : patch === null || one.key === patch;
				const patches = content.patches.filter(isChosen).flatMap((one) => this.#keyedPatch(one) ?? []);
				const title = this.#loader.reading?.version?.title ?? this.title();
				await host.openDiff({ title, patches, ...(index !== undefined && { file: index }) });
				return null;
			},
			goToFile: async ({ file, line }: { readonly file: string; readonly line: number | null }) => {
				const found = this.#file(file);
				await host.goToFile({ source: found.patch.source, file: found.file, line });
				return null;
			},
			showOriginal: async ({ mail }: { readonly mail: number }) => {
				const whole = this.#shown().reading.mails.get(mail);
				if (!whole) throw new ForgeError('missing', 'This mail was not read yet.');
				const { account, owner, list } = key;
				await host.showOriginal({ account, owner, list, mail }, whole.mail.subject);
				return null;
			},
			compare: ({ version }: { readonly version: string | null }) => {
				this.#comparison.start(version);
				return null;
			},
			openComparison: async ({ row }: { readonly row: string | null }) => {
				const compared = this.#comparison.patches(row);
				if (compared) await host.openVersions(compared);
				return null;
			},
			go: ({ step }: { readonly step: 'next' | 'previous' }) => ({ isElsewhere: host.go(step, key) }),
			act: ({ act }: { readonly act: 'sign-in' | 'web' | 'show-latest' | 'compare-latest' }) => {
				this.#act(act);
				return null;
			},
		};
	}

	/** Requests that change something, or that only tell the host what the user did. */
	#changeHandlers() {
		const { host, key } = this.#options;
		return {
			ready: () => {
				this.#loader.didShow();
				return null;
			},
			focused: () => {
				host.didFocus();
				return null;
			},
			leave: async () => {
				await host.leave();
				return null;
			},
			viewed: async ({ file, isViewed }: { readonly file: string; readonly isViewed: 'yes' | 'no' }) => {
				const { digest } = this.#file(file);
				await host.viewed.mark(key, digest, isViewed === 'yes');
				return null;
			},
			option: ({ name, isOn }: OptionRequest) => {
				host.options.set(name, isOn === 'yes');
				return null;
			},
			setStatus: async ({ status }: { readonly status: string }) => {
				const patchset = this.#patchsetKey();
				if (patchset) await host.setStatus(patchset, status);
				return null;
			},
			pickStatus: async () => {
				const patchset = this.#patchsetKey();
				if (patchset) await host.pickStatus(patchset);
				return null;
			},
			undo: async () => {
				await host.undo();
				return null;
			},
			retry: async () => {
				await this.refresh();
				return null;
			},
		};
	}

	/** Undefined if the patch was not read. */
	#keyedPatch({ mailId, patch, nth }: ContentPatch): KeyedPatch | undefined {
		const { account, owner, list } = this.#options.key;
		return mailId === undefined || !patch
			? undefined
			: { key: { account, owner, list, mail: mailId, patch: nth }, patch };
	}

	#patchsetKey() {
		const { key } = this.#options;
		if (isPatchsetKey(key)) return key;
		const { reading } = this.#loader;
		const patchset = reading && shownPatchset(key, reading);
		const { account, owner, list } = key;
		return patchset && { account, owner, list, patchset: patchset.id };
	}

	#act(act: 'sign-in' | 'web' | 'show-latest' | 'compare-latest'): void {
		const { host, key, replaceWith } = this.#options;
		const { account, owner, reading } = this.#loader;
		if (act === 'sign-in') background(tryAsync(() => host.signIn(owner?.instance)));
		else if (act === 'web') {
			const address = account?.instance.lists && webAddress(account.instance.lists, key, undefined);
			if (address) background(tryAsync(() => host.openInBrowser(address)));
		} else {
			const newest = reading?.chain?.versions.at(-1);
			const latest = newest && versionKey(key, newest);
			if (latest && act === 'show-latest') replaceWith(latest);
			else if (latest) this.#comparison.start(spellSeries(latest));
		}
	}

	/** Opens a link: in VS Code if it can show the target, or else in the browser. */
	#open(reference: string): void {
		const { host, key } = this.#options;
		const { account } = this.#loader;
		const instances = host.lists.accounts.map((one) => one.instance);
		const found = resolveReference(reference, instances);
		if (!found) return;
		if ('web' in found) {
			background(tryAsync(() => host.openInBrowser(found.web)));
			return;
		}
		const instance = found.instance ?? account?.instance;
		const isOpen = host.openTarget({ target: found.target, account: key.account, instance, reference });
		if (isOpen) return;
		const web = /^https?:/.test(reference) ? reference : instance && userPage(found.target, instance);
		if (web !== undefined) background(tryAsync(() => host.openInBrowser(web)));
	}
}

/** The web page of a user. */
function userPage(target: LinkTarget, { lists, identity }: Instance): string | undefined {
	const base = (lists ?? identity)?.replace(/\/+$/, '');
	return base !== undefined && target.kind === 'user' ? `${base}/${target.user}` : undefined;
}

interface OptionRequest {
	readonly name: 'wrapsLines' | 'ignoresWhitespace' | 'showsOnePatch';
	readonly isOn: 'yes' | 'no';
}
