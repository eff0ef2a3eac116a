import assert from 'node:assert/strict';
import { escapeHtml } from '../../../../src/platform/model/escape-html.ts';

describe('Text escaped for HTML', () => {
	it('has no character that begins a tag or an entity, or ends an attribute', () => {
		assert.equal(escapeHtml(`<a b="c">&'d'`), `&lt;a b=&quot;c&quot;&gt;&amp;'d'`);
	});
});
