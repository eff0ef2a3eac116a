import type { SeriesReading } from '../../../src/patches/model/series-reading.ts';
import { type SeriesContent, seriesContent } from '../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from './readings.ts';

const re = 'Re: [PATCH editor 1/2] Read ahead';

/** A series of two patches, with a reply to a line of the first one, and an answer to that. */
export const mails = [
	sentMail({ id: 1, subject: '[PATCH editor 0/2] Open files faster', text: 'See https://example.org/a.\n' }),
	sentMail({ id: 2, subject: '[PATCH editor 1/2] Read ahead', re: 1, text: patchText('src/open.c') }),
	sentMail({ id: 3, subject: '[PATCH editor 2/2] Cache names', re: 1, text: patchText('name.c') }),
	sentMail({
		id: 4,
		subject: re,
		re: 2,
		from: 'Ana <ana@example.org>',
		text: '> -old\n> +new\nWhy?\n\nReviewed-by: Ana <ana@work.example>\n',
	}),
	sentMail({ id: 5, subject: 'Something else', re: 4, text: 'It is shorter.\n' }),
];

export function aSeries(): { readonly reading: SeriesReading; readonly content: SeriesContent } {
	const reading = readingOf(mails);
	return { reading, content: seriesContent(reading) };
}

export const links = { instances: [], tracker: undefined, people: new Map<string, string>() };
export const at = { now: Date.UTC(2026, 10, 9), zone: 'UTC' };
