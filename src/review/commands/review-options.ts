import { type ReviewTrailer, reviewKeys, trailerLine } from '../../mail/compose/review-trailer.ts';
import type { Address } from '../../mail/message/mail.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { statusName } from '../../platform/model/words.ts';
import type { MailOption } from './mail-box.ts';

const statuses = ['needs_revision', 'approved'] as const;
export type ReviewStatus = (typeof statuses)[number];

/** The trailers that a user can give. Until the sender is known, the user has to be asked. */
export const trailerOptions = (sender: Address | undefined): readonly MailOption[] =>
	reviewKeys.map((key) =>
		sender
			? { id: key, label: escapeIcons(trailerLine({ key, person: sender })) }
			: { id: key, label: `${key}…`, needsAnswer: true },
	);

/** The statuses that can be set after the mails were sent, except the current one. */
export const statusOptions = (current: string | undefined): readonly MailOption[] =>
	statuses
		.filter((status) => status !== current)
		.map((status) => ({
			id: status,
			label: `Set Status to ${statusName(status)}`,
			excludes: statuses.filter((one) => one !== status),
		}));

/** The trailers among chosen options. Empty until the sender is known. */
export const chosenTrailers = (
	chosen: ReadonlySet<string>,
	sender: Address | undefined,
): readonly ReviewTrailer[] =>
	sender ? reviewKeys.filter((key) => chosen.has(key)).map((key) => ({ key, person: sender })) : [];

/** The status among chosen options. */
export const chosenStatus = (chosen: ReadonlySet<string>): ReviewStatus | undefined =>
	statuses.find((status) => chosen.has(status));
