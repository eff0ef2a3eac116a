import assert from 'node:assert/strict';
import { RequestedMails } from '../../../../src/patches/page/requested-mails.ts';

const page = { account: 'ana', owner: '~ana', list: 'editor-devel', patchset: 12 };

describe('The mails that the user has opened pages for', () => {
	it('have another id each time, and are forgotten with the page', () => {
		const requested = new RequestedMails(assert.ifError);
		const changed: unknown[] = [];
		requested.onDidChange((key) => changed.push(key));
		requested.request(page, 7);
		const first = requested.of({ ...page }) ?? assert.fail();
		requested.request(page, 7);
		const second = requested.of(page) ?? assert.fail();
		assert.deepEqual([first.mail, second.mail], [7, 7]);
		assert.notEqual(first.id, second.id);
		assert.deepEqual(changed, [page, page]);
		assert.equal(requested.of({ ...page, patchset: 13 }), undefined);
		requested.forget(page);
		assert.equal(requested.of(page), undefined);
	});
});
