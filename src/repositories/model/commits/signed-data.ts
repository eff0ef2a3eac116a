import { createHash } from 'node:crypto';
import { parseTime } from '../../../forge/contract/read.ts';
import { parseCommit } from '../../../forge/shapes/git-objects.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';

/** What a commit's signature was made for. */
export interface SignedData {
	/** The text of the signature. */
	readonly armor: string;
	/** The commit without its signature. */
	readonly payload: Buffer;
}

/** Real commits have a few kilobytes. More would keep the extension host busy. */
const maxBytes = 1024 * 1024;

export const isTooLarge = ({ armor, payload }: SignedData): boolean =>
	armor.length + payload.length > maxBytes;

export const signedDataOf = ({ signature }: Commit): SignedData | undefined =>
	signature
		? {
				armor: Buffer.from(signature.signature, 'base64').toString('latin1').trim(),
				payload: Buffer.from(signature.data, 'base64'),
			}
		: undefined;

/** `other-encoding`: only texts differ, which the forge may have been unable to decode. */
type Likeness = 'same' | 'other' | 'other-encoding';

/** Whether the signed data says what the forge says about the commit. A forge could send the signature of another one. */
export function compareWithSigned(commit: Commit, { payload }: SignedData): Likeness {
	const signed = parseCommit({ id: commit.id, type: 'commit', content: payload });
	const isSame =
		signed.tree === commit.tree &&
		signed.parents.join() === commit.parents.join() &&
		isSameTime(signed.timestamp, commit.timestamp);
	if (!isSame) return 'other';
	const shown = textsOf(commit);
	/** The texts that differ, each with the text that is shown for it. */
	const different = textsOf(signed).flatMap((text, index) =>
		text === shown[index] ? [] : [`${text}${shown[index]}`],
	);
	if (different.length === 0) return 'same';
	const isUndecodable = hasLegacyEncoding(payload) || different.every((both) => both.includes('\ufffd'));
	return isUndecodable ? 'other-encoding' : 'other';
}

const textsOf = ({ author, committer, message }: Commit): readonly string[] =>
	[author.name, author.email, committer.name, committer.email, message].map((text) => text.trim());

/** Forges decode all commits as UTF-8, whatever encoding they name. */
const hasLegacyEncoding = (payload: Buffer): boolean =>
	/^encoding (?!utf-?8$)/im.test(payload.toString('latin1', 0, payload.indexOf('\n\n')));

/** Commits have whole seconds. Some servers add a fraction. Text that is not a time is not shown. */
function isSameTime(signed: string, shown: string): boolean {
	const [one, other] = [parseTime(signed), parseTime(shown)];
	return other === undefined || (one !== undefined && Math.abs(one - other) < 1000);
}

/** Whether the signed data, with its signature put back, has the commit's ID. */
export function hasSameId({ id }: Commit, { armor, payload }: SignedData): boolean {
	const isLong = id.length === 64;
	const lines = armor.replaceAll('\n', '\n ');
	const header = Buffer.from(`${isLong ? 'gpgsig-sha256' : 'gpgsig'} ${lines}\n`, 'latin1');
	// Some programs keep the empty line that ends the signature.
	const headers = [header, Buffer.concat([header, Buffer.from(' \n')])];
	return offsetsForHeader(payload).some((offset) =>
		headers.some((one) => {
			const hash = createHash(isLong ? 'sha256' : 'sha1').update(`commit ${payload.length + one.length}\0`);
			for (const part of [payload.subarray(0, offset), one, payload.subarray(offset)]) hash.update(part);
			return hash.digest('hex') === id;
		}),
	);
}

/** At how many offsets a signature is tried, because programs other than git may put it before other headers. Each costs a hash. */
const maxOffsets = 20;

/** The ends of the headers: the last first, where git adds its signature. */
function offsetsForHeader(payload: Buffer): readonly number[] {
	const last = payload.indexOf('\n\n') + 1;
	const offsets = last === 0 ? [] : [last];
	for (let end = payload.indexOf(10); end + 1 < last && offsets.length < maxOffsets; ) {
		offsets.push(end + 1);
		end = payload.indexOf(10, end + 1);
	}
	return offsets;
}
