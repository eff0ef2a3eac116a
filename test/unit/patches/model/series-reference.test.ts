import assert from 'node:assert/strict';
import { readSeriesReference } from '../../../../src/patches/model/series-reference.ts';

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
		'106': { kind: 'mail', message: '106' },
		'': undefined,
		'0': undefined,
		'12345678901': undefined,
		'~ana/editor-devel': undefined,
		'two words@example.org': undefined,
		'https://lists.forge.test/~ana/editor-devel/patches/12': undefined,
		'https://lists.forge.test/~ana/editor-devel/1@example.org': undefined,
	};
	for (const [text, expected] of Object.entries(cases)) {
		it(`is read from "${text}"`, () => assert.deepEqual(readSeriesReference(text), expected));
	}
});
