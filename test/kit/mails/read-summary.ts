import type { SeriesReader } from '../../../src/patches/state/series/series-reader.ts';
import type { SeriesKey } from '../../../src/platform/model/keys.ts';
import type { Edit } from '../forge/connected-area.ts';

const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
export const ofPatchset = (patchset: number): SeriesKey => ({ ...list, patchset });
export const ofMail = (mail: number): SeriesKey => ({ ...list, mail });

export const pathOf = (patchset: number) => `/lists/editor-devel/patchsets/${patchset}`;

/** What a reader knows, without texts. */
export function summaryOf({ reading, lastError }: SeriesReader) {
	const { chain, version, patchsets, mails, unread } = reading ?? {};
	return {
		title: chain?.title,
		versions: chain?.versions.map(({ version }) => version),
		version: version?.version,
		statuses: [...(patchsets ?? [])].map(([id, { status }]) => `${id} ${status}`),
		/** The number of patches of each mail. */
		patches: version?.patches.map(({ mail }) => mails?.get(mail.id)?.patches.length),
		mails: mails?.size,
		unread: unread?.length,
		error: lastError?.kind,
	};
}

/** The contract promises short mails where real servers send whole ones. */
export const shorten: Edit = (what, text) =>
	/\/(thread|patches)\b(?!ets)/.test(what)
		? { text: text.replace(/"envelope":"(?:[^"\\]|\\.)*"/g, '"envelope":null') }
		: undefined;
