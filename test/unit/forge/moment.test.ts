import assert from 'node:assert/strict';
import { parseTime } from '../../../src/forge/contract/read.ts';

const noon = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('A timestamp', () => {
	for (const written of [
		'2026-11-20T12:00:00+00:00',
		'2026-11-20T12:00:00Z',
		'2026-11-20T12:00:00.000000Z',
		'2026-11-20T12:00:00',
		'2026-11-20 12:00:00',
		'2026-11-20T14:00:00+02:00',
		'2026-11-20T14:00:00+0200',
		'2026-11-20T14:00:00+02',
		'2026-11-20 17:30:00 +0530',
		'2026-11-20T12:00Z',
		' 2026-11-20T12:00:00Z\n',
		'Fri, 20 Nov 2026 12:00:00 +0000',
	]) {
		it(`is read as the same moment from ${JSON.stringify(written)}`, () => {
			assert.equal(parseTime(written), noon);
		});
	}

	it('keeps its fraction of a second', () => {
		assert.equal(parseTime('2026-11-20T12:00:00.250999Z'), noon + 250);
	});

	for (const written of [null, undefined, '', ' ', 'yesterday', '2026-13-40T99:00:00Z']) {
		it(`is undefined if it is ${JSON.stringify(written)}`, () => assert.equal(parseTime(written), undefined));
	}
});
