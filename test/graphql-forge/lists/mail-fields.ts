import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { parseMail } from '../../../src/sandbox/lists/mail.ts';
import type { PatchSubject } from '../../../src/sandbox/lists/patch-subject.ts';
import type { Mail, Patchset, PatchsetTool } from '../../../src/sandbox/lists/state.ts';
import { oldestFirst, type PageArgs } from '../server/cursors.ts';
import { type Call, properties, type Resolvers } from '../server/resolvers.ts';
import { enumValue, timestamp } from '../server/words.ts';
import { senderOf } from './entities.ts';

/** A thread with its mails, the oldest first. */
export interface ThreadSource {
	readonly root: Mail;
	readonly mails: readonly Mail[];
}

const hasOwnText = ({ envelope }: Mail) => /^[^>\s]/m.test(parseMail(envelope).text());

/** The fields of mails, threads and patchsets. */
export function mailFields({ accounts, drift, lists }: GraphqlParts): Resolvers {
	const { state, archive, access } = lists;
	const repeats = drift.has('replies-page-repeats');
	const threadOf = ({ thread }: Mail): ThreadSource => {
		const root = archive.mail(thread);
		return { root, mails: archive.thread(root) };
	};
	const mayBrowse = (list: number, { caller }: Call) =>
		access.may('browse', archive.list(list), caller.account);
	const hiddenListFails = drift.has('mail-of-hidden-list-fails');
	const visible = <T extends { readonly list: number }>(row: T | undefined, call: Call): T | null =>
		row && mayBrowse(row.list, call) ? row : null;
	return {
		Query: {
			email: (_: unknown, { id }: { id: number }, call: Call) => {
				const [mail] = archive.named(`${id}`);
				return hiddenListFails ? mail : visible(mail, call);
			},
			patchset: (_: unknown, { id }: { id: number }, call: Call) =>
				visible(
					state.patchsets.find((patchset) => patchset.id === id),
					call,
				),
		},
		Email: {
			...properties('id', 'subject'),
			sender: (mail: Mail) => senderOf(mail, accounts),
			received: ({ created }: Mail) => timestamp(created),
			messageID: ({ messageId }: Mail) => messageId.replace(/^<|>$/g, ''),
			thread: threadOf,
			parent: ({ parent }: Mail) => (parent === null ? null : archive.mail(parent)),
			patch: ({ part }: Mail) => part,
			patchset: ({ patchset }: Mail) => (patchset === null ? null : archive.patchset(patchset)),
			list: ({ list }: Mail, _: unknown, call: Call) =>
				hiddenListFails && !mayBrowse(list, call) ? null : archive.list(list),
		},
		Thread: {
			...properties('root'),
			replies: ({ mails }: ThreadSource) => mails.length - 1,
			participants: ({ mails }: ThreadSource) => new Set(mails.map(({ from }) => from)).size,
			descendants: ({ root, mails }: ThreadSource, args: PageArgs) => {
				lists.didOpen();
				return oldestFirst(
					mails.filter((mail) => mail !== root),
					args,
					repeats,
				);
			},
			blocks: ({ root, mails }: ThreadSource) =>
				mails.filter((mail) => mail === root || hasOwnText(mail)).map((source) => ({ source })),
		},
		ThreadBlock: properties('source'),
		Patch: {
			index: ({ number }: PatchSubject) => number,
			count: ({ total }: PatchSubject) => total,
			...properties('version', 'prefix'),
		},
		Patchset: {
			...properties('id', 'subject', 'version', 'prefix'),
			created: ({ created }: Patchset) => timestamp(created),
			updated: ({ updated }: Patchset) => timestamp(updated),
			status: ({ status }: Patchset) => enumValue(status),
			submitter: ({ cover, patches }: Patchset) => {
				const root = [cover, ...patches]
					.flatMap((id) => (id === null ? [] : archive.mail(id)))
					.find(({ parent }) => parent === null);
				if (!root) throw new Error('No mail of the patchset starts a thread.');
				return senderOf(root, accounts);
			},
			coverLetter: ({ cover }: Patchset) => (cover === null ? null : archive.mail(cover)),
			thread: ({ patches: [first = 0] }: Patchset) => threadOf(archive.mail(first)),
			supersededBy: ({ supersededBy }: Patchset) =>
				supersededBy === null ? null : archive.patchset(supersededBy),
			tools: ({ tools }: Patchset) => tools ?? [],
			list: ({ list }: Patchset) => archive.list(list),
			patches: ({ patches }: Patchset, args: PageArgs) => {
				const mails = patches.map((id) => archive.mail(id)).sort((a, b) => a.id - b.id);
				return oldestFirst(mails, args, repeats);
			},
		},
		PatchsetTool: {
			...properties('id', 'details'),
			updated: ({ updated }: PatchsetTool) => timestamp(updated),
			icon: ({ icon }: PatchsetTool) => enumValue(icon),
		},
	};
}
