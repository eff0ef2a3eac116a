import { listAddress, listRef, mailAddress, patchsetAddress } from '../../platform/model/keys.ts';
import { statusName } from '../../platform/model/words.ts';
import type { FactRow } from '../../platform/page/snapshot-parts.ts';
import { versionName } from '../model/series/version-name.ts';
import type { NamingSeries } from '../state/find/series-of-tickets.ts';
import { mailsOf, patchsetOf, type SeriesSummary } from '../state/lists/series-summary.ts';
import { statusLook } from './parts/status-parts.ts';
import { displayTitle } from './people/display-title.ts';

/** A series as the page of a ticket shows it. `base` is the address of the forge's lists. */
export function seriesOfTicket({ list, series }: NamingSeries, base: string): FactRow {
	const { chain, newest, patchset, status } = series;
	const hasVersions = chain.versions.length > 1 || newest.version > 1;
	const title = `${hasVersions ? `${versionName(newest)} ` : ''}${displayTitle(newest.title)}`;
	return {
		...statusLook(status === 'pull' ? 'superseded' : (patchset?.status ?? 'proposed')),
		pieces: [{ link: title, open: addressOf({ list, series }, base) }],
		detail: `${statusText(series)} · ${listRef(list)}`,
	};
}

function statusText({ status, patchset }: SeriesSummary): string {
	if (status === 'pull') return 'Pull request';
	return patchset ? statusName(patchset.status) : 'No status';
}

function addressOf({ list, series: { newest } }: NamingSeries, base: string): string {
	const patchset = patchsetOf(newest);
	if (patchset !== undefined) return patchsetAddress(base, { ...list, patchset });
	const [first] = mailsOf(newest);
	return first ? mailAddress(base, list, first.messageId) : listAddress(base, list);
}
