import assert from 'node:assert/strict';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { runInSlices } from '../../../src/mail/range-diff/run-range-diff.ts';
import type { CreateComments } from '../../../src/patches/page/comments-on-page.ts';
import { SeriesController } from '../../../src/patches/page/controller.ts';
import type { SeriesPageHost } from '../../../src/patches/page/host.ts';
import { SeriesPage } from '../../../src/patches/page/series-page.ts';
import type { MailingLists } from '../../../src/patches/state/mailing-lists.ts';
import { StoredReadingOptions } from '../../../src/patches/state/reading-options.ts';
import { ViewedFiles } from '../../../src/patches/state/viewed-files.ts';
import { idOfSeries, type SeriesKey } from '../../../src/platform/model/keys.ts';
import { RevealRequests } from '../../../src/platform/page/reveal-requests.ts';
import { Users } from '../../../src/platform/state/users.ts';
import { PageComments } from '../../../src/review/page/page-comments.ts';
import { ReviewPanels } from '../../../src/review/page/review-panels.ts';
import { createReviewComments } from '../../../src/review/state/review-comments.ts';
import { memory } from '../../tools/memory.ts';
import { until } from '../../tools/until.ts';
import { readable } from '../forge/tracker-forge.ts';
import { noMails } from './no-mails.ts';
import { noStatuses } from './no-statuses.ts';

/** What a page uses of VS Code. Records what it asks. */
function recordingHost(lists: MailingLists, folder: string) {
	const calls: (readonly unknown[])[] = [];
	const record =
		(name: string) =>
		async (...args: readonly unknown[]) =>
			void calls.push([name, ...args]);
	const joined: SeriesKey[] = [];
	const { log } = readable();
	const viewed = new ViewedFiles(fileStorage(folder, log), log);
	const comments = createReviewComments(fileStorage(folder, log), log);
	const requested = new RevealRequests<SeriesKey, { mail: number }>(idOfSeries, assert.ifError);
	const host: SeriesPageHost & { readonly createComments: CreateComments } = {
		createComments: (page, changed) => new PageComments(page, comments, noMails, new ReviewPanels(), changed),
		lists,
		viewed,
		options: new StoredReadingOptions(memory()),
		users: new Users(),
		statuses: noStatuses,
		finishReview: record('finishReview'),
		pickStatus: record('pickStatus'),
		actOnWaiting: record('actOnWaiting'),
		undoChange: record('undoChange'),
		go: () => true,
		didFocus: () => calls.push(['didFocus']),
		leave: record('leave'),
		openTicket: record('openTicket'),
		openAddress: record('openAddress'),
		openInBrowser: record('openInBrowser'),
		showUnsupportedLink: record('showUnsupportedLink'),
		openVersions: async ({ title, pairs }) => void calls.push(['openVersions', title, pairs.length]),
		runRangeDiff: runInSlices,
		openDiff: async ({ patches, file }) => void calls.push(['openDiff', patches.length, file]),
		openNetDiff: async ({ title, files }) =>
			void calls.push(['openNetDiff', title, files.map(({ changes }) => changes.length)]),
		goToFile: async ({ file, line }) => void calls.push(['goToFile', file.new, line]),
		showOriginal: record('showOriginal'),
		replyToMail: record('replyToMail'),
		editMail: record('editMail'),
		replyToSeries: record('replyToSeries'),
		copy: record('copy'),
		signIn: record('signIn'),
		loadImage: async (address) => `data:${address}`,
		allowImages: async () => {},
		trackers: { known: () => undefined, find: async () => undefined, hasMoreToAsk: () => false },
		requested,
		position: () => null,
		joinList: (one) => void joined.push(one),
	};
	return { host, calls, joined, seen: lists.seen, requested, comments };
}

function optionsOf(key: SeriesKey, lists: MailingLists, folder: string, more: Partial<SeriesPageHost> = {}) {
	const { host, ...recorded } = recordingHost(lists, folder);
	let changes = 0;
	const replaced: SeriesKey[] = [];
	return {
		...recorded,
		replaced,
		changes: () => changes,
		options: {
			key,
			host: { ...host, ...more },
			changed: () => changes++,
			/** The first one is open in another panel. */
			replaceWith: (other: SeriesKey) => replaced.push(other) === 1,
		},
	};
}

/** The controller of a page. */
export function pageOf(key: SeriesKey, lists: MailingLists, folder: string) {
	const { options, ...recorded } = optionsOf(key, lists, folder);
	return {
		page: new SeriesController(options, options.host.createComments),
		host: options.host,
		...recorded,
	};
}

/** A page whose mails were read. `more` replaces parts of its host. */
export async function readPageOf(
	key: SeriesKey,
	lists: MailingLists,
	folder: string,
	more?: Partial<SeriesPageHost>,
) {
	const { options, ...recorded } = optionsOf(key, lists, folder, more);
	const page = new SeriesPage(options);
	await page.loader.opened;
	page.loader.didDraw();
	await until(() => !page.loader.isReading && page.known?.reading.unread.length === 0);
	return { page, ...recorded };
}
