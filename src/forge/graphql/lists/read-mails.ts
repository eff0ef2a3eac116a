import { ForgeError, type ForgeErrorKind } from '../../contract/errors.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { isIn, type PatchsetParams } from './change-patchset.ts';
import { type MailData, oneMail, patches, type ThreadData, thread, threadParts } from './documents.ts';
import { decodeMail, messageIdOf, readMbox } from './raw-mail.ts';
import { mailOf } from './values.ts';

/**
 * A mail with its text, by its number. A mail is found by its Message-ID only in its list, by a search of the list for the quoted
 * Message-ID.
 */
export async function readMail(call: GraphqlCall, email: string | number): Promise<unknown> {
	const id = numberOf(email);
	const mail = await call.ask(oneMail.whole, { id }, (data) => data.mail, oneMail.smaller);
	return mailOf(mail, decodeMail(await call.bytes(`/query/email/${id}`)));
}

function numberOf(email: string | number): number {
	const id = Number(email);
	if (Number.isSafeInteger(id)) return id;
	throw new ForgeError('missing', 'This forge cannot find a mail by its Message-ID alone.');
}

/** Mails of a thread, and where the page begins that has the others. */
interface ThreadPage {
	readonly results: readonly unknown[];
	readonly next: string | null;
}

/**
 * The mails of a thread with their texts, which come together as an mbox. A mail whose text is not in the mbox has none. If the forge does not
 * answer for all replies of a long thread, the first page has the first ones, and the second page tries again or says what failed.
 */
export async function readThread(call: GraphqlCall, email: string | number): Promise<ThreadPage> {
	if (call.cursor !== undefined) return readRemaining(call, Number(call.cursor));
	const { root, descendants } = await askThread(call, numberOf(email));
	const first = [root, ...descendants.results];
	const remaining =
		descendants.next === null
			? []
			: await orElse(() => askBlocks(call, root.id), null, { butThrow: generalFailures });
	const all = new Map([...first, ...(remaining ?? [])].map((mail) => [mail.id, mail]));
	return {
		results: await withTexts(call, root.id, [...all.values()]),
		next: remaining === null ? String(root.id) : null,
	};
}

async function readRemaining(call: GraphqlCall, root: number): Promise<ThreadPage> {
	try {
		return { results: await withTexts(call, root, await askBlocks(call, root)), next: null };
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		const message = `Only the first replies could be read. ${error.message}`;
		// A timeout would mean that the forge cannot be reached, but it has answered for the first replies.
		if (error.kind === 'timeout') throw new ForgeError('surprise', message, { status: 500, cause: error });
		throw error.withMessage(message);
	}
}

const askThread = (call: GraphqlCall, id: number): Promise<ThreadData> =>
	call.ask(thread.whole, { id }, ({ mail }) => mail?.thread, thread.smaller);

/** All mails of a thread that have text of their own. The other mails of a long thread are read only if they are among its first replies. */
async function askBlocks(call: GraphqlCall, id: number): Promise<readonly MailData[]> {
	const { whole, smaller } = threadParts;
	const blocks = await call.ask(whole, { id }, ({ mail }) => mail?.thread.blocks, smaller);
	return blocks.map(({ source }) => source);
}

/** Mails of a thread with their texts. */
export async function withTexts(
	call: GraphqlCall,
	root: number,
	mails: readonly MailData[],
): Promise<readonly unknown[]> {
	const texts = await readTexts(call, root);
	return mails.map((mail) => mailOf(mail, texts.get(mail.message_id)));
}

/**
 * Failures that further requests would have, too. Any other failure may be caused by reading a whole thread at once: by a single mail that
 * the forge cannot read, or by the time that a long thread takes.
 */
const accountFailures: ReadonlySet<ForgeErrorKind> = new Set(['signed-out', 'forbidden']);
/** Failures of the account, and those of the forge after which a later attempt may succeed. */
const generalFailures: ReadonlySet<ForgeErrorKind> = new Set([...accountFailures, 'offline', 'busy']);

/** The texts of the mails of a thread by Message-ID. Empty if the forge cannot send them together: they can still be read one by one. */
async function readTexts(call: GraphqlCall, root: number): Promise<ReadonlyMap<string, string>> {
	const read = async () => {
		const mails = readMbox(await call.bytes(`/query/thread/${root}.mbox`));
		return new Map(mails.map((mail) => [messageIdOf(mail) ?? '', mail]));
	};
	return orElse(read, new Map(), { butThrow: accountFailures });
}

/** What is read, or `fallback` if the forge refuses it. A failure of a kind in `butThrow` is thrown. */
async function orElse<T>(
	read: () => Promise<T>,
	fallback: T,
	{ butThrow }: { readonly butThrow: ReadonlySet<ForgeErrorKind> },
): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof ForgeError) || butThrow.has(error.kind)) throw error;
		return fallback;
	}
}

/** The patches of a patchset in their order. If there are more than 25, only the 25 that arrived first. */
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
