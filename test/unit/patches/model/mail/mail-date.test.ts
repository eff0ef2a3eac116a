import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDate } from '../../../../../src/patches/model/mail/mail-date.ts';

const read = (text: string) => {
	const date = readDate(text);
	return date === undefined ? undefined : new Date(date).toISOString();
};

describe('A date of a mail', () => {
	const cases: readonly [text: string, date: string][] = [
		['Fri, 20 Nov 2020 07:08:09 +0000', '2020-11-20T07:08:09.000Z'],
		['Fri, 20 Nov 2020 07:08:09 +0130', '2020-11-20T05:38:09.000Z'],
		['Fri, 20 Nov 2020 07:08:09 -0130', '2020-11-20T08:38:09.000Z'],
		['20 Nov 2020 07:08 -0000', '2020-11-20T07:08:00.000Z'],
		['Fri,20 Nov 2020 07:08:09 +0000 (UTC (really))', '2020-11-20T07:08:09.000Z'],
		['fri, 1 november 2020 7:08:09 GMT', '2020-11-01T07:08:09.000Z'],
		// Obsolete zones
		['20 Nov 2020 07:00:00 EST', '2020-11-20T12:00:00.000Z'],
		['20 Nov 2020 07:00:00 PDT', '2020-11-20T14:00:00.000Z'],
		['20 Nov 2020 07:00:00 Z', '2020-11-20T07:00:00.000Z'],
		['20 Nov 2020 07:00:00 K', '2020-11-20T07:00:00.000Z'],
		['20 Nov 2020 07:00:00 CEST', '2020-11-20T07:00:00.000Z'],
		['20 Nov 2020 07:00:00 -0500 EST', '2020-11-20T12:00:00.000Z'],
		['20 Nov 2020 07:00:00 GMT+0200', '2020-11-20T05:00:00.000Z'],
		['20 Nov 2020 07:00:00 +02:00', '2020-11-20T05:00:00.000Z'],
		['20 Nov 2020 07:00:00', '2020-11-20T07:00:00.000Z'],
		['20 Nov 2020 07:00:00+0200', '2020-11-20T05:00:00.000Z'],
		// Obsolete years
		['20 Nov 49 07:00:00 +0000', '2049-11-20T07:00:00.000Z'],
		['20 Nov 50 07:00:00 +0000', '1950-11-20T07:00:00.000Z'],
		['1 Jan 02 07:00:00 +0000', '2002-01-01T07:00:00.000Z'],
		['20 Nov 120 07:00:00 +0000', '2020-11-20T07:00:00.000Z'],
		['20 Nov 045 07:00:00 +0000', '1945-11-20T07:00:00.000Z'],
		// Other forms
		['Fri Nov 20 07:08:09 2020', '2020-11-20T07:08:09.000Z'],
		['Fri Nov 20 07:08:09 2020 +0100', '2020-11-20T06:08:09.000Z'],
		['2020-11-20T07:08:09Z', '2020-11-20T07:08:09.000Z'],
		['2020-11-20T07:08:09.25+02:00', '2020-11-20T05:08:09.250Z'],
		['2020-11-20T07:08:09.9999Z', '2020-11-20T07:08:09.999Z'],
		['2020-11-20 07:08:09 +0200', '2020-11-20T05:08:09.000Z'],
		['20-Nov-2020 07:08:09 +0000', '2020-11-20T07:08:09.000Z'],
		['20 Nov 2020 07.08.09 +0000', '2020-11-20T07:08:09.000Z'],
		['30 Jun 2015 23:59:60 +0000', '2015-07-01T00:00:00.000Z'],
		['2020-01-31T23:59:59Z', '2020-01-31T23:59:59.000Z'],
		['2020-12-31 00:00:00 +2459', '2020-12-29T23:01:00.000Z'],
		['1 Jan 2020 00:00 -0059', '2020-01-01T00:59:00.000Z'],
		['29 Feb 2020 00:00:00 +0000', '2020-02-29T00:00:00.000Z'],
	];
	for (const [text, date] of cases) it(`${text} is ${date}`, () => assert.equal(read(text), date));

	for (const text of [
		'',
		'yesterday',
		'20 Nov 2020',
		'Nov 2020 07:00:00',
		'20 2020 07:00:00 +0000',
		'20 Nov 07:00:00 +0000',
		'30 Feb 2020 07:00:00 +0000',
		'29 Feb 2021 07:00:00 +0000',
		'0 Nov 2020 07:00:00 +0000',
		'32 Nov 2020 07:00:00 +0000',
		'20 Nov 2020 24:00:00 +0000',
		'20 Nov 2020 07:60:00 +0000',
		'20 Nov 2020 07:00:61 +0000',
		'20 Nov 2020 07:00:00 +0260',
		'20 Nov 2020 07:00:00 +2500',
		'20 Nov 2020 07:00:00 08:00:00',
		'20 Nov 2020 07:00:00 PM',
		'20 Nov 2020 2021 07:00:00',
		'20 Nov 2020 1 07:00:00',
		'2020-13-20 07:00:00',
		'2020-00-20 07:00:00',
		'2020-11-20 2020-11-20 07:00:00',
		'20 Nov 2020 07:00:00 +0000 %',
		`20 Nov 2020 ${'x'.repeat(300)}`,
	]) {
		it(`${JSON.stringify(text.slice(0, 40))} is unreadable`, () => assert.equal(read(text), undefined));
	}

	it('is what JavaScript reads', () => {
		const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
		const zone = fc
			.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 59 }))
			.map(([sign, hours, minutes]) => `${sign}${hours * 100 + minutes + 10_000}`.replace('1', ''));
		fc.assert(
			fc.property(
				fc.date({ min: new Date(0), max: new Date('9998'), noInvalidDate: true }),
				zone,
				(date, zone) => {
					const [, day, month, year, time] = date.toUTCString().split(' ');
					const text = `${days[date.getUTCDay()]}, ${day} ${month} ${year} ${time} ${zone}`;
					assert.equal(readDate(text), Date.parse(text));
				},
			),
		);
	});
});
