import type { SignatureState } from './signature.ts';

interface StatusLine {
	readonly word: string;
	readonly rest: string;
}

/** Lines of which gpg writes one for each signature. */
const results = new Set(['GOODSIG', 'EXPSIG', 'EXPKEYSIG', 'REVKEYSIG', 'BADSIG', 'ERRSIG']);

/**
 * Reads the output of `gpg --status-fd --verify`. A text with several signatures counts as unreadable, because it is unclear which of them the
 * user would rely on.
 */
export function readGpgStatus(output: string): SignatureState {
	const lines = output.split('\n').flatMap((line): readonly StatusLine[] => {
		const [, word, rest = ''] = /^\[GNUPG:\] ([A-Z_]+)(?: (.*))?$/.exec(line.trimEnd()) ?? [];
		return word === undefined ? [] : [{ word, rest }];
	});
	const has = (word: string) => lines.some((line) => line.word === word);
	const [result, ...others] = lines.filter(({ word }) => results.has(word));
	if (!result || others.length > 0) return { kind: 'unverified', why: 'unreadable' };
	const signer = signerOf(result.rest);
	if (result.word === 'BADSIG') return { kind: 'bad', signer };
	if (result.word === 'ERRSIG') {
		const [key = ''] = result.rest.split(' ');
		return has('NO_PUBKEY')
			? { kind: 'unverified', why: 'no-key', key }
			: { kind: 'unverified', why: 'unsupported' };
	}
	// gpg writes this line only if the key made the signature.
	if (!has('VALIDSIG')) return { kind: 'unverified', why: 'unreadable' };
	switch (result.word) {
		case 'EXPSIG':
			return { kind: 'expired-signature', signer };
		case 'EXPKEYSIG':
			return { kind: 'expired-key', signer };
		case 'REVKEYSIG':
			return { kind: 'revoked-key', signer };
		default:
			return { kind: 'good', signer, isCertified: has('TRUST_FULLY') || has('TRUST_ULTIMATE') };
	}
}

/** The user ID after the ID of the key. Gpg escapes some of its bytes as `%XX`. */
function signerOf(rest: string): string {
	const space = rest.indexOf(' ');
	if (space === -1) return rest;
	const escaped = Buffer.from(rest.slice(space + 1)).toString('latin1');
	const bytes = escaped.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString('utf8');
}
