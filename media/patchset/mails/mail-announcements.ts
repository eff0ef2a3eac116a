import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';

/** The mails of a snapshot, for `Announcements`. */
export const mailAnnouncements = ({ key, patches, discussion, loadingText, me }: PatchsetSnapshot) => ({
	key,
	timeline: discussion.map(({ id, by }) => ({
		kind: 'comment' as const,
		key: String(id),
		name: `Mail by ${by.name}`,
		by,
	})),
	isLoading: loadingText !== null || (patches.length === 0 && discussion.length === 0),
	me,
});
