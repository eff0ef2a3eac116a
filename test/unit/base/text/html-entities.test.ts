import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import { decodeEntities } from '../../../../src/base/text/html-entities.ts';

describe('Character references', () => {
	const known = 'quot excl rbrace vert nbsp frac14 yuml Rho omega rarr hArr there4 ne sdot diams lang rang';
	it(`have the characters of HTML 5: ${known}`, () => {
		const references = known.replace(/\w+/g, '&$&;');
		const markdown = new MarkdownIt({ html: false });
		const [{ children } = { children: null }] = markdown.parseInline(references, {});
		assert.equal(decodeEntities(references), children?.map(({ content }) => content).join(''));
	});
});
