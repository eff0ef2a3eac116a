import assert from 'node:assert/strict';
import { webAddress } from '../../../../src/patches/page/web-address.ts';
import { sentMail } from '../../../kit/pages/readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const base = 'https://lists.example.org/';

describe('The address of a page on the web', () => {
	it('is that of the patchset, or of the list if there is none', () => {
		assert.equal(
			webAddress(base, { ...list, patchset: 7 }, undefined),
			'https://lists.example.org/~ana/editor-devel/patches/7',
		);
		assert.equal(
			webAddress(base, { ...list, mail: 7 }, undefined),
			'https://lists.example.org/~ana/editor-devel',
		);
	});

	it('names a mail by its message ID, encoded', () => {
		assert.equal(
			webAddress(base, { ...list, mail: 7 }, sentMail({ id: 7, subject: 'A question' })),
			'https://lists.example.org/~ana/editor-devel/%3C7%40example.org%3E',
		);
	});
});
