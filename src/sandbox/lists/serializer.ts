import type {
	Email as EmailResource,
	List,
	Patchset as PatchsetResource,
	ShortEmail,
	ShortList,
	ShortPatchset,
	Subscription as SubscriptionResource,
} from '../../forge/shapes/lists.ts';
import { type Accounts, shortUser } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import type { Archive } from './archive.ts';
import type { Mail, MailingList, Patchset, Subscription } from './state.ts';

/** Converts records of the state to the form of the API. */
export interface ListSerializer {
	list(list: MailingList): List;
	email(mail: Mail): EmailResource;
	/** A mail in a list of mails. Real servers leave out its content there. */
	mailRow(mail: Mail): EmailResource;
	patchset(patchset: Patchset): PatchsetResource;
	/** A patchset in answers of endpoints. Deliveries always contain it in full. */
	patchsetRow(patchset: Patchset): PatchsetResource;
	subscription(subscription: Subscription): SubscriptionResource;
}

const shortList = ({ id, name, owner }: MailingList): ShortList => ({
	id,
	name,
	owner: shortUser(owner),
});

const shortPatchset = (patchset: Patchset): ShortPatchset => ({
	id: patchset.id,
	created: patchset.created,
	updated: patchset.updated,
	subject: patchset.subject,
	prefix: patchset.prefix,
	version: patchset.version,
	status: patchset.status,
	submitter: patchset.submitter,
	reply_to: patchset.replyTo,
	message_id: patchset.messageId,
});

export function createListSerializer(
	archive: Archive,
	accounts: Accounts,
	drift: ReadonlySet<Quirk>,
): ListSerializer {
	const shortEmail = (mail: Mail): ShortEmail => {
		const sender = accounts.findByEmail(mail.from);
		return {
			id: mail.id,
			created: mail.created,
			subject: mail.subject,
			message_id: mail.messageId,
			parent_id: mail.parent,
			thread_id: mail.parent === null ? null : mail.thread,
			list: shortList(archive.list(mail.list)),
			sender: sender ? shortUser(sender.name) : null,
			patchset: mail.patchset === null ? null : shortPatchset(archive.patchset(mail.patchset)),
		};
	};

	/** As on real servers, the first mail of a thread counts the whole thread, and any other mail only itself. */
	const counts = (mail: Mail) => {
		if (mail.parent !== null) return { replies: 0, participants: 1 };
		const thread = archive.thread(mail);
		return { replies: thread.length - 1, participants: new Set(thread.map(({ from }) => from)).size };
	};

	const email = (mail: Mail): EmailResource => ({
		...shortEmail(mail),
		is_patch: mail.isPatch,
		is_request_pull: mail.isRequestPull,
		...counts(mail),
		envelope: mail.envelope,
	});

	const patchset = (row: Patchset): PatchsetResource => {
		const { list, cover, supersededBy } = row;
		return {
			...shortPatchset(row),
			list: shortList(archive.list(list)),
			cover_letter: cover === null ? null : shortEmail(archive.mail(cover)),
			superseded_by: supersededBy === null ? null : shortPatchset(archive.patchset(supersededBy)),
		};
	};

	return {
		list: (list) => ({
			...shortList(list),
			created: list.created,
			updated: list.updated,
			description: list.description,
			permissions: {
				nonsubscriber: [...list.permissions.nonsubscriber],
				subscriber: [...list.permissions.subscriber],
				account: [...list.permissions.account],
			},
		}),
		email,
		mailRow: (mail) => (drift.has('short-mails') ? (shortEmail(mail) as EmailResource) : email(mail)),
		patchset,
		patchsetRow: (row) =>
			// Real servers leave out these fields, which the type has as null. Readers of the JSON treat both alike.
			drift.has('short-patchsets') ? (shortPatchset(row) as PatchsetResource) : patchset(row),
		subscription: ({ id, created, list }) => ({ id, created, list: shortList(archive.list(list)) }),
	};
}
