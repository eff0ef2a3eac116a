import assert from 'node:assert/strict';
import type { WholeMail } from '../../../../src/patches/model/whole-mail.ts';
import { requestedPlace } from '../../../../src/patches/page/requested-place.ts';
import { seriesContent } from '../../../../src/patches/page/series-content.ts';
import { patchText, readingOf, sentMail } from './readings.ts';

const cover = sentMail({ id: 1, subject: '[PATCH 0/2] Read ahead' });
const first = sentMail({ id: 2, re: 1, subject: '[PATCH 1/2] One', text: patchText('one.c') });
const second = sentMail({ id: 3, re: 1, subject: '[PATCH 2/2] Two', text: patchText('two.c') });
const reply = sentMail({ id: 4, re: 3, subject: 'Re: [PATCH 2/2] Two' });
const single = sentMail({ id: 5, subject: '[PATCH] Three', text: patchText('three.c') });
const question = sentMail({ id: 6, subject: 'Where are the settings?' });
const answer = sentMail({ id: 7, re: 6, subject: 'Re: Where are the settings?' });

function placeOf(mail: number, mails: readonly WholeMail[]) {
	const reading = readingOf(mails);
	return requestedPlace({ id: 'a', mail }, { reading, content: seriesContent(reading) })?.place;
}

describe('The place that a page is opened for', () => {
	const series = [cover, first, second, reply];
	for (const [what, mail, mails, place] of [
		['the start for the cover letter', 1, series, { kind: 'start' }],
		['the patch for one of several', 3, series, { kind: 'patch', key: '3.0' }],
		['the start for the only patch', 5, [single], { kind: 'start' }],
		['the mail for a reply', 4, series, { kind: 'mail', mail: 4 }],
		['the start for the first mail of a discussion', 6, [question, answer], { kind: 'start' }],
		['the mail for an answer in a discussion', 7, [question, answer], { kind: 'mail', mail: 7 }],
		['unknown until the mail is read', 4, [cover, first, second], null],
	] as const) {
		it(`is ${what}`, () => assert.deepEqual(placeOf(mail, mails), place));
	}

	it('is unknown while nothing is known, and none if the page is opened for no mail', () => {
		assert.deepEqual(requestedPlace({ id: 'a', mail: 4 }, undefined), { id: 'a', place: null });
		assert.equal(requestedPlace(undefined, undefined), null);
	});
});
