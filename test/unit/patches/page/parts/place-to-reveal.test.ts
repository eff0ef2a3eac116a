import assert from 'node:assert/strict';
import type { FullMail } from '../../../../../src/patches/model/series/mails/full-mail.ts';
import type { PartToReveal } from '../../../../../src/patches/page/parts/mail-reveal-requests.ts';
import { placeToReveal } from '../../../../../src/patches/page/parts/place-to-reveal.ts';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const cover = sentMail({ id: 1, subject: '[PATCH 0/2] Read ahead' });
const first = sentMail({ id: 2, re: 1, subject: '[PATCH 1/2] One', text: patchText('one.c') });
const second = sentMail({ id: 3, re: 1, subject: '[PATCH 2/2] Two', text: patchText('two.c') });
const reply = sentMail({ id: 4, re: 3, subject: 'Re: [PATCH 2/2] Two' });
const single = sentMail({ id: 5, subject: '[PATCH] Three', text: patchText('three.c') });

function placeOf(mail: number, mails: readonly FullMail[], part?: PartToReveal) {
	const reading = readingOf(mails);
	return placeToReveal({ id: 'a', mail, part }, { reading, content: seriesContent(reading) })?.place;
}

describe('The place that a page is opened for', () => {
	const series = [cover, first, second, reply];

	for (const [what, mail, mails, part, place] of [
		['the file of one of several patches', 3, series, { patch: 0, file: 0 }, { kind: 'file', key: '3.0.0' }],
		['the file of the only patch', 5, [single], { patch: 0, file: 0 }, { kind: 'file', key: '5.0.0' }],
		['the patch if it has no such file', 3, series, { patch: 0, file: 1 }, { kind: 'patch', key: '3.0' }],
		['the patch for its message', 3, series, { patch: 0 }, { kind: 'patch', key: '3.0' }],
		['the start for the message of the only patch', 5, [single], { patch: 0 }, { kind: 'start' }],
		['unknown until the mail of the file is read', 3, [cover, first], { patch: 0, file: 0 }, null],
	] as const) {
		it(`is ${what}`, () => assert.deepEqual(placeOf(mail, mails, part), place));
	}
});
