import * as v from 'valibot';
import { maybe, type Read } from '../../../forge/contract/read.ts';
import { type Patchset, ShortPatchset } from '../../../forge/shapes/lists.ts';
import { MailSummary } from '../mails/mail-summary.ts';

const entries = { mail: MailSummary, patchset: maybe(ShortPatchset) };

/** A mail, with its patchset as the forge describes it in a list of mails. */
export const MailWithPatchset = v.object(entries);
export type MailWithPatchset = Read<typeof MailWithPatchset>;

/** A mail that the user has sent to a list. */
export const SentListMail = v.object({ ...entries, list: v.object({ owner: v.string(), name: v.string() }) });
export type SentListMail = Read<typeof SentListMail>;

/** The patchsets of mails, by id. One that names no mail gets the Message-ID of the mail that it was listed with. */
export const patchsetsOf = (mails: Iterable<MailWithPatchset>): ReadonlyMap<number, Patchset> =>
	new Map(
		[...mails].flatMap(({ mail, patchset }) => {
			if (!patchset) return [];
			const message_id = patchset.message_id ?? mail.messageId;
			return [
				[patchset.id, { ...patchset, message_id, list: null, cover_letter: null, superseded_by: null }],
			];
		}),
	);
