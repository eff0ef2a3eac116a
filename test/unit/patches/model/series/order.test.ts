import assert from 'node:assert/strict';
import { sortMails } from '../../../../../src/patches/model/series/order.ts';
import { mail } from './mails.ts';

describe('The order of mails', () => {
	it('leaves out mails that were received twice', () => {
		const [one, two] = [mail('a', '[PATCH] One'), mail('a', '[PATCH] One')];
		assert.deepEqual(sortMails([one, two]), [one]);
	});
});
