/** A mail that is ready to be sent. */
export interface OutgoingMail {
	/** The address that gets bounces. */
	readonly from: string;
	/** The addresses of all recipients. */
	readonly to: readonly string[];
	/** The mail with its header, in plain text, as `mailText` writes it. */
	readonly raw: string;
}

/** A recipient that the server did not accept, with its answer. */
interface RefusedRecipient {
	readonly address: string;
	readonly answer: string;
}

/** Why a mail was not sent, or may not have been. `message` says what happened, in sentences for the user. */
export type SendFailure =
	/** The server will never accept this mail. If it refused recipients, it got the mail for none of them. */
	| { readonly kind: 'refused'; readonly message: string; readonly recipients: readonly RefusedRecipient[] }
	/** The mail was not sent, and can be sent later: the server cannot be reached or does not accept it yet. */
	| { readonly kind: 'later'; readonly message: string }
	/**
	 * The connection ended after the whole mail was handed over and before the server said that it has it. Or the server has not answered for so long
	 * that other mails need not wait for it: `answered` then resolves with its answer, or when the connection ends.
	 */
	| { readonly kind: 'unknown'; readonly message: string; readonly answered?: Promise<SendOutcome> }
	| { readonly kind: 'wrong-password'; readonly message: string }
	| { readonly kind: 'untrusted-certificate'; readonly message: string }
	/** The mail was not sent: this server, port, encryption or user name does not work. */
	| { readonly kind: 'wrong-settings'; readonly message: string }
	/** The caller cancelled before the whole mail was handed over: it was not sent. */
	| { readonly kind: 'cancelled'; readonly message: string };

/** `answer`: what the server said when it took the mail. */
export type SendOutcome = { readonly kind: 'sent'; readonly answer: string } | SendFailure;

/** Whether the user can log in to the server. */
export type CheckOutcome = { readonly kind: 'ready' } | SendFailure;
