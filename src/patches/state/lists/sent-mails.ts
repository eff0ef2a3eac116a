import * as v from 'valibot';
import type { Client } from '../../../forge/client/connect.ts';
import type { Page } from '../../../forge/client/pages.ts';
import type { listRows } from '../../../forge/rows/lists.ts';
import type { Email } from '../../../forge/shapes/lists.ts';
import type { CacheContext } from '../../../platform/state/account-items.ts';
import { Collection } from '../../../platform/state/cache/collection.ts';
import { ItemStore } from '../../../platform/state/cache/item-store.ts';
import { mailSummaryOf } from '../mails/mail-summary.ts';
import { SentListMail } from './mail-with-patchset.ts';

/** How many pages are read, because a user may have sent thousands of mails. */
const maxPages = 20;

/** The mails that an account has sent to lists, without their texts. If there are many, only the newest patchsets and threads, and perhaps not all replies. */
export type SentMails = Collection<number, SentListMail>;

export function createSentMails(client: Client<typeof listRows>, { cache, log }: CacheContext): SentMails {
	const store = new ItemStore<SentListMail>({
		storage: cache,
		name: ['sent-mails'],
		what: 'sent mails',
		format: {
			version: 'sent mails 1',
			idOf: ({ mail }) => mail.id,
			write: (sent) => sent,
			read: (stored, id) => {
				const read = v.safeParse(SentListMail, stored);
				return read.success && read.output.mail.id === id ? read.output : undefined;
			},
		},
		log,
	});
	return new Collection<number, SentListMail>({
		store,
		pages: (signal) => sentPages(client.emails({}, { signal })),
		idOf: ({ mail }) => mail.id,
		toStored: (sent) => sent,
		isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
		log,
	});
}

async function* sentPages(pages: AsyncIterable<Page<Email>>) {
	let count = 0;
	let isCut = false;
	for await (const { rows, isLast, total } of pages) {
		count += 1;
		const sent = rows.flatMap(sentMailOf);
		isCut ||=
			sent.length < rows.length || total === Number.POSITIVE_INFINITY || (count === maxPages && !isLast);
		// Without all rows, it is unknown which mails are gone.
		yield { rows: sent, total: isLast && !isCut ? undefined : Number.POSITIVE_INFINITY };
		if (count === maxPages) return;
	}
}

/** Empty if the forge does not say to which list the mail was sent. */
function sentMailOf(mail: Email): readonly SentListMail[] {
	const { list, patchset, is_request_pull } = mail;
	if (!list) return [];
	return [
		{
			mail: mailSummaryOf(mail, is_request_pull ?? false),
			list: { owner: list.owner.canonical_name, name: list.name },
			patchset,
		},
	];
}
