import type { TextAddress } from '../../../platform/editor/files/text-files.ts';
import { isTicketKey, type TicketKey, type TrackerKey } from '../../../platform/model/keys.ts';
import { accountLabel, type Session } from '../../../signin/sessions/session.ts';

/** The address of the description of a tracker or ticket. It has the account's label, because VS Code shows the address if something fails. */
export function descriptionAddress(key: TrackerKey | TicketKey, session: Session): TextAddress {
	const { owner, tracker } = key;
	const path = isTicketKey(key)
		? `/${owner}/${tracker}/${key.ticket}/Description of #${key.ticket}.md`
		: `/${owner}/${tracker}/Description of ${tracker}.md`;
	return { path, query: accountLabel(session) };
}

interface DescriptionPath {
	readonly owner: string;
	readonly tracker: string;
	/** Undefined for the description of the tracker. */
	readonly ticket: number | undefined;
}

/** Undefined if there is no description at the path. */
export function parseDescriptionPath(path: string): DescriptionPath | undefined {
	const [, owner, tracker, ticket] = /^\/([^/]+)\/([^/]+)(?:\/(\d+))?\/[^/]+$/.exec(path) ?? [];
	if (owner === undefined || tracker === undefined) return undefined;
	return { owner, tracker, ticket: ticket === undefined ? undefined : Number(ticket) };
}
