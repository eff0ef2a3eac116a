import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Mail } from '../../../src/sandbox/lists/state.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import type { Reply } from '../../../src/sandbox/server/reply.ts';

const textReply = (status: number, type: string, body: string): Reply => ({
	status,
	headers: { 'Content-Type': type },
	body,
});

/** The raw mails beside `/query`: one mail, or an mbox of a thread or of the patches of a patchset. */
export function mailFile({ lists }: GraphqlParts, path: string, { account }: Caller): Reply | undefined {
	const { state, archive, access } = lists;
	const [, kind, id = '', extension] = /^\/query\/(email|thread|patchset)\/(\d+)(\.mbox)?$/.exec(path) ?? [];
	if (kind === undefined || (kind === 'email') === (extension !== undefined)) return undefined;
	const mailsOf = (): readonly Mail[] => {
		if (kind === 'patchset') {
			const found = state.patchsets.find((patchset) => String(patchset.id) === id);
			return found?.patches.map((mail) => archive.mail(mail)) ?? [];
		}
		const found = archive.named(id);
		return kind === 'email' ? found : found.flatMap((mail) => archive.thread(mail));
	};
	const mails = mailsOf().filter(({ list }) => access.may('browse', archive.list(list), account));
	const [first] = mails;
	if (!first) return textReply(404, 'text/plain', 'Not found\r\n');
	if (kind === 'email') return textReply(200, 'message/rfc822', first.envelope);
	const statusOf = ({ patchset }: Mail) =>
		patchset === null ? '' : `X-Sourcehut-Patchset-Final: ${archive.patchset(patchset).status}\n`;
	const entries = mails.map((mail) => {
		const date = new Date(mail.created).toUTCString();
		// Unlike a single mail, with LF and an empty line more.
		const text = mail.envelope.replace(/\r\n/g, '\n').replace(/^From /gm, '>From ');
		return `From ${mail.from} ${date}\n${statusOf(mail)}${text}\n`;
	});
	return textReply(200, 'application/mbox', entries.join(''));
}
