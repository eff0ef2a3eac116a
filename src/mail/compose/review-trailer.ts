import type { Address } from '../message/mail.ts';
import { onOneLine } from './header-field.ts';

/** The trailers that count for the review of patches. */
export const reviewKeys = ['Reviewed-by', 'Acked-by', 'Tested-by'] as const;

/** What a reviewer says of a patch or series. */
export interface ReviewTrailer {
	readonly key: (typeof reviewKeys)[number];
	readonly person: Address;
}

interface WrittenTrailer {
	readonly key: string;
	readonly person: Address;
	readonly remark?: string;
}

/** The line of a trailer. Git reads the name as it is, so it has neither quotes nor encoded words. */
export function trailerLine({ key, person, remark = '' }: WrittenTrailer): string {
	const name = onOneLine(person.name.replace(/[<>]/g, ' '));
	const email = onOneLine(person.email).replace(/[<> ]/g, '');
	const address = email === '' ? '' : `<${email}>`;
	return `${key}: ${[name, address, onOneLine(remark)].filter(Boolean).join(' ')}`;
}
