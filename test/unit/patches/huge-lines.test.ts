import assert from 'node:assert/strict';
import { trailersInText } from '../../../src/mail/text/mail-trailers.ts';
import { mailText } from '../../../src/patches/page/mail-parts.ts';
import { seriesContent } from '../../../src/patches/page/series-content.ts';
import { bracketsOf } from '../../../src/patches/page/shown-title.ts';
import { patchText, readingOf, sentMail } from './page/readings.ts';

const length = 10_000_000;
const links = { instances: [], tracker: undefined, people: new Map<string, string>() };
const many = (text: string) => text.repeat(length / text.length);
/** Texts with which a regular expression can exhaust the stack. */
const texts: Readonly<Record<string, string>> = {
	'quotation marks': `${many('>')}\nWhy?`,
	'quotation marks with spaces': `${many('> ')}\nWhy?`,
	'a trailer': `Signed${many('-off')}-by: Bob`,
	'lines that look signed': `-----BEGIN PGP SIGNED MESSAGE-----\n${many('A: b\n')}\n- --- a/x\n`,
	'a line of a patch': patchText('x.c', ['old'], [many('new ')]),
};

describe('A mail of 10 MB', () => {
	for (const [what, text] of Object.entries(texts))
		it(`is read if nearly all of it is ${what}`, () => {
			const patch = sentMail({ id: 1, subject: '[PATCH editor] Open files', text: patchText('open.c') });
			const reading = readingOf([
				patch,
				sentMail({ id: 2, subject: 'Re: [PATCH editor] Open files', re: 1, text }),
			]);
			const [, reply] = [...reading.mails.values()];
			assert.ok(reply);
			assert.equal(seriesContent(reading).patches.length, 1);
			assert.ok(mailText(reply, links).blocks.length > 0);
			trailersInText(text);
		});

	it('has a subject of many brackets', () =>
		assert.match(bracketsOf(many('[PATCH]')), /^\[PATCH\]\[PATCH\].*…$/));
});
