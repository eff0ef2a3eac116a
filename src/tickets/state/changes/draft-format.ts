import * as v from 'valibot';
import { idOfTicket } from '../../../platform/model/keys.ts';
import type { Draft, DraftAccount, DraftFormat } from '../../../platform/state/drafts/draft.ts';
import type { Drafts } from '../../../platform/state/drafts/drafts.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { continues, type DraftBody, type DraftKey, isBlank, withEarlier } from '../../model/ticket-draft.ts';

export type TicketDraft = Draft<DraftKey, DraftBody>;
export type TicketDrafts = Drafts<DraftKey, DraftBody>;

/** The account that a draft belongs to. `before` is the account of an earlier draft, used if the account is signed out. */
export const draftAccountOf = (
	{ account: id }: DraftKey,
	session: Pick<Session, 'account' | 'instance'> | undefined,
	before?: DraftAccount,
): DraftAccount =>
	session
		? { id, name: session.account, instance: session.instance }
		: (before ?? { id, name: '', instance: '' });

const names = v.pipe(v.array(v.string()), v.readonly());

/** The drafts of comments and new tickets. */
export const ticketDrafts: DraftFormat<DraftKey, DraftBody> = {
	key: v.pipe(
		v.object({
			account: v.string(),
			owner: v.string(),
			tracker: v.string(),
			ticket: v.exactOptional(v.number()),
		}),
		v.transform(
			({ ticket, ...tracker }): DraftKey => (ticket === undefined ? tracker : { ...tracker, ticket }),
		),
	),
	body: v.object({
		title: v.string(),
		text: v.string(),
		status: v.nullable(v.string()),
		resolution: v.nullable(v.string()),
		addLabels: names,
		removeLabels: names,
		base: v.nullable(v.string()),
	}),
	spell: idOfTicket,
	isEmpty: isBlank,
	continues,
	withEarlier,
};
