import { ForgeError, type ForgeErrorKind } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { isIn, type PatchsetParams } from './change-patchset.ts';
import { type MailData, oneMail, patches, type ThreadData, thread, threadParts } from './documents.ts';
import { decodeMail, messageIdOf, readMbox } from './raw-mail.ts';
import { mailOf } from './values.ts';

/**
 * A mail with its text, by its number. By a Message-ID, a mail is found only in a list: a search of its posts for the quoted Message-ID
 * does that.
 */
export async function readMail(call: GraphqlCall, email: string | number): Promise<unknown> {
	const id = numberOf(email);
	const mail = await call.ask(oneMail.whole, { id }, (data) => data.mail, oneMail.smaller);
	return mailOf(mail, decodeMail(await call.bytes(`/query/email/${id}`)));
}

function numberOf(email: string | number): number {
	const id = Number(email);
	if (Number.isSafeInteger(id)) return id;
	throw new ForgeError('missing', 'This forge finds a mail by its Message-ID only if its list is known.');
}

/** The mails of a thread with their texts, which come together as an mbox. A mail whose text is not in the mbox has none. */
export async function readThread(call: GraphqlCall, email: string | number): Promise<readonly unknown[]> {
	const variables = { id: numberOf(email) };
	const read = await call.ask(thread.whole, variables, ({ mail }) => mail?.thread, thread.smaller);
	return withTexts(call, read);
}

/** The mails of a thread that was asked for, with their texts. */
export async function withTexts(call: GraphqlCall, asked: ThreadData): Promise<readonly unknown[]> {
	const mails = await mailsOfThread(call, asked);
	const texts = await readTexts(call, asked.root.id);
	return mails.map((mail) => mailOf(mail, texts.get(mail.message_id)));
}

/** Of a long thread, the replies are complete only together with those that have text of their own. */
async function mailsOfThread(
	call: GraphqlCall,
	{ root, descendants }: ThreadData,
): Promise<readonly MailData[]> {
	const first = [root, ...descendants.results];
	if (descendants.next === null) return first;
	const ask = () =>
		call.ask(threadParts.whole, { id: root.id }, ({ mail }) => mail?.thread.blocks, threadParts.smaller);
	// If the forge cannot answer that for a long thread, the first replies can still be read.
	const blocks = await unlessAny(failuresOfForge, ask, []);
	const all = new Map([...first, ...blocks.map(({ source }) => source)].map((mail) => [mail.id, mail]));
	return [...all.values()];
}

/** A mail that the forge cannot read makes it fail for the whole thread, and a long thread may take too long. These failures would come for each mail, too. */
const failuresOfAll: ReadonlySet<ForgeErrorKind> = new Set(['signed-out', 'forbidden']);
/** The forge may answer soon. */
const failuresOfForge: ReadonlySet<ForgeErrorKind> = new Set([...failuresOfAll, 'offline', 'busy']);

/** The texts of the mails of a thread by Message-ID. Empty if the forge cannot send them together: they can still be read one by one. */
async function readTexts(call: GraphqlCall, root: number): Promise<ReadonlyMap<string, string>> {
	const read = async () => {
		const mails = readMbox(await call.bytes(`/query/thread/${root}.mbox`));
		return new Map(mails.map((mail) => [messageIdOf(mail) ?? '', mail]));
	};
	return unlessAny(failuresOfAll, read, new Map());
}

/** What is read, or `otherwise` if that fails in another way than `failures`. */
async function unlessAny<T>(
	failures: ReadonlySet<ForgeErrorKind>,
	read: () => Promise<T>,
	otherwise: T,
): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof ForgeError) || failures.has(error.kind)) throw error;
		return otherwise;
	}
}

/** The patches of a patchset in their order. Of more than 25, only the first ones that have arrived. */
export async function readPatches(call: GraphqlCall, params: PatchsetParams): Promise<unknown> {
	const variables = { id: Number(params.patchset) };
	const page = await call.ask(
		patches.whole,
		variables,
		({ patchset }) => (patchset && isIn(params, patchset.list) ? patchset.patches : null),
		patches.smaller,
	);
	const indexOf = ({ patch }: MailData) => patch?.index ?? 0;
	const results = page.results.toSorted((one, other) => indexOf(one) - indexOf(other));
	return { results: results.map((mail) => mailOf(mail)), next: null };
}
