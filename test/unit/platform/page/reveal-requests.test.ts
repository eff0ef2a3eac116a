import assert from 'node:assert/strict';
import { RevealRequests } from '../../../../src/platform/page/reveal-requests.ts';

describe('The places that the user has opened pages for', () => {
	it('have another id each time, and are forgotten with the page', () => {
		const requested = new RevealRequests<{ readonly page: number }, { readonly mail: number }>(
			({ page }) => String(page),
			assert.ifError,
		);
		const changed: unknown[] = [];
		requested.onDidChange((key) => changed.push(key));
		requested.request({ page: 1 }, { mail: 7 });
		const first = requested.of({ page: 1 }) ?? assert.fail();
		requested.request({ page: 1 }, { mail: 7 });
		const second = requested.of({ page: 1 }) ?? assert.fail();
		assert.deepEqual([first.mail, second.mail], [7, 7]);
		assert.notEqual(first.id, second.id);
		assert.deepEqual(changed, [{ page: 1 }, { page: 1 }]);
		assert.equal(requested.of({ page: 2 }), undefined);
		requested.forget({ page: 1 });
		assert.equal(requested.of({ page: 1 }), undefined);
	});
});
