import { nearDate } from '../model/words.ts';
import type { Note } from './snapshot-parts.ts';

/** The account of the page is signed out of the forge, by the user or, if there is a sentence that says `why`, not by the user. */
export interface SignedOut {
	readonly kind: 'signed-out';
	readonly instance: string;
	readonly why?: string;
}

/** Whether the page's content could be read. The top of the page shows what went wrong. */
export type PageStatus =
	| { readonly kind: 'reading' }
	| { readonly kind: 'good' }
	| {
			readonly kind: 'offline';
			/** The host of the service: `todo.example.org`. */
			readonly host: string;
			readonly since: number;
			/** When the displayed data was read. */
			readonly asOf: number | undefined;
	  }
	| SignedOut
	| { readonly kind: 'missing' }
	/** `message` tells the user what went wrong and what they can do. */
	| { readonly kind: 'failed'; readonly message: string };

interface NotesOptions {
	readonly pageStatus: PageStatus;
	/** What the page shows, as the user knows it: `~ana/editor`. */
	readonly ref: string;
	/** Makes the note for an account that is signed out of a forge. */
	readonly signedOut: (pageStatus: SignedOut) => Note;
	readonly hasDraft: boolean;
	readonly now: number;
	readonly zone: string | undefined;
}

/** The notes at the top of a page. */
export function pageStatusNotes({ pageStatus, ref, signedOut, hasDraft, now, zone }: NotesOptions): Note[] {
	const retry = (label: string) => ({ act: 'retry', label }) as const;
	switch (pageStatus.kind) {
		case 'offline': {
			const asOf = pageStatus.asOf === undefined ? '' : ` Last updated ${near(pageStatus.asOf, now, zone)}.`;
			const words = `No connection to ${pageStatus.host} since ${near(pageStatus.since, now, zone)}.${asOf}`;
			const icon = 'debug-disconnect';
			return [{ key: 'offline', kind: 'warning', icon, pieces: [words], acts: [retry('Try Now')] }];
		}
		case 'signed-out':
			return [signedOut(pageStatus)];
		case 'missing': {
			const kept = hasDraft ? ' Your draft is kept.' : '';
			const words = `${ref} doesn't exist, or you don't have access to it.${kept}`;
			const acts = [retry('Try Again'), { act: 'web', label: 'Open in Browser' } as const];
			return [{ key: 'missing', kind: 'warning', icon: 'warning', pieces: [words], acts }];
		}
		case 'failed': {
			const words = `${ref} could not be read. ${pageStatus.message}`;
			const acts = [retry('Try Again')];
			return [{ key: 'failed', kind: 'error', icon: 'error', pieces: [words], acts }];
		}
		default:
			return [];
	}
}

const near = (ms: number, now: number, zone: string | undefined): string =>
	nearDate(new Date(ms).toISOString(), now, zone).replace(/^today /, '');
