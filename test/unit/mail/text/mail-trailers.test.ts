import assert from 'node:assert/strict';
import type { Trailer } from '../../../../src/mail/text/commit-trailers.ts';
import { trailersInText } from '../../../../src/mail/text/mail-trailers.ts';

const format = (trailers: readonly Trailer[]) => trailers.map(({ key, value }) => `${key}: ${value}`);

describe('The trailers in a reply', () => {
	const cases: readonly [what: string, lines: readonly string[], trailers: readonly string[]][] = [
		[
			'may stand anywhere',
			['Hi', 'Reviewed-by: Ana <a@x>', 'Thanks', 'tested-BY : Bob', ''],
			['Reviewed-by: Ana <a@x>', 'tested-BY: Bob'],
		],
		['are not quoted', ['> Reviewed-by: Ana', '+Acked-by: Ana', ' Acked-by: Ana'], []],
		[
			'are known ones',
			['Text: x', 'Note: y', 'Standby: z', 'Fixes: #1', 'Link: https://x', 'base-commit: 1f'],
			['Fixes: #1', 'Link: https://x', 'base-commit: 1f'],
		],
		['have a value', ['Reviewed-by:', 'Acked-by: '], []],
		['may be wrapped before the address', ['Reviewed-by: Ana', '  <a@x>', 'x'], ['Reviewed-by: Ana <a@x>']],
		[
			'are not wrapped elsewhere',
			['Reviewed-by: Ana <a@x>', ' <b@x>', 'Acked-by: Bob', ' text'],
			['Reviewed-by: Ana <a@x>', 'Acked-by: Bob'],
		],
		[
			'may have no space after the colon',
			['Acked-by:Bob', 'Reviewed-by:Ana Carr', ' <a@x>'],
			['Acked-by: Bob', 'Reviewed-by: Ana Carr <a@x>'],
		],
		[
			'are those that git and others write below a patch',
			['base-commit: 1', 'prerequisite-patch-id: 2', 'prerequisite-patch-id: 3', 'change-id: 4'],
			['base-commit: 1', 'prerequisite-patch-id: 2', 'prerequisite-patch-id: 3', 'change-id: 4'],
		],
	];
	for (const [what, lines, expected] of cases) {
		it(what, () => {
			for (const lineBreak of ['\n', '\r\n']) {
				assert.deepEqual(format(trailersInText(lines.join(lineBreak))), expected);
			}
		});
	}

	it('are found in linear time', () => {
		for (const burden of ['\n', 'a: b\n', 'a', 'a ', 'a-', 'Reviewed-by: \n'])
			trailersInText(burden.repeat(1_000_000 / burden.length));
	});
});
