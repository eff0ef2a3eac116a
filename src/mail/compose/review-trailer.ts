import type { Address } from '../message/mail.ts';
import { onOneLine } from './header-field.ts';

/** The trailers that count for the review of patches. */
export const reviewKeys = ['Reviewed-by', 'Acked-by', 'Tested-by'] as const;

/** What a reviewer says of a patch or series. */
export interface ReviewTrailer {
	readonly key: (typeof reviewKeys)[number];
	readonly person: Address;
}

/** The line of a trailer. Git reads the name as it is, so it has neither quotes nor encoded words. */
export function trailerLine({ key, person }: { readonly key: string; readonly person: Address }): string {
	const name = onOneLine(person.name.replace(/[<>]/g, ' '));
	const email = onOneLine(person.email).replace(/[<> ]/g, '');
	if (email === '') return `${key}: ${name}`;
	return name === '' ? `${key}: <${email}>` : `${key}: ${name} <${email}>`;
}
