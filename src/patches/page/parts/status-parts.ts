import type { Icon } from '../../../platform/model/icon.ts';
import type { Tone } from '../../../platform/page/snapshot-parts.ts';
import type { SeriesReading } from '../../model/series-reading.ts';
import { missingCount } from '../../state/lists/series-summary.ts';

interface StatusLook {
	readonly icon: Icon;
	readonly tone: Tone;
}

const looks: Readonly<Record<string, StatusLook>> = {
	proposed: { icon: 'git-pull-request', tone: 'info' },
	needs_revision: { icon: 'git-pull-request-go-to-changes', tone: 'warn' },
	approved: { icon: 'pass', tone: 'good' },
	applied: { icon: 'git-merge', tone: 'done' },
	rejected: { icon: 'git-pull-request-closed', tone: 'bad' },
	superseded: { icon: 'git-pull-request-draft', tone: 'idle' },
};

/** The icon of a status. A forge may have statuses that are not known here. */
export const statusLook = (status: string): StatusLook =>
	(Object.hasOwn(looks, status) ? looks[status] : undefined) ?? { icon: 'question', tone: 'idle' };

/** Why a series of which the forge has no patchset has no status. Empty for a thread. */
export function withoutStatus({ version, chain }: SeriesReading): string {
	if (!version) return '';
	if (chain?.kind === 'pull') return 'The forge keeps no status of pull requests that are sent by mail.';
	return missingCount(version) > 0
		? 'The forge makes a patchset of a series once all patches have arrived, so there is no status to set yet.'
		: 'The forge has made no patchset of these mails, for example because they were sent as replies, so there is no status to set.';
}
