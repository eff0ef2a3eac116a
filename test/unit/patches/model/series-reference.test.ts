import assert from 'node:assert/strict';
import { readPatchsetNumber, readSeriesReference } from '../../../../src/patches/model/series-reference.ts';

describe('What the user names', () => {
	const patchset = { kind: 'patchset', owner: '~ana', list: 'editor-devel', patchset: 12 };
	const message = { kind: 'mail', message: '<1@example.org>' };
	const cases: Readonly<Record<string, unknown>> = {
		'~ana/editor-devel 12': patchset,
		' ~ana/editor-devel#12 ': patchset,
		'~ana/editor-devel/patches/12': patchset,
		'<1@example.org>': message,
		'Message-ID: <1@example.org>': message,
		'mid:1/2@example.org': { kind: 'mail', message: '1/2@example.org' },
		'<no-at-sign>': { kind: 'mail', message: '<no-at-sign>' },
		'': undefined,
		'0': undefined,
		'106': undefined,
		'#106': undefined,
		'12345678901': undefined,
		'~ana/editor-devel': undefined,
		'two words@example.org': undefined,
		'https://lists.forge.test/~ana/editor-devel/patches/12': undefined,
		'https://lists.forge.test/~ana/editor-devel/1@example.org': undefined,
	};
	for (const [text, expected] of Object.entries(cases)) {
		it(`is read from "${text}"`, () => assert.deepEqual(readSeriesReference(text), expected));
	}

	it('is the number of a patchset, with or without #', () =>
		assert.deepEqual(['12', ' #12 ', '0', '#', '12a', '1234567890', '##1'].map(readPatchsetNumber), [
			...[12, 12],
			...[undefined, undefined, undefined, undefined, undefined],
		]));
});
