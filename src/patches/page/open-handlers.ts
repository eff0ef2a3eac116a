import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { idOfSeries, parseSeriesId, type SeriesKey } from '../../platform/model/keys.ts';
import { openLink } from '../../platform/page/open-link.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import { messageIdText } from '../model/message-id-text.ts';
import { versionKey } from '../state/series/version-key.ts';
import type { CommentsOnPage } from './comments-on-page.ts';
import { netDiffForEditor, patchesForDiffEditor } from './diff-editor-patches.ts';
import { structureOfMail } from './parts/mail-parts.ts';
import { netKey } from './parts/net-part.ts';
import type { ContentPatch } from './parts/series-content.ts';
import { shownPath } from './parts/shown-path.ts';
import { suggestedDiff } from './parts/suggested-diffs.ts';
import type { PatchsetRequests } from './protocol/protocol.ts';
import type { SeriesPage } from './series-page.ts';

/** Handles the requests that open, compare or copy something. */
export function openHandlers(page: SeriesPage, comments: CommentsOnPage) {
	const { host, key, comparison } = page;
	const show = (other: SeriesKey | undefined) => ({
		isElsewhere: other !== undefined && page.replaceWith(other),
	});
	return {
		open: ({ open }) => {
			const { accounts } = host.lists;
			const account = page.loader.source;
			openLink(open, { account, accounts, service: 'lists', host, openTicket: host.openTicket });
			return null;
		},
		version: ({ version, mail }) => {
			const other = parseSeriesId(version);
			if (other?.account !== key.account) return show(undefined);
			if (mail !== null) host.requested.request(other, { mail });
			return show(other);
		},
		openDiff: async ({ patch, file }) => {
			const shown = page.shown();
			const isOfNet = file !== null ? shown.net?.byKey.has(file) : patch === null || patch === netKey;
			if (shown.net && isOfNet) {
				await host.openNetDiff(netDiffForEditor(key, shown, shown.net, file ?? undefined));
				return null;
			}
			const index = file === null ? undefined : page.file(file).index;
			const isChosen = (one: ContentPatch) =>
				file !== null ? one.files.some(({ key }) => key === file) : patch === null || one.key === patch;
			await host.openDiff({
				...patchesForDiffEditor(key, shown, isChosen),
				...(index !== undefined && { file: index }),
			});
			return null;
		},
		goToFile: async ({ file, line }) => {
			const found = page.file(file);
			await host.goToFile({ source: found.patch.source, file: found.file, line });
			return null;
		},
		showOriginal: async ({ mail }) => {
			const { account, owner, list } = key;
			await host.showOriginal({ account, owner, list, mail }, page.mail(mail).mail.subject);
			return null;
		},
		copyLink: async ({ mail }) => {
			const fullMail = mail === null ? undefined : page.mail(mail);
			// Until the first mail of a thread is known, its page has only the address of the list.
			if (!page.patchsetKey()) page.shown();
			const address = page.webAddress(fullMail);
			if (!address) throw new ForgeError('missing', 'There is no web page for this mail.');
			await host.copy(address);
			return { announcement: 'Link copied.' };
		},
		copyPath: async ({ file }) => {
			await host.copy(shownPath(page.file(file).file));
			return { announcement: 'Path copied.' };
		},
		copyDiff: async ({ mail, at }) => {
			const fullMail = page.mail(mail);
			const diff = suggestedDiff(structureOfMail(fullMail), at);
			if (diff === undefined) throw new ForgeError('missing', 'This mail has no such diff.');
			await host.copy(diff);
			return { announcement: 'Diff copied.' };
		},
		reply: async ({ mail, quoted }) => {
			await host.replyToMail(key, page.mail(mail), quoted === '' ? undefined : quoted);
			return null;
		},
		replyToSeries: async () => {
			await host.replyToSeries(key);
			return null;
		},
		copyMessageId: async ({ mail }) => {
			const text = messageIdText(page.mail(mail).mail.messageId);
			if (text === undefined) throw new ForgeError('missing', 'This mail has no valid Message-ID.');
			await host.copy(text);
			return { announcement: 'Message-ID copied.' };
		},
		compare: ({ versions }) => {
			comparison.start(versions);
			return null;
		},
		openComparison: async ({ row }) => {
			const compared = comparison.patches(row);
			if (compared) await host.openVersions(compared);
			return null;
		},
		editMail: ({ entry }) => {
			background(tryAsync(() => host.editMail(entry)));
			return null;
		},
		act: async ({ act }) => {
			if (act === 'carry-over') await comments.carryOver();
			else if (act === 'show-commented') return show(comments.otherVersion()?.page);
			else if (act === 'show-earlier') return show(parseSeriesId(page.remarks.earlier?.on.key ?? ''));
			else if (act === 'show-latest') return show(latestVersion(page));
			else if (act === 'sign-in') signIn(page);
			else if (act === 'web') openWebPage(page);
			else compareWithLatest(page);
			return null;
		},
	} satisfies Partial<Handlers<PatchsetRequests>>;
}

const signIn = ({ host, loader: { owner } }: SeriesPage): void =>
	background(tryAsync(() => host.signIn(owner?.instance)));

function openWebPage(page: SeriesPage): void {
	const address = page.webAddress();
	if (address) background(tryAsync(() => page.host.openInBrowser(address)));
}

function compareWithLatest(page: SeriesPage): void {
	const latest = latestVersion(page);
	if (latest) page.comparison.start({ old: idOfSeries(page.key), new: idOfSeries(latest) });
}

function latestVersion({ key, loader: { reading } }: SeriesPage): SeriesKey | undefined {
	const newest = reading?.chain?.versions.at(-1);
	return newest && versionKey(key, newest);
}
