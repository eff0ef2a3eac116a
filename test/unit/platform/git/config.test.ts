import assert from 'node:assert/strict';
import { parseConfig } from '../../../../src/platform/git/config.ts';

describe('The settings of git', () => {
	const cases: Readonly<Record<string, [output: string, setting: readonly (string | undefined)[]]>> = {
		'without a subsection': ['core.bare\nfalse\0', ['core', undefined, 'bare', 'false']],
		'with a subsection': ['remote.origin.url\nx\0', ['remote', 'origin', 'url', 'x']],
		'with dots and spaces in the subsection': [
			'url.https://a.b/ c.insteadof\ngh:\0',
			['url', 'https://a.b/ c', 'insteadof', 'gh:'],
		],
		'with an empty subsection': ['url..insteadof\nx\0', ['url', '', 'insteadof', 'x']],
		'without a value': ['core.bare\0', ['core', undefined, 'bare', undefined]],
		'with an empty value': ['core.pager\n\0', ['core', undefined, 'pager', '']],
		'with line breaks in the value': ['alias.x\n!a\nb\0', ['alias', undefined, 'x', '!a\nb']],
	};
	for (const [what, [output, expected]] of Object.entries(cases)) {
		it(`are read ${what}`, () => {
			const found = parseConfig(output).map(({ section, subsection, name, value }) => [
				section,
				subsection,
				name,
				value,
			]);
			assert.deepEqual(found, [expected]);
		});
	}

	it('are empty if git lists none', () => assert.deepEqual(parseConfig(''), []));
});
