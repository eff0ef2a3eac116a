/** Why a signature was not verified. */
type Unverified =
	| { readonly why: 'no-key'; readonly key: string }
	| { readonly why: 'no-program'; readonly program: string }
	| {
			readonly why:
				| 'not-allowed'
				| 'untrusted-workspace'
				| 'unreadable'
				| 'unsupported'
				| 'other-id'
				| 'other-encoding'
				| 'too-large'
				| 'unreadable-revoked-keys'
				| 'failed';
	  };

/** What is known about the signature of a commit. `signer` is what the key says or, for SSH, the user's list of allowed signers. */
export type SignatureState =
	| { readonly kind: 'none' }
	/** With `isCertified`, the user has confirmed whose key it is. */
	| { readonly kind: 'good'; readonly signer: string; readonly isCertified: boolean }
	/** The signature is intact, but the key or the signature was withdrawn or is too old. */
	| { readonly kind: 'expired-key' | 'expired-signature'; readonly signer: string }
	| { readonly kind: 'revoked-key' | 'bad'; readonly signer: string | undefined }
	/** The signature belongs to other content than that of the commit. */
	| { readonly kind: 'of-other-commit' }
	| ({ readonly kind: 'unverified' } & Unverified);

/** A sentence for the user, without a full stop. Empty if the commit is not signed. */
export function describeSignature(state: SignatureState): string {
	switch (state.kind) {
		case 'none':
			return '';
		case 'good':
			return `Good signature from ${state.signer}${state.isCertified ? '' : ' (you have not certified this key)'}`;
		case 'expired-key':
			return `Signed with a key of ${state.signer} that has expired`;
		case 'revoked-key':
			return `Signed with a key${state.signer === undefined ? '' : ` of ${state.signer}`} that has been revoked`;
		case 'expired-signature':
			return `Signed by ${state.signer}, but the signature has expired`;
		case 'bad':
			return `Bad signature${state.signer === undefined ? '' : ` (with the key of ${state.signer})`}`;
		case 'of-other-commit':
			return 'Bad signature (it belongs to another commit)';
		case 'unverified':
			return `Signed, not verified (${reasonOf(state)})`;
	}
}

function reasonOf(unverified: Unverified): string {
	switch (unverified.why) {
		case 'no-key':
			return `no key ${unverified.key}`;
		case 'no-program':
			return `${unverified.program} was not found`;
		case 'not-allowed':
			return 'the key was not allowed to sign at the time of the commit';
		case 'untrusted-workspace':
			return 'the workspace is not trusted';
		case 'unreadable':
			return 'the signature cannot be read';
		case 'unsupported':
			return 'signatures of this kind cannot be checked here';
		case 'other-id':
			return 'the signed data has another commit ID';
		case 'other-encoding':
			return 'the forge shows the text in another encoding';
		case 'too-large':
			return 'the commit is too large to be checked';
		case 'unreadable-revoked-keys':
			return 'the list of revoked keys cannot be read';
		case 'failed':
			return 'the check did not finish';
	}
}
