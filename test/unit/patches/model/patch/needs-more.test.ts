import assert from 'node:assert/strict';
import { needsMore } from '../../../../../src/patches/model/patch/needs-more.ts';

const fields = (...pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
	new Map(pairs);

describe('The header of a file', () => {
	const first = 'diff --git a/one b/one';
	const complete: Readonly<Record<string, Parameters<typeof needsMore>>> = {
		'a new empty file': [first, fields(['new file mode', '100644'], ['index', '000000000..e69de29bb'])],
		'a new empty file with SHA-256': [
			first,
			fields(['new file mode', '100644'], ['index', '0000000..473a0f4']),
		],
		'a deleted file': [first, fields(['deleted file mode', '100644'], ['index', 'e69de29bb..000000000'])],
		'another mode': [first, fields(['old mode', '100644'], ['new mode', '100755'])],
		'a renamed file': [
			'diff --git a/one b/two',
			fields(['similarity index', '100%'], ['rename from', 'one'], ['rename to', 'two']),
		],
		'a renamed file with a name in quotes': [
			'diff --git a/one "b/t\\303\\266"',
			fields(['similarity index', '100%'], ['rename from', 'one'], ['rename to', '"t\\303\\266"']),
		],
		'a copied file': [
			'diff --git a/one b/two',
			fields(['similarity index', '100%'], ['copy from', 'one'], ['copy to', 'two']),
		],
	};
	for (const [what, header] of Object.entries(complete)) {
		it(`may stand alone: ${what}`, () => assert.equal(needsMore(...header), false));
	}

	const cut: Readonly<Record<string, Parameters<typeof needsMore>>> = {
		'the old name alone': [first, fields(['index', '1234567..89abcde'], ['---', 'a/one'])],
		'both names': [first, fields(['---', 'a/one'], ['+++', 'b/one'])],
		'an index of a changed file': [first, fields(['index', '1234567..89abcde 100644'])],
		'an old mode alone': [first, fields(['old mode', '100644'])],
		'a similarity alone': ['diff --git a/one b/two', fields(['similarity index', '100%'])],
		'the name of the renamed file alone': ['diff --git a/one b/two', fields(['rename from', 'one'])],
		'a new name that is cut off': [
			'diff --git a/one b/two',
			fields(['similarity index', '100%'], ['rename from', 'one'], ['rename to', 'tw']),
		],
	};
	for (const [what, header] of Object.entries(cut)) {
		it(`must be followed by more: ${what}`, () => assert.equal(needsMore(...header), true));
	}
});
