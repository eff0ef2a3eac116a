import type { Address } from '../message/mail.ts';
import { onOneLine } from './header-field.ts';

/** What a reviewer says of a patch or series. */
export interface ReviewTrailer {
	readonly key: 'Reviewed-by' | 'Acked-by' | 'Tested-by';
	readonly person: Address;
}

/** The trailer as a line, which is all that git reads in it: names in commits have neither quotes nor encodings. */
export function trailerLine({ key, person }: { readonly key: string; readonly person: Address }): string {
	const name = onOneLine(person.name.replace(/[<>]/g, ' '));
	const email = onOneLine(person.email).replace(/[<> ]/g, '');
	if (email === '') return `${key}: ${name}`;
	return name === '' ? `${key}: <${email}>` : `${key}: ${name} <${email}>`;
}
