import type { RevealRequest } from '../../../platform/page/reveal-requests.ts';

/** A patch of a mail, or one of its files. */
export interface PartToReveal {
	/** The index of the patch among those of the mail. */
	readonly patch: number;
	/** The index of the file. */
	readonly file?: number;
}

export interface PlaceOfMail {
	/** The forge's id of the mail. */
	readonly mail: number;
	readonly part?: PartToReveal | undefined;
}

/** A mail that the user has opened a page for. */
export type MailRevealRequest = RevealRequest<PlaceOfMail>;
